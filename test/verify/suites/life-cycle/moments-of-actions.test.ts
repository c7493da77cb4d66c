import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

/** What an action does to a thing, beside its own moment. */
type Change = (thing: JsonObject, action: string, moment: string) => void;

/** The actions of a document, and the fields with their moments. */
const STYLES: Record<string, Readonly<Record<string, string>>> = {
  "shipments that are packed and sent": { pack: "packed_at", send: "sentAt" },
  "runs that start and end": { start: "startedAt", complete: "endedAt" },
  "orders that are confirmed and charged": { confirm: "confirmedOn", charge: "chargedOn" },
};
const named = { parameters: [{ name: "id", in: "path", required: true, schema: text }] };

function pathsOf(actions: Readonly<Record<string, string>>, more: JsonObject = {}): JsonObject {
  const moment: JsonObject = { type: ["string", "null"], format: "date-time", ...more };
  const fields = Object.fromEntries(Object.values(actions).map((field) => [field, moment]));
  const thing = object({ id: text, name: text, status: text, ...fields }, ["id"]);
  const done = (description: string) => ({ description, content: { "application/json": { schema: thing } } });
  const schema = object({ name: { ...text, minLength: 1 } }, ["name"]);
  const posts = Object.keys(actions).map((action): [string, JsonObject] => [
    `/things/{id}/${action}`,
    { ...named, post: { operationId: action, responses: { "200": done("Done."), ...ERRORS } } },
  ]);
  return {
    "/things": {
      ...get("listThings", { type: "array", items: thing }),
      post: {
        operationId: "addThing",
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: { "201": done("Made."), ...ERRORS },
      },
    },
    "/things/{id}": {
      ...named,
      ...get("readThing", thing),
      delete: { operationId: "removeThing", responses: { "204": { description: "Gone." }, ...ERRORS } },
    },
    ...Object.fromEntries(posts),
  };
}

function server(actions: Readonly<Record<string, string>>, change: Change): Respond {
  const things = new Map<string, JsonObject>();
  const next = numbers();
  let now = Date.parse("2026-03-02T09:30:00Z");
  return ({ method, url, body }, response) => {
    const [, , id = "", action] = (url.split("?")[0] ?? "").split("/");
    const thing = things.get(id);
    if (id !== "" && !thing) return json(response, 404, {});
    const field = action === undefined ? undefined : actions[action];
    if (thing && action !== undefined) {
      if (method !== "POST" || field === undefined) return json(response, 405, {});
      now += 4_000;
      const moment = new Date(now).toISOString();
      Object.assign(thing, { [field]: moment, status: action });
      change(thing, action, moment);
      return json(response, 200, thing);
    }
    if (method === "GET") return json(response, 200, thing ?? [...things.values()]);
    if (method === "DELETE" && thing) {
      things.delete(id);
      return void response.writeHead(204).end();
    }
    const { name } = objectIn(body) ?? {};
    if (method !== "POST" || thing) return json(response, 405, {});
    if (typeof name !== "string" || name === "") return json(response, 400, { message: "invalid" });
    const made: JsonObject = { id: `t${next()}`, name, status: "new" };
    things.set(String(made.id), made);
    json(response, 201, made);
  };
}

async function findingsOf(
  actions: Readonly<Record<string, string>>,
  change: Change,
  more: JsonObject = {},
): Promise<string[]> {
  const only = ["the created resource lives"];
  const settings = { ...data, settle: 20 };
  const { results } = await verifyServer(pathsOf(actions, more), server(actions, change), settings, { only });
  return [...failuresOf(results), ...messages(results)];
}

describe.each(Object.entries(STYLES))("%s", (_, actions) => {
  const [first = "", second = ""] = Object.keys(actions);
  const field = actions[first] ?? "";

  test.each<[what: string, change: Change]>([
    ["sets the moment of each action", () => {}],
    [
      "forgets the moment before",
      (thing, action) => void (action === second && Object.assign(thing, { [field]: null })),
    ],
  ])("a server that %s has no finding", async (_what, change) => {
    expect(await findingsOf(actions, change)).toEqual([]);
  });

  test("a server whose last action moves the moment of the first one is told apart", async () => {
    const findings = await findingsOf(actions, (thing, action, moment) => {
      if (action === second) thing[field] = moment;
    });
    expect(findings).toContainEqual(expect.stringContaining(`${second} changed /${field}, which has its own value`));
  });

  const forget: Change = (thing, action) => {
    if (action === first) thing[field] = null;
  };

  test("a server that does not set the moment of an action is told apart, if it alone sets that moment", async () => {
    const findings = await findingsOf(actions, forget, { readOnly: true });
    expect(findings).toContainEqual(
      expect.stringContaining(`${first} succeeded, but /${field} of the resource does not show it`),
    );
    expect(await findingsOf(actions, forget)).toEqual([]);
  });

  test("a server whose last action leaves the state as it was is told apart, if its verb moves states", async () => {
    const findings = await findingsOf(actions, (thing, action) => {
      if (action === second) Object.assign(thing, { [actions[second] ?? ""]: undefined, status: first });
    });
    const wanted = [expect.stringContaining(`${second} succeeded, but /status of the resource does not show it`)];
    expect(findings).toEqual(second === "complete" ? wanted : []);
  });
});

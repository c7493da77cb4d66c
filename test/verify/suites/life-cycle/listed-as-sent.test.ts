import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const note = { ...text, minLength: 1 };
const sent: JsonObject = { required: true, content: { "application/json": { schema: object({ note }, ["note"]) } } };
const byPath = (name: string) => ({ parameters: [{ name, in: "path", required: true, schema: text }] });
const ok = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema ? { content: { "application/json": { schema } } } : {}),
});

/** A style of creating what a list alone shows. */
interface Style {
  item: JsonObject;
  /** The operations that create and remove. */
  paths: JsonObject;
  /** The response to a creation. */
  respond(made: JsonObject, all: readonly JsonObject[]): Json | undefined;
}

const SIGN = object({ name: text, note: text });
const WEBHOOK = object({ id: text, note: text });
const removal = { delete: { operationId: "remove", responses: { "204": ok(), ...ERRORS } } };
const STYLES: Record<string, Style> = {
  "by a name, and the response has the whole list": {
    item: SIGN,
    paths: {
      "/signs/{name}": {
        ...byPath("name"),
        put: {
          operationId: "createSign",
          requestBody: sent,
          responses: { "200": ok(object({ signs: { type: "array", items: SIGN } })), ...ERRORS },
        },
        ...removal,
      },
    },
    respond: (_, all) => ({ signs: [...all] }),
  },
  "by a name, and the response is empty": {
    item: SIGN,
    paths: {
      "/signs/{name}": {
        ...byPath("name"),
        put: { operationId: "createSign", requestBody: sent, responses: { "201": ok(), "204": ok(), ...ERRORS } },
        ...removal,
      },
    },
    respond: () => undefined,
  },
  "by the server, and the response has the identifier alone in an object": {
    item: WEBHOOK,
    paths: { "/signs/{id}": { ...byPath("id"), ...removal } },
    respond: ({ id = "" }) => ({ created: { id } }),
  },
};

/** @param list changes the items of the list */
function server({ respond }: Style, list: (items: JsonObject[]) => JsonObject[]): Respond {
  const signs = new Map<string, JsonObject>([["first", { name: "first", note: "The first one" }]]);
  const next = numbers();
  return ({ method, url, body }, response) => {
    const [, , name = ""] = (url.split("?")[0] ?? "").split("/");
    if (method === "GET" && name === "") return json(response, 200, list([...signs.values()]));
    if (method === "DELETE" && signs.delete(name)) return void response.writeHead(204).end();
    const sentBody = objectIn(body);
    const isCreation = method === (name === "" ? "POST" : "PUT");
    if (!isCreation) return json(response, 404, {});
    if (typeof sentBody?.note !== "string" || sentBody.note === "") return json(response, 400, { message: "invalid" });
    const made = name === "" ? { id: `s-${next()}`, note: sentBody.note } : { name, note: sentBody.note };
    signs.set(name === "" ? String(made.id) : name, made);
    const shown = respond(made, [...signs.values()]);
    if (shown === undefined) return void response.writeHead(name === "" ? 201 : 204).end();
    json(response, name === "" ? 201 : 200, shown);
  };
}

async function findingsOf(style: Style, list: (items: JsonObject[]) => JsonObject[]): Promise<string[]> {
  const isNamed = style.item === SIGN;
  const created = object({ created: object({ id: text }) });
  const post = { operationId: "addSign", requestBody: sent, responses: { "201": ok(created), ...ERRORS } };
  const paths = {
    "/signs": { ...get("listSigns", { type: "array", items: style.item }), ...(isNamed ? {} : { post }) },
    ...style.paths,
  };
  const { results } = await verifyServer(
    paths,
    server(style, list),
    { ...data, settle: 20 },
    {
      only: ["the created resource lives"],
    },
  );
  return [...failuresOf(results), ...messages(results)];
}

describe.each(Object.entries(STYLES))("created %s", (_, style) => {
  test.each<[what: string, list: (items: JsonObject[]) => JsonObject[]]>([
    ["lists what was sent", (items) => items],
    ["lists no note", (items) => items.map(({ note, ...item }) => item)],
    ["lists notes in capitals", (items) => items.map((item) => ({ ...item, note: String(item.note).toUpperCase() }))],
  ])("a server that %s has no finding", async (_what, list) => {
    expect(await findingsOf(style, list)).toEqual([]);
  });

  test("a server that lists it with the note of another one is told apart", async () => {
    const findings = await findingsOf(style, (items) =>
      items.map((item, index) => ({ ...item, note: items[index - 1]?.note ?? "" })),
    );
    expect(findings).toContainEqual(expect.stringMatching(/lists another \/note than the resource has/));
  });
});

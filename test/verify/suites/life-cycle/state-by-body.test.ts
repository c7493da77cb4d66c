import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond } from "#test/verify/small-document.js";
import { ERRORS, get, lifeCycleTitles, object, objectIn, text } from "#test/verify/small-store.js";

/** A resource whose state another path changes, by a field of its body. */
interface Kind {
  collection: string;
  method: "post" | "put";
  action: string;
  field: string;
  /** The first one is that of a new resource. */
  states: readonly [string, ...string[]];
  /** Whether a state may follow another one. */
  mayFollow: (from: string, to: string) => boolean;
}

const KINDS: readonly Kind[] = [
  {
    collection: "cabins",
    method: "put",
    action: "state",
    field: "state",
    states: ["open", "shut", "ruined"],
    mayFollow: () => true,
  },
  {
    collection: "parcels",
    method: "post",
    action: "stage",
    field: "stage",
    states: ["packed", "moved", "handed"],
    mayFollow: (from, to) => from === "packed" || to === "handed",
  },
  {
    collection: "beds",
    method: "put",
    action: "use",
    field: "usage",
    states: ["none", "guest", "staff"],
    mayFollow: (from, to) => from === to || to === "staff",
  },
];

type Fault = "does nothing" | "changes all others too";

function pathsOf({ collection, method, action, field, states }: Kind): JsonObject {
  const name = { ...text, minLength: 1 };
  const state = { type: "string", enum: [...states] };
  const shown = object({ id: text, name, [field]: state }, ["id", "name", field]);
  const content = (schema: JsonObject) => ({ "application/json": { schema } });
  const body = (schema: JsonObject) => ({ required: true, content: content(schema) });
  return {
    [`/${collection}`]: {
      post: {
        operationId: `add_${collection}`,
        requestBody: body(object({ name }, ["name"])),
        responses: { "201": { description: "Made.", content: content(shown) }, ...ERRORS, "415": REJECTED },
      },
      ...get(`list_${collection}`, { type: "array", items: shown }),
    },
    [`/${collection}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      ...get(`get_${collection}`, shown),
      delete: { operationId: `remove_${collection}`, responses: { "204": { description: "Gone." }, ...ERRORS } },
    },
    [`/${collection}/{id}/${action}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      [method]: {
        operationId: `move_${collection}`,
        requestBody: body(object({ [field]: state }, [field])),
        responses: { "204": { description: "Done." }, ...ERRORS, "409": REJECTED, "415": REJECTED },
      },
    },
  };
}

function serving({ method, action, field, states, mayFollow }: Kind, fault?: Fault): Respond {
  const items = new Map<string, JsonObject>();
  let last = 0;
  return (request, response) => {
    const [, , id, called] = (request.url.split("?")[0] ?? "").split("/");
    const item = items.get(id ?? "");
    if (id !== undefined && !item) return json(response, 404, {});
    if (request.method === "GET" && called === undefined) return json(response, 200, item ?? [...items.values()]);
    if (request.method === "DELETE" && id !== undefined && called === undefined) {
      items.delete(id);
      return void response.writeHead(204).end();
    }
    const isAction = called === action && request.method === method.toUpperCase();
    const isCreation = id === undefined && request.method === "POST";
    if (!isAction && !isCreation) return json(response, 405, {});
    if (!request.headers["content-type"]?.includes("json")) return json(response, 415, {});
    const sent = objectIn(request.body);
    if (isCreation) {
      if (typeof sent?.name !== "string" || sent.name === "") return json(response, 400, {});
      last += 1;
      const made = { id: `i${last}x${last * 7919}`, name: sent.name, [field]: states[0] };
      items.set(made.id, made);
      return json(response, 201, made);
    }
    const state = sent?.[field];
    if (typeof state !== "string" || !states.includes(state)) return json(response, 400, {});
    if (!mayFollow(String(item?.[field]), state)) return json(response, 409, {});
    if (item && fault !== "does nothing") item[field] = state;
    if (fault === "changes all others too") for (const other of items.values()) other[field] = state;
    response.writeHead(204).end();
  };
}

const titlesOf = (kind: Kind, fault?: Fault) => lifeCycleTitles(pathsOf(kind), serving(kind, fault));

test.each(KINDS)("a state that a body moves has no finding: $collection", async (kind) => {
  expect(await titlesOf(kind)).toBe("");
});

test.each(
  KINDS.flatMap((kind) => [
    { ...kind, fault: "does nothing" as const, shown: `/${kind.field}` },
    { ...kind, fault: "changes all others too" as const, shown: "another resource" },
  ]),
)("a server that $fault is found: $collection", async ({ fault, shown, ...kind }) => {
  expect(await titlesOf(kind, fault)).toContain(shown);
});

import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond } from "#test/verify/small-document.js";
import { ERRORS, get, lifeCycleTitles, object, objectIn, text } from "#test/verify/small-store.js";

/** A resource whose creation makes another one below it, and responds with both. */
interface Kind {
  outer: string;
  outers: string;
  inner: string;
  inners: string;
  key: string;
  /** Whether the response has both beside each other, or one in the other. */
  isBeside: boolean;
}

const KINDS: readonly Kind[] = [
  { outer: "report", outers: "reports", inner: "version", inners: "versions", key: "number", isBeside: true },
  { outer: "purchase", outers: "purchases", inner: "receipt", inners: "receipts", key: "id", isBeside: true },
  { outer: "board", outers: "boards", inner: "column", inners: "columns", key: "slug", isBeside: true },
];

type Fault = "the inner one is not stored" | "the inner one is of another kind";

function pathsOf({ outer, outers, inner, inners, key, isBeside }: Kind): JsonObject {
  const name = { ...text, minLength: 1 };
  const own = object({ id: text, name }, ["id", "name"]);
  const below = object({ [key]: text }, [key]);
  const content = (schema: JsonObject) => ({ "application/json": { schema } });
  const both = isBeside
    ? object({ [outer]: own, [inner]: below }, [outer, inner])
    : object({ id: text, name, [inner]: below }, ["id", "name", inner]);
  const parameter = (called: string) => ({ name: called, in: "path", required: true, schema: text });
  return {
    [`/${outers}`]: {
      post: {
        operationId: `add_${outers}`,
        requestBody: { required: true, content: content(object({ name }, ["name"])) },
        responses: { "201": { description: "Made.", content: content(both) }, ...ERRORS, "415": REJECTED },
      },
      ...get(`list_${outers}`, { type: "array", items: own }),
    },
    [`/${outers}/{id}`]: {
      parameters: [parameter("id")],
      ...get(`get_${outers}`, own),
      delete: { operationId: `remove_${outers}`, responses: { "204": { description: "Gone." }, ...ERRORS } },
    },
    [`/${outers}/{id}/${inners}/{${inner}_${key}}`]: {
      parameters: [parameter("id"), parameter(`${inner}_${key}`)],
      ...get(`get_${inners}`, below),
    },
  };
}

function serving({ outer, inner, inners, key, isBeside }: Kind, fault?: Fault): Respond {
  const items = new Map<string, { own: JsonObject; below: JsonObject }>();
  let last = 0;
  return (request, response) => {
    const [, , id, called, innerId] = (request.url.split("?")[0] ?? "").split("/");
    const item = items.get(id ?? "");
    if (id !== undefined && !item) return json(response, 404, {});
    if (called !== undefined) {
      const isThere = called === inners && item?.below[key] === innerId && fault === undefined;
      return json(response, request.method !== "GET" ? 405 : isThere ? 200 : 404, isThere ? (item?.below ?? {}) : {});
    }
    if (request.method === "GET") return json(response, 200, item?.own ?? [...items.values()].map(({ own }) => own));
    if (request.method === "DELETE" && id !== undefined) {
      items.delete(id);
      return void response.writeHead(204).end();
    }
    if (request.method !== "POST" || id !== undefined) return json(response, 405, {});
    if (!request.headers["content-type"]?.includes("json")) return json(response, 415, {});
    const sent = objectIn(request.body);
    if (typeof sent?.name !== "string" || sent.name === "") return json(response, 400, {});
    last += 1;
    const own = { id: `o${last}x${last * 7919}`, name: sent.name };
    const below = { [key]: `i${last}x${last * 104729}` };
    items.set(own.id, { own, below });
    json(response, 201, isBeside ? { [outer]: own, [inner]: below } : { ...own, [inner]: below });
  };
}

const titlesOf = (kind: Kind, fault?: Fault) => lifeCycleTitles(pathsOf(kind), serving(kind, fault));

test.each(KINDS)("what a creation makes below its resource is found: $inner of $outer", async (kind) => {
  expect(await titlesOf(kind)).toBe("");
  expect(await titlesOf(kind, "the inner one is not stored")).toContain("not found");
});

test.each(KINDS)("a member of a resource may be of another kind: $inner of $outer", async (kind) => {
  expect(await titlesOf({ ...kind, isBeside: false }, "the inner one is of another kind")).toBe("");
});

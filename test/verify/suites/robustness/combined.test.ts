import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { singleCredential } from "#verify/model/target/target.js";
import { failuresOf } from "../../failures.js";

const ITEM: JsonObject = { type: "object", properties: { id: { type: "string" } } };
const responses = (schema: JsonObject): JsonObject => ({
  "200": { description: "Done.", content: { "application/json": { schema } } },
  ...{ "400": REJECTED, "401": REJECTED, "404": REJECTED },
});
const query = (name: string): JsonObject => ({ name, in: "query", schema: { type: "string" }, example: "blue" });
const PATHS: JsonObject = {
  "/items": {
    get: {
      operationId: "listItems",
      parameters: [query("tag"), query("color")],
      responses: responses({ type: "array", items: ITEM }),
    },
  },
  "/items/{id}": {
    parameters: [pathParameter("id", { type: "string" }, "item-a")],
    get: { operationId: "getItem", responses: responses(ITEM) },
  },
};
const extensions = {
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
};

/** What a server sees of a request. */
interface Seen {
  tags: string[];
  id: string | undefined;
  authorization: string;
}

/** The failures of a server that fails for some requests, of those that pass its first check: it rejects spaces and unknown forms. */
async function failuresWith(fails: (seen: Seen) => boolean): Promise<string> {
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, headers }, response) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const id = /^\/items\/(.+)$/.exec(pathname)?.[1];
      const authorization = headers.authorization ?? "";
      if (method !== "GET") return json(response, 405, {});
      if (!/^[Bb]earer k$/.test(authorization)) return json(response, 401, {});
      const names = [...searchParams.keys()];
      const isStrange =
        names.some((name) => !["tag", "color"].includes(name)) ||
        [...searchParams.values()].some((value) => !/^[\w-]+$/.test(value));
      if (isStrange) return json(response, 400, {});
      if (fails({ tags: searchParams.getAll("tag"), id, authorization })) return json(response, 500, {});
      if (id !== undefined) return json(response, id === "item-a" ? 200 : 404, { id });
      json(response, 200, [{ id: "item-a" }]);
    },
    { credentials: { own: singleCredential("k", "KEY") } },
    { extensions },
  );
  return failuresOf(results).join("\n");
}

test.each<[part: string, fails: (seen: Seen) => boolean]>([
  ["the letter case of a value", ({ tags: [tag = ""] }) => /^[A-Z]+$/.test(tag)],
  ["a repeated parameter", ({ tags }) => tags.length > 1],
  ["the letter case of an id", ({ id }) => id === "ITEM-A"],
  ["the letter case of the scheme", ({ authorization }) => authorization.startsWith("bearer")],
  ["a path of 300 characters", ({ id = "" }) => id.length > 250],
])("a combined probe that is rejected is taken apart: %s", async (_, fails) => {
  expect(await failuresWith(fails)).toContain("500, a server error");
});

test("a server that rejects each of the parts has no failure", async () => {
  expect(await failuresWith(() => false)).toBe("");
});

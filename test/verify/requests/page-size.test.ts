import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const THING: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const PAGE: JsonObject = {
  type: "object",
  properties: { count: { type: "integer" }, results: { type: "array", items: THING } },
};
const inQuery = (name: string, required: boolean, schema: JsonObject): JsonObject => ({
  ...{ name, in: "query", required, schema },
});
const OFFSET = inQuery("offset", false, { type: "integer" });

/** The page sizes that a run requests from a list of thirty items. */
async function sizesAt(limit: JsonObject): Promise<(string | null)[]> {
  const responses = {
    "200": { description: "Done.", content: { "application/json": { schema: PAGE } } },
    "400": REJECTED,
  };
  const paths: JsonObject = { "/things": { get: { operationId: "list", parameters: [limit, OFFSET], responses } } };
  const { requests } = await verifyServer(
    paths,
    ({ url }, response) => {
      const query = new URL(url, "http://localhost").searchParams;
      const [size, from] = [Number(query.get("limit")), Number(query.get("offset") ?? 0)];
      const all = Array.from({ length: 30 }, (_, index) => ({ id: index + 1 }));
      json(response, 200, { count: 30, results: all.slice(from, from + size) });
    },
    { hasExampleData: false, writes: "none" },
    { only: ["examples › list"] },
  );
  return requests.map(({ url }) => new URL(url, "http://localhost").searchParams.get("limit"));
}

test.each<[title: string, schema: JsonObject, sizes: string[]]>([
  ["no limit of its own", { type: "integer" }, ["50"]],
  ["a default", { type: "integer", default: 7 }, ["7"]],
])("a list whose page size is required shows more than one item: %s", async (_, schema, sizes) => {
  expect([...new Set(await sizesAt(inQuery("limit", true, schema)))]).toEqual(sizes);
});

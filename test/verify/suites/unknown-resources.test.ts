import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/openapi/document.js";
import { json } from "../../server.js";
import { failuresOf } from "../failures.js";
import { jsonResponse, pathParameter, REJECTED, type Respond, verifyServer } from "../small-document.js";

const articlePaths = (schema: JsonObject, example: string): JsonObject => ({
  "/articles/{id}": {
    get: {
      parameters: [pathParameter("id", schema, example)],
      responses: { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED },
    },
    delete: {
      parameters: [pathParameter("id", schema, example)],
      responses: { "204": { description: "It is deleted." }, "404": REJECTED },
    },
  },
});

const idOf = (url: string) => url.split("/").at(-1) ?? "";

/** Has an article for every id of up to six characters. */
const respond: Respond = ({ method, url }, response) => {
  const isFound = idOf(url).length <= 6;
  if (method === "DELETE") response.writeHead(isFound ? 204 : 404).end();
  else json(response, isFound ? 200 : 404, {});
};

test.each<[title: string, schema: JsonObject, example: string]>([
  ["a number as text", { type: "string" }, "1"],
  ["a short name", { type: "string" }, "art-7"],
  ["a short pattern", { type: "string", pattern: "^[0-9]{1,4}$" }, "42"],
])("a generated value in the format of %s deletes no resource that exists", async (_, schema, example) => {
  const { results, requests } = await verifyServer(articlePaths(schema, example), respond, { hasExampleData: false });
  expect(requests.filter(({ method, url }) => method === "DELETE" && idOf(url).length <= 6)).toEqual([]);
  expect(failuresOf(results).filter((each) => each.startsWith("DELETE"))).toEqual([]);
});

test("a DELETE of an unknown resource is skipped if every generated value may identify a resource", async () => {
  const paths = articlePaths({ type: "string", maxLength: 4 }, "a-1");
  const { results } = await verifyServer(paths, respond, { hasExampleData: false });
  const unknown = results.filter(({ method, suite }) => method === "delete" && suite === "unknown-resources");
  expect(unknown.length).toBeGreaterThan(0);
  for (const { outcome } of unknown) {
    expect(outcome).toMatchObject({
      verdict: "skipped",
      reason: "a generated id is so short that it may identify a resource",
    });
  }
});

/** Responds with success to the first requests for short ids, and then with 404. */
function respondAfter(found: number): Respond {
  const ids = new Set<string>();
  return ({ url }, response) => {
    const isFound = idOf(url) === "a-1" || (ids.has(idOf(url)) ? false : ids.size < found);
    if (isFound && idOf(url) !== "a-1") ids.add(idOf(url));
    json(response, isFound ? 200 : 404, {});
  };
}

test.each([
  [2, "passes if a resource has the first generated ids by chance", 0],
  [1000, "fails if every id is found", 1],
])("a short unknown identifier (%d resources) %s", async (found, _, failures) => {
  const get = {
    parameters: [pathParameter("id", { type: "string", maxLength: 4 }, "a-1")],
    responses: { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED },
  };
  const { results } = await verifyServer({ "/articles/{id}": { get } }, respondAfter(found));
  const unknown = results.filter(({ suite }) => suite === "unknown-resources");
  expect(unknown.length).toBeGreaterThan(0);
  expect(failuresOf(unknown)).toHaveLength(failures);
});

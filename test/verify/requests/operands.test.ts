import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";
import { EVERY_EXAMPLE, type Target } from "#verify/model/target/target.js";

const NUMBER: JsonObject = { type: "integer" };
const responses: JsonObject = { 200: { description: "Done." }, 400: REJECTED, 404: REJECTED };
const CODE: JsonObject = { type: "string", pattern: "^[a-z]{2}-[0-9]$" };
const inPath = (name: string, schema = NUMBER): JsonObject => ({ name, in: "path", required: true, schema });
const inQuery = (name: string, schema = NUMBER): JsonObject => ({ name, in: "query", required: true, schema });
const get = (...parameters: JsonObject[]): JsonObject => ({ operationId: "calculate", parameters, responses });

const list = (...parameters: JsonObject[]): JsonObject => ({ operationId: "list", parameters, responses });

/** The addresses that the first test case of an operation requests. */
async function requestedAt(paths: JsonObject, status = 200, values: Target["values"] = {}): Promise<string[]> {
  const { requests, results } = await verifyServer(
    paths,
    (_, response) => json(response, status, {}),
    { hasExampleData: false, writes: "none", values },
    { only: ["examples › calculate"] },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).not.toContain("failed");
  return requests.map(({ url }) => url);
}

test.each<[string, JsonObject, string[]]>([
  ["a number in the path", { "/squares/{n}": { get: get(inPath("n")) } }, ["/squares/1", "/squares/0", "/squares/-1"]],
  ["a text in the path", { "/lengths/{x}": { get: get(inPath("x", { type: "string" })) } }, ["/lengths/level"]],
  ["a required number of the query", { "/squares": { get: get(inQuery("n")) } }, ["/squares?n=1", "/squares?n=0"]],
  ["several numbers", { "/sums/{a}/{b}": { get: get(inPath("a"), inPath("b")) } }, ["/sums/1/1", "/sums/3/4"]],
  [
    "a number of a path that another one extends by a number",
    { "/sums/{a}": { get: get(inPath("a")) }, "/sums/{a}/{b}": { get: list(inPath("a"), inPath("b")) } },
    ["/sums/1", "/sums/-1"],
  ],
  [
    "a number beside an enum",
    { "/{x}/of/{n}": { get: get(inPath("x", { enum: ["sum"] }), inPath("n")) } },
    ["/sum/of/2"],
  ],
])("%s that identifies nothing gets small and usual values", async (_, paths, addresses) => {
  expect(await requestedAt(paths)).toEqual(expect.arrayContaining(addresses));
});

test.each<[string, JsonObject]>([
  ["an example of the parameter", { ...inPath("b", CODE), example: "ab-1" }],
  ["an example of its schema", inPath("b", { ...CODE, examples: ["ab-1"] })],
])("a member of an enum is combined with %s", async (_, parameter) => {
  const paths = { "/two/{a}/{b}": { get: get(inPath("a", { type: "string", enum: ["up", "down"] }), parameter) } };
  expect(await requestedAt(paths)).toContain("/two/up/ab-1");
});

test("an example of a text in the path is sent first", async () => {
  const city = { ...inPath("city", { type: "string" }), example: "Oslo" };
  expect((await requestedAt({ "/weather/{city}": { get: get(city, inQuery("days")) } }))[0]).toBe(
    "/weather/Oslo?days=1",
  );
});

test("a value that the team gives is in each combination", async () => {
  const paths = { "/sums": { get: get(inQuery("a"), inQuery("b")) } };
  const addresses = await requestedAt(paths, 200, { calculate: { a: { [EVERY_EXAMPLE]: 55 } } });
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.filter((address) => !address.includes("a=55"))).toEqual([]);
});

test("numbers outside the bounds of the schema are not sent", async () => {
  const addresses = await requestedAt({ "/squares/{n}": { get: get(inPath("n", { type: "integer", minimum: 1 })) } });
  expect(addresses).toContain("/squares/1");
  expect(addresses).not.toContain("/squares/0");
});

test.each<[string, JsonObject]>([
  ["is named as one", { "/things/{thingId}": { get: get(inPath("thingId")) } }],
  ["belongs to a path with a change", { "/things/{n}": { get: get(inPath("n")), delete: list(inPath("n")) } }],
  [
    "is around another resource",
    { "/things/{n}": { get: get(inPath("n")) }, "/things/{n}/parts": { get: list(inPath("n")) } },
  ],
  [
    "belongs to a path with something created",
    { "/things": { post: list() }, "/things/{n}": { get: get(inPath("n")) } },
  ],
])("a number of a path that is an identifier, because it %s, gets no usual values", async (_, paths) => {
  expect(await requestedAt(paths)).toEqual([]);
});

test("after three responses with 404, a number of a path is taken for an identifier", async () => {
  expect(await requestedAt({ "/squares/{n}": { get: get(inPath("n")) } }, 404)).toHaveLength(3);
});

test("after twelve rejections without a success, no further combination is sent", async () => {
  expect(await requestedAt({ "/squares/{n}": { get: get(inPath("n")) } }, 400)).toHaveLength(12);
});

import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const number = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "integer" } });
const PATHS: JsonObject = {
  "/roots/{of}/{degree}": {
    get: {
      operationId: "root",
      parameters: [number("of"), number("degree")],
      responses: { "200": { description: "The root." }, "400": REJECTED },
    },
  },
};

/** Explores a function that is not defined for some numbers, and returns the pairs that were sent. */
async function explore(answer: (of: number, degree: number) => number | undefined) {
  const pairs = new Set<string>();
  const { titles } = await verifyServer(
    PATHS,
    ({ method, url }, response) => {
      const [, of, degree] = /^\/roots\/(-?\d+)\/(-?\d+)$/.exec(url) ?? [];
      if (method !== "GET") return void response.writeHead(405, { allow: "GET" }).end();
      if (of === undefined || degree === undefined) return json(response, 400, {});
      pairs.add(`${of} ${degree}`);
      const result = answer(Number(of), Number(degree));
      if (result === 500) return json(response, 500, {});
      json(response, result === undefined ? 400 : 200, { result });
    },
    { hasExampleData: false, writes: "none" },
    { explore: { requests: 150 } },
  );
  return { pairs, titles };
}

test("an exploration sends numbers of the path with which an operation calculates, and has no cause for a rejection", async () => {
  const { pairs, titles } = await explore((of, degree) =>
    of < 0 || degree < 1 || degree > 9 ? undefined : of ** (1 / degree),
  );
  expect(pairs.size).toBeGreaterThan(100);
  expect(titles).toEqual([]);
});

test("an exploration finds numbers for which an operation fails", async () => {
  const { titles } = await explore((of, degree) => (of > 300 && degree < -100 ? 500 : 1));
  expect(titles).toEqual([expect.stringMatching(/^GET \/roots\/\{of\}\/\{degree\} responds with 500 to /)]);
});

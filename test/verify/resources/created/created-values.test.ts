import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, serve } from "#test/server.js";
import { documentOf } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { verify } from "#verify/verify.js";

const NAME: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 8 } } };
const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const rejected: JsonObject = { "4XX": { description: "Rejected." } };
const requestBody: JsonObject = { required: true, ...content(NAME) };

const PATHS: JsonObject = {
  "/things": { post: { requestBody, responses: { "201": done(THING), ...rejected } } },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: { responses: { "200": done(THING), ...rejected } },
    patch: { requestBody, responses: { "200": done(THING), ...rejected } },
    delete: { responses: { "204": { description: "Done." }, ...rejected } },
  },
};

const SEEDED = 7;

/** Verifies a server that has the thing 7. Returns what the run did to it. */
async function run({ keeps = false, budget }: { keeps?: boolean; budget?: number } = {}) {
  const things = new Map([[SEEDED, "somebody's thing"]]);
  let last = SEEDED;
  const nameIn = (body: string) => /^\{"name":"([^"]{8,})"\}$/.exec(body)?.[1];
  const server = await serve(({ method, url, body }, response) => {
    const id = Number(url.split("/")[2]);
    const name = nameIn(body);
    if (url === "/things" && method === "POST") {
      if (name === undefined) return json(response, 400, {});
      last += 1;
      things.set(last, name);
      return json(response, 201, { id: last, name });
    }
    if (!things.has(id)) return json(response, 404, {});
    if (method === "DELETE" && keeps) return json(response, 409, {});
    if (method === "DELETE") {
      things.delete(id);
      return response.writeHead(204).end();
    }
    if (method === "PATCH" && name === undefined) return json(response, 400, {});
    if (method === "PATCH" && name !== undefined) things.set(id, name);
    json(response, 200, { id, name: things.get(id) });
  });
  try {
    const target = testTarget(server.url, { credentials: {}, hasExampleData: false });
    const { leftovers, cases } = await verify({ contract: documentOf(PATHS), target, budget });
    const changed = server.seen.filter(({ method }) => method === "PATCH" || method === "DELETE");
    return { things, leftovers, cases, seen: server.seen, changed };
  } finally {
    await server.close();
  }
}

const patches = (cases: Awaited<ReturnType<typeof run>>["cases"], suite: string) =>
  cases
    .filter((each) => each.suite === suite && each.method === "patch" && each.parameter === undefined)
    .map(({ outcome }) => outcome.verdict);

test("test cases of PATCH run on a thing that the run created for them", async () => {
  const { cases } = await run();
  for (const suite of ["examples", "accepted-values", "invalid-requests"]) {
    expect([suite, ...new Set(patches(cases, suite))]).toEqual([suite, "passed"]);
  }
});

test("PATCH and DELETE are sent to no thing that existed before, and the created ones for PATCH are deleted", async () => {
  const { things, changed } = await run();
  expect(changed.filter(({ url }) => url === `/things/${SEEDED}`)).toEqual([]);
  expect(things.get(SEEDED)).toBe("somebody's thing");
  const patched = new Set(
    changed.filter(({ method }) => method === "PATCH").map(({ url }) => Number(url.split("/")[2])),
  );
  expect([...things.keys()].filter((id) => patched.has(id))).toEqual([]);
});

test("a kept thing that cannot be deleted is reported", async () => {
  const { things, changed, leftovers } = await run({ keeps: true });
  const patched = changed.filter(({ method, url }) => method === "PATCH" && things.has(Number(url.split("/")[2])));
  expect(patched.length).toBeGreaterThan(0);
  for (const { url } of patched) expect(leftovers.map(({ resource }) => resource)).toContain(url);
});

test.each([10, 25, 40])("a run with a budget of %i requests sends no more, removals included", async (budget) => {
  const { seen } = await run({ budget });
  expect(seen.length).toBeLessThanOrEqual(budget);
});

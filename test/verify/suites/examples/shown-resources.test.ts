import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string" };
const responses = (schema: JsonObject): JsonObject => ({
  "200": { description: "Found.", content: { "application/json": { schema } } },
  "404": REJECTED,
});
const PERSON: JsonObject = {
  type: "object",
  required: ["username", "age"],
  properties: { username: TEXT, age: { type: "integer" } },
};
const PATHS: JsonObject = {
  "/poems": {
    get: {
      operationId: "listPoems",
      responses: responses({
        type: "array",
        items: {
          type: "object",
          properties: { title: TEXT, author: { type: "object", properties: { username: TEXT } } },
        },
      }),
    },
  },
  "/people/{username}": {
    get: {
      operationId: "getPerson",
      parameters: [{ name: "username", in: "path", required: true, schema: TEXT }],
      responses: responses(PERSON),
    },
  },
};
const AUTHORS = ["ada", "grace", "alan.t"];

/** Verifies a server that shows people in its poems. */
async function verified(personOf: (username: string) => JsonObject | undefined) {
  const { results, requests } = await verifyServer(
    PATHS,
    ({ url }, response) => {
      if (url === "/poems")
        return json(
          response,
          200,
          AUTHORS.map((username) => ({ title: "Sea", author: { username } })),
        );
      const person = personOf(decodeURIComponent(url.slice("/people/".length)));
      json(response, person ? 200 : 404, person ?? { error: "unknown" });
    },
    { hasExampleData: false },
    { only: ["examples"] },
  );
  return {
    read: new Set(requests.map(({ url }) => url).filter((url) => url.startsWith("/people/"))),
    failures: failuresOf(results),
    warnings: results.flatMap(({ warnings }) => warnings.map(({ message }) => message)),
  };
}

const known = (username: string) => (AUTHORS.includes(username) ? { username, age: 40 } : undefined);

test("resources without a list are retrieved by the names that other responses have", async () => {
  const { read, failures, warnings } = await verified(known);
  expect([...read].toSorted()).toEqual(["/people/ada", "/people/alan.t", "/people/grace"]);
  expect([failures, warnings]).toEqual([[], []]);
});

test.each(AUTHORS)("a server fails if what it shows of %s alone contradicts the document", async (odd) => {
  const { failures } = await verified((username) => (username === odd ? { username } : known(username)));
  expect(failures).toEqual([expect.stringContaining("the body must have required property 'age'")]);
});

test("a server has a warning if it finds some of the resources that it names, and not all", async () => {
  const { failures, warnings } = await verified((username) => (username === "ada" ? undefined : known(username)));
  expect(failures).toEqual([]);
  expect(warnings).toEqual(["a resource that listPoems names is not found"]);
});

test("a server has a warning if it shows one resource for the name of another", async () => {
  const { warnings } = await verified((username) => known(username === "ada" ? "grace" : username));
  expect(warnings).toEqual(["the response has another resource than the requested one"]);
});

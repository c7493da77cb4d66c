import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, serve } from "#test/server.js";
import { verify } from "#verify/verify.js";
import { documentOf } from "../small-document.js";
import { testTarget } from "../target.js";

const content = (schema: JsonObject, example?: JsonObject): JsonObject => {
  return { content: { "application/json": { schema, ...(example ? { example } : {}) } } };
};
const PET: JsonObject = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer" }, name: { type: "string", minLength: 1, maxLength: 60 } },
};
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
const done: JsonObject = { "200": { description: "Done.", ...content(PET) }, ...REJECTED };

/** The pets of a store: the body of POST and PUT names the pet, as the example of an existing one. */
function petPaths(example?: JsonObject): JsonObject {
  const requestBody = { required: true, ...content(PET, example) };
  return {
    "/pet": {
      post: { operationId: "addPet", requestBody, responses: done },
      put: { operationId: "updatePet", requestBody, responses: done },
    },
    "/pet/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getPet", responses: done },
      delete: { operationId: "deletePet", responses: done },
    },
  };
}

/** Verifies a store whose POST and PUT replace the pet that the body names. */
async function runPets(example?: JsonObject) {
  const pets = new Map([[10, "Ann's own"]]);
  let last = 100;
  const server = await serve(({ method, url, body }, response) => {
    const id = Number(url.split("/")[2]);
    if (method === "POST" || method === "PUT") {
      const [, own] = /"id":(\d+)/.exec(body) ?? [];
      const [, name] = /"name":"([^"]{1,60})"/.exec(body) ?? [];
      if (name === undefined || !body.endsWith("}")) return json(response, 400, {});
      if (own === undefined) last += 1;
      const pet = own === undefined ? last : Number(own);
      if (method === "PUT" && !pets.has(pet)) return json(response, 404, {});
      pets.set(pet, name);
      return json(response, 200, { id: pet, name });
    }
    const name = pets.get(id);
    if (name === undefined) return json(response, 404, {});
    if (method === "DELETE") pets.delete(id);
    json(response, 200, { id, name });
  });
  try {
    const target = testTarget(server.url, { credentials: {}, hasExampleData: false });
    const { cases, leftovers } = await verify({ contract: documentOf(petPaths(example)), target });
    return { pets: [...pets], cases, leftovers, seen: server.seen };
  } finally {
    await server.close();
  }
}

test("a PUT whose body names the resource is sent with a pet that the run created", async () => {
  const { pets, cases, leftovers, seen } = await runPets();
  const replaced = seen.filter(({ method, body }) => method === "PUT" && /"id":10[1-9]/.test(body));
  expect(replaced.length).toBeGreaterThan(3);
  expect(
    cases.filter(({ operation, outcome }) => operation === "updatePet" && outcome.verdict === "passed").length,
  ).toBeGreaterThan(2);
  // Only an equal text of some length proves that the run created a pet: there is no list.
  const others = pets.filter(([id]) => id !== 10);
  expect(pets).toContainEqual([10, "Ann's own"]);
  expect(leftovers.map(({ resource }) => resource).toSorted()).toEqual(others.map(([id]) => `/pet/${id}`).toSorted());
  expect(others.filter(([, name]) => name.length > 12)).toEqual(others.filter(([, name]) => /漢|\\u/.test(name)));
});

test("neither POST nor PUT is sent with the pet of an example that exists, and the reason names the field", async () => {
  const { pets, cases, seen } = await runPets({ id: 10, name: "doggie" });
  const isUnsafe = ({ method }: { method: string }) => method === "POST" || method === "PUT";
  expect(seen.filter((request) => isUnsafe(request) && /"id":10\b/.test(request.body))).toEqual([]);
  expect(pets).toContainEqual([10, "Ann's own"]);
  const { outcome } = cases.find(({ suite, operation }) => suite === "examples" && operation === "addPet") ?? {};
  expect(outcome).toMatchObject({
    verdict: "skipped",
    reason: "its body names /id 10, which may exist",
    needs: [{ kind: "allowed", operation: "addPet" }],
  });
});

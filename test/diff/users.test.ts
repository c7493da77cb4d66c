import { expect, test, vi } from "vitest";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { usersOf } from "#scripts/diff/users.js";

/** A document in which each of some operations responds with a schema that leads to all others. */
function documentWith(operations: number): OpenApiDocument {
  const names = Array.from({ length: 20 }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index): [string, JsonObject] => [
      name,
      { properties: { next: { $ref: `#/components/schemas/${names[index + 1] ?? "S0"}` } } },
    ]),
  );
  const content = { "application/json": { schema: { $ref: "#/components/schemas/S0" } } };
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [`/p${index}`, { get: { responses: { 200: { content } } } }]),
  );
  return { openapi: "3.1.1", paths, components: { schemas } };
}

test("a place is found with its operations by each place once, not once for each operation that reaches it", () => {
  const users = usersOf(documentWith(100));
  const startsWith = vi.spyOn(String.prototype, "startsWith");
  try {
    const found = users.usesOf("#/components/schemas/S7/properties/next");
    expect(found).toHaveLength(100);
    expect(found[99]).toEqual({ operation: "GET /p99", direction: "response" });
    users.onlyUnstable("#/components/schemas/S7/properties/next");
    // 20 components, and at most 7 places of each operation.
    expect(startsWith.mock.calls.length).toBeLessThan(20 + 7 * 100 + 50);
  } finally {
    startsWith.mockRestore();
  }
});

test.each([
  ["a place in a component", "#/components/schemas/S1/properties/next", 2],
  ["the component", "#/components/schemas/S1", 2],
  ["a place around components", "#/components/schemas", 2],
  ["an operation", "#/paths/~1p1/get/summary", 1],
  ["a place that no operation uses", "#/info/title", 0],
])("%s has its users", (_, pointer, count) => {
  expect(usersOf(documentWith(2)).usesOf(pointer)).toHaveLength(count);
});

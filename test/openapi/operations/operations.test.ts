import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { responseFor } from "#openapi/operations/status.js";

describe("operationsOf", () => {
  const list = (more: JsonObject): JsonObject => ({
    openapi: "3.1.1",
    paths: {
      "/things": {
        parameters: [{ name: "after", in: "query", required: true, schema: {} }],
        get: {
          parameters: [{ name: "after", in: "query", schema: {} }],
          responses: { "2xx": {}, 404: {}, default: {} },
          ...more,
        },
      },
    },
  });

  test("lets a parameter of an operation override that of its path", () => {
    const [operation] = operationsOf(list({}));
    expect(operation?.parameters.map(({ name, required }) => ({ name, required }))).toEqual([
      { name: "after", required: false },
    ]);
  });

  test.each([
    [200, "2XX"],
    [404, "404"],
    [500, "default"],
  ])("for status %i, the documented response is %s", (status, want) => {
    const [operation] = operationsOf(list({}));
    expect(operation && responseFor(operation, status)?.status).toBe(want);
  });

  test.each([
    [
      { parameters: [{ $ref: "#/components/parameters/Nope" }] },
      "refers to #/components/parameters/Nope, which does not exist",
    ],
  ])("reports the error in %j", (more, message) => {
    expect(() => operationsOf(list(more))).toThrow(message);
  });
});

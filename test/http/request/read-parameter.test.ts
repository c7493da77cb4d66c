import { describe, expect, test } from "vitest";
import { readingsOf } from "#http/request/read-parameter.js";
import { loadDocument } from "#openapi/load/load.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

describe("a parameter is read by its style (OpenAPI 3.1, 4.8.12.3)", () => {
  const LIST: Parameter["schema"] = { type: "array", items: { type: "integer" } };
  const POINT: Parameter["schema"] = { type: "object", properties: { x: { type: "number" }, on: { type: "boolean" } } };
  test.each([
    ["simple", false, LIST, "1,2", [1, 2]],
    ["label", false, LIST, ".1,2", [1, 2]],
    ["label", true, LIST, ".1.2", [1, 2]],
    ["matrix", false, LIST, ";at=1,2", [1, 2]],
    ["matrix", true, LIST, ";at=1;at=2", [1, 2]],
    ["simple", false, POINT, "x,1.5,on,true", { x: 1.5, on: true }],
    ["simple", true, POINT, "x=1.5,on=true", { x: 1.5, on: true }],
    ["label", false, POINT, ".x,1.5,on,true", { x: 1.5, on: true }],
    ["matrix", false, POINT, ";at=x,1.5,on,true", { x: 1.5, on: true }],
    ["matrix", true, POINT, ";x=1.5;on=true", { x: 1.5, on: true }],
    ["simple", false, { type: "string" }, "1,2", "1,2"],
    ["simple", false, { type: "integer" }, "many", "many"],
  ])("%s, explode %s, %j: %s", async (style, explode, schema, text, want) => {
    const document = await loadDocument("test/documents/accounts.yaml");
    const [parameter] = operationsOf(document).flatMap(({ parameters }) => parameters);
    if (!parameter) throw new Error("No parameter.");
    const [reading] = readingsOf(document, { ...parameter, name: "at", in: "path", style, explode, schema }, text);
    expect(reading).toEqual(want);
  });
});

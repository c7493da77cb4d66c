import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { temporaryFolder } from "#test/temporary.js";

async function loaded(openapi: string, content: JsonObject) {
  const file = join(await temporaryFolder("data"), "openapi.json");
  const responses = { 200: { description: "OK", content: { "application/json": content } } };
  const schemas = {
    User: { type: "object", example: { name: "Kim" } },
    Team: { type: "object", example: { lead: { $ref: "#/components/schemas/User/example" } } },
    // A property may have the name of a keyword.
    Odd: { type: "object", properties: { example: { $ref: "#/components/schemas/User" } } },
    Loop: { type: "object", example: { self: { $ref: "#/components/schemas/Loop/example" } } },
  };
  const document = { openapi, info: { title: "T", version: "1" }, paths: { "/a": { get: { responses } } } };
  await writeFile(file, JSON.stringify({ ...document, components: { schemas } }));
  return loadDocument(file);
}

const LOOP = "#/components/schemas/Loop/example";
const CONTENT = "#/paths/~1a/get/responses/200/content/application~1json";

test.each(["3.0.3", "3.1.1"])(
  "references in the examples of a document of OpenAPI %s are followed",
  async (openapi) => {
    const document = await loaded(openapi, {
      examples: { one: { value: { $ref: "#/components/schemas/Team/example" } } },
    });
    expect(valueAt(document, `${CONTENT}/examples/one/value`)).toEqual({ lead: { name: "Kim" } });
    const direct = await loaded(openapi, { example: [{ $ref: "#/components/schemas/User/example" }] });
    expect(valueAt(direct, `${CONTENT}/example`)).toEqual([{ name: "Kim" }]);
  },
);

test("a property with the name of a keyword remains a reference to a schema", async () => {
  const document = await loaded("3.1.1", {});
  const odd = "#/components/schemas/Odd/properties/example";
  expect(valueAt(document, odd)).toEqual({ $ref: "#/components/schemas/User" });
});

test("data that refers to itself ends", async () => {
  const document = await loaded("3.1.1", {});
  expect(valueAt(document, LOOP)).toEqual({ self: { self: { $ref: LOOP } } });
});

import { afterEach, describe, expect, test } from "vitest";
import { absentBySchema } from "#openapi/direction/absent-by-schema.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { SchemaValidator, validatorOf } from "#openapi/validator/validator.js";
import { createValues } from "#values/values.js";
import { Contract } from "#verify/model/contract.js";

const Original = globalThis.Function;
afterEach(() => {
  globalThis.Function = Original;
});

/** Counts the functions that Ajv makes of text, one for each schema that it compiles. */
function countFunctions(run: () => void): number {
  let count = 0;
  globalThis.Function = new Proxy(Original, {
    construct(target, args, newTarget) {
      count += 1;
      return Reflect.construct(target, args, newTarget);
    },
  });
  run();
  globalThis.Function = Original;
  return count;
}

/** A document in which several places refer to a schema, which refers to another one. */
function documentWith(places: Record<string, JsonObject>): OpenApiDocument {
  const Thing = { properties: { part: { $ref: "#/components/schemas/Part" } } };
  return { openapi: "3.1.1", components: { schemas: { Thing, Part: { type: "integer" }, ...places } } };
}
const THING = { $ref: "#/components/schemas/Thing" };

describe("the schemas of a document", () => {
  test.each<[string, Record<string, JsonObject>]>([
    ["places that refer to it", { A: THING, B: THING, C: { ...THING, description: "text" } }],
    [
      "a chain of references",
      { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/C" }, C: THING },
    ],
  ])("one is compiled once for all %s", (_, places) => {
    const one = new SchemaValidator(documentWith({}));
    const all = new SchemaValidator(documentWith(places));
    const expected = countFunctions(() => one.errors("#/components/schemas/Thing", { part: "x" }));
    const count = countFunctions(() => {
      for (const name of ["Thing", ...Object.keys(places)]) {
        const errors = all.errors(`#/components/schemas/${name}`, { part: "x" });
        expect(errors.map(({ at, keyword }) => [at, keyword])).toEqual([["/part", "#/components/schemas/Part/type"]]);
      }
    });
    expect(count).toBe(expected);
  });

  test.each<[string, JsonObject, isAgain: boolean]>([
    ["are compiled once for requests and responses", { type: "integer" }, false],
    ["are compiled for each direction if a property is absent from one", { type: "integer", readOnly: true }, true],
  ])("they %s", (_, part, isAgain) => {
    const Whole = { properties: { part }, required: ["part"] };
    const validator = new SchemaValidator(documentWith({ Whole }));
    validator.errors("#/components/schemas/Whole", {}, true);
    const count = countFunctions(() => {
      const errors = validator.errors("#/components/schemas/Whole", {}, false);
      expect(errors.length > 0).toBe(!isAgain);
    });
    expect(count > 0).toBe(isAgain);
  });

  test("a keyword beside a reference is validated", () => {
    const { errors } = new SchemaValidator(documentWith({ A: { ...THING, required: ["part"] } })).firstErrors(
      "#/components/schemas/A",
      {},
    );
    expect(errors.map(({ keyword }) => keyword)).toEqual(["#/components/schemas/A/required"]);
  });

  test("references in a schema with an $id are relative to it", () => {
    const Based = {
      $id: "https://example.com/based",
      $defs: { Inner: { const: 1 } },
      properties: { a: { $ref: "#/$defs/Inner" } },
    };
    const validator = new SchemaValidator({ ...documentWith({ Based }), $defs: { Inner: { const: 2 } } });
    const errors = (value: number) => validator.errors("#/components/schemas/Based/properties/a", value);
    expect([errors(1), errors(2).length]).toEqual([[], 1]);
  });

  test("all that work with a document have the same functions, and know the same absent properties", () => {
    const document = documentWith({});
    const described = { schemaPointer: "#/components/schemas/Thing" };
    const contract = new Contract(document);
    expect(contract.validator).toBe(validatorOf(document));
    const count = countFunctions(() => createValues(document).isValid(described, {}, "request"));
    expect(count).toBeGreaterThan(0);
    const again = countFunctions(() => {
      createValues(document).isValid(described, {}, "request");
      contract.validator.errors(described.schemaPointer, {});
    });
    expect(again).toBe(0);
    expect(absentBySchema(document, "response")).toBe(absentBySchema(document, "response"));
  });
});

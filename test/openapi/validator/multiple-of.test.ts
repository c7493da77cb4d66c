import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { parseWithDigits } from "#openapi/document/long-integer.js";
import { isMultipleOf } from "#openapi/validator/keywords/decimal.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { edgesOf } from "#values/edges.js";
import { createValues } from "#values/values.js";
import { documentWith, generatedSchemas, isSchema } from "../../schemas/rules-of.js";

const ROWS: [value: number, unit: number, isMultiple: boolean][] = [
  [19.99, 0.01, true],
  [19.995, 0.01, false],
  [0.3, 0.1, true],
  [0.30000000000000004, 0.1, false],
  [-1.1, 0.1, true],
  [4.35, 0.05, true],
  [1e-7, 1e-7, true],
  [1.5e-7, 1e-7, false],
  [1e21, 3, false],
  [3e21, 3, true],
  [0, 0.01, true],
  [7, 2, false],
  [5, 2.5, true],
];
const ROOT = "#/components/schemas/Root";

describe("multipleOf", () => {
  test.each(ROWS)("%d by %d: %s, in requests, responses and generated schemas", (value, unit, isMultiple) => {
    const document = documentWith({ multipleOf: unit });
    const validator = new SchemaValidator(document);
    const messages = isMultiple ? [] : [{ message: `must be multiple of ${unit}`, keyword: `${ROOT}/multipleOf` }];
    expect(isMultipleOf(value, unit)).toBe(isMultiple);
    expect(validator.errors(ROOT, value)).toMatchObject(messages);
    expect(validator.errors(ROOT, value, true)).toMatchObject(messages);
    expect(validator.isValid(ROOT, value)).toBe(isMultiple);
    const generated = generatedSchemas(document).RootSchema;
    expect(isSchema(generated) && safeParse(generated, value).success).toBe(isMultiple);
  });

  test.each<[text: string, isMultiple: boolean]>([
    ['{"id":9007199254740995}', true],
    ['{"id":9007199254740996}', false],
    ['{"ids":[1,9223372036854775805]}', false],
    ['{"ids":[5,9223372036854775805]}', true],
    ['{"ids":[5,-9223372036854775807]}', false],
    ['{"part":{"ids":[18446744073709551615]}}', true],
  ])("counts all digits of the long integers in %s: %s", (text, isMultiple) => {
    const unit: JsonObject = { type: "integer", multipleOf: 5 };
    const properties: JsonObject = { id: unit, ids: { type: "array", items: unit }, part: { $ref: ROOT } };
    const value = parseWithDigits(text);
    expect(new SchemaValidator(documentWith({ properties })).errors(ROOT, value, true)).toHaveLength(
      isMultiple ? 0 : 1,
    );
    const written = documentWith({ anyOf: [{ properties }, { type: "null" }] });
    expect(new SchemaValidator(written).isValid(ROOT, value)).toBe(isMultiple);
  });

  test("ignores values that are not numbers", () => {
    expect(new SchemaValidator(documentWith({ multipleOf: 2 })).errors(ROOT, "x")).toEqual([]);
  });

  test.each([0.01, 0.05, 0.1, 2.5])("generated prices are multiples of %d, also at the bounds", (unit) => {
    const document = documentWith({ type: "number", multipleOf: unit, minimum: 0.3, maximum: 20 });
    const values = createValues(document, { seed: 1 });
    const validator = new SchemaValidator(document);
    for (let count = 0; count < 50; count += 1) {
      const made = values.value({ schemaPointer: ROOT }, {});
      expect("value" in made && validator.errors(ROOT, made.value)).toEqual([]);
    }
    for (const { value } of edgesOf(values, { schemaPointer: ROOT }, { direction: "request" }).edges) {
      expect([value, validator.errors(ROOT, value)]).toEqual([value, []]);
    }
  });
});

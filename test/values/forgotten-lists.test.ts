import { expect, test } from "vitest";
import { listsOf } from "#values/rules/expanded.js";
import { createValues } from "#values/values.js";

test("of a large document, lists of schemas are forgotten, and the same values are made after it", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`field_${index}`, { type: "integer" }]),
  );
  const names = Array.from({ length: 60 }, (_, index) => `Schema${index}`);
  const schemas = Object.fromEntries(names.map((name) => [name, structuredClone({ type: "object", properties })]));
  const document = { openapi: "3.1.0", paths: {}, components: { schemas } };
  const described = names.map((name) => ({ schemaPointer: `#/components/schemas/${name}` }));
  const values = createValues(document);
  const before = listsOf(document);
  const made = described.map((each) => values.value(each));
  expect(listsOf(document)).not.toBe(before);
  const others = createValues(structuredClone(document));
  expect(described.map((each) => others.value(each))).toEqual(made);
  expect(made).not.toContainEqual(expect.objectContaining({ unsatisfiable: expect.anything() }));
});

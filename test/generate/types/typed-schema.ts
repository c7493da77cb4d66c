import type { Json, JsonObject } from "#openapi/document/document.js";
import { fc } from "#test/property.js";

const S = "#/components/schemas/";

/** Names that schemas share, so that their keywords meet. */
const NAMES = ["a", "b", "id", "email"];
const name = fc.constantFrom(...NAMES);
const names = fc.uniqueArray(name, { maxLength: 2 });
const scalar = fc.constantFrom<Json>("x", "yy", 0, -1, 2.5, true, false, null);
const text = fc.constantFrom<Json>("x", "yy", "zzz");

const optional = (keywords: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<JsonObject> =>
  fc.record<Record<string, Json>>(keywords, { requiredKeys: [] });

/** A component that schemas refer to, also with further keywords beside the reference. */
export const NAMED: JsonObject = {
  type: "object",
  properties: {
    a: { type: "string" },
    b: { type: ["number", "null"] },
    id: { type: "array", items: { type: "string" } },
  },
};

/**
 * Schemas as documents have them: each says its type, unless a part of it or one around it does. `Root` is the schema itself, and `Named`
 * is `NAMED`.
 */
export const typedSchema: fc.Arbitrary<Json> = fc.letrec<{ any: Json; object: JsonObject; list: JsonObject }>((tie) => {
  const any = tie("any");
  const some = fc.array(any, { minLength: 1, maxLength: 3 });
  // A schema that applies to itself at once would never end.
  const part = fc.oneof(
    { weight: 9, arbitrary: any },
    { weight: 1, arbitrary: fc.constant<Json>({ $ref: `${S}Root` }) },
  );
  const properties = fc.dictionary(name, part, { maxKeys: 3 });
  const objects = fc.array(tie("object"), { minLength: 1, maxLength: 3 });
  // Not an alternative that requires nothing: what is left has optional properties alone, and TypeScript refuses an object that
  // has none of them (weak types).
  const someNames = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
  const requirements = fc.array(fc.record({ required: someNames }), { minLength: 1, maxLength: 3 });
  // Not a reference, so that the place of the keyword is known where a value is rejected.
  const plain = fc.constantFrom<Json>({ type: "number" }, { type: ["string", "null"] }, { type: "boolean" }, {});
  const own = optional({ properties, required: names, additionalProperties: fc.oneof(fc.boolean(), plain) });
  return {
    any: fc.oneof(
      { depthSize: "small", withCrossShrink: true, maxDepth: 4 },
      {
        weight: 4,
        arbitrary: fc.constantFrom<Json>(
          ...["string", "number", "integer", "boolean", "null"].map((type) => ({ type })),
          ...[{ type: ["string", "null"] }, { type: ["integer", "boolean"] }, { const: null }, {}, true],
        ),
      },
      { weight: 1, arbitrary: fc.record<JsonObject>({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ type: fc.constant("string"), enum: fc.array(text, { minLength: 1, maxLength: 2 }) }),
      },
      { weight: 1, arbitrary: fc.constant<Json>({ $ref: `${S}Named` }) },
      { weight: 1, arbitrary: fc.record<JsonObject>({ anyOf: some }) },
      { weight: 1, arbitrary: fc.record<JsonObject>({ oneOf: some }) },
      { weight: 4, arbitrary: tie("object") },
      { weight: 2, arbitrary: tie("list") },
    ),
    object: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      { weight: 3, arbitrary: own.map((keywords) => ({ type: "object", ...keywords })) },
      { weight: 1, arbitrary: own.map((keywords) => ({ type: ["object", "null"], ...keywords })) },
      {
        weight: 1,
        arbitrary: fc.tuple(own, objects).map(([keywords, allOf]) => ({ type: "object", ...keywords, allOf })),
      },
      { weight: 1, arbitrary: fc.tuple(names, objects).map(([required, allOf]) => ({ required, allOf })) },
      {
        weight: 1,
        arbitrary: fc.tuple(own, requirements).map(([keywords, anyOf]) => ({ type: "object", ...keywords, anyOf })),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(own, objects).map(([keywords, oneOf]) => ({ type: "object", ...keywords, oneOf })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(names, properties)
          .map(([required, named]) => ({ $ref: `${S}Named`, required, properties: named })),
      },
    ),
    list: fc.oneof(
      optional({ items: part, minItems: fc.integer({ min: 0, max: 2 }) }).map((keywords) => ({
        type: "array",
        ...keywords,
      })),
      optional({
        prefixItems: some,
        items: fc.oneof(any, fc.constant(false)),
        minItems: fc.integer({ min: 0, max: 3 }),
        maxItems: fc.integer({ min: 1, max: 4 }),
      }).map((keywords) => ({ type: "array", ...keywords })),
    ),
  };
}).any;

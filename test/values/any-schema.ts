import type { Json } from "#openapi/document/document.js";
import { fc } from "#test/property.js";

/** Names that schemas share, so that their keywords meet. */
const NAMES = ["a", "b", "id", "email"];

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>("x", "yy", 0, 1, 2.5, true, null, "2020-01-01");
const name = fc.constantFrom(...NAMES);
const count = fc.integer({ min: 0, max: 4 });

const formats = ["date", "date-time", "email", "uuid", "uri", "ipv4", "hostname", "no-such-format"];
const patterns = ["^[a-z]+$", "\\d{3}", "^(cat|dog)-\\w{2,4}$", "^.{2,5}$", "^[^ ]*$", "x"];

/** Keywords that apply no further schema. */
const assertions = fc.record<Record<string, Json>>(
  {
    type: fc.oneof(
      fc.constantFrom<Json>("object", "array", "string", "number", "integer", "boolean", "null"),
      fc.constantFrom<Json>(["string", "null"], ["object", "array"], ["integer", "string"]),
    ),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    minLength: count,
    maxLength: fc.integer({ min: 0, max: 40 }),
    minimum: fc.integer({ min: -5, max: 5 }),
    maximum: fc.integer({ min: 0, max: 20 }),
    exclusiveMaximum: fc.integer({ min: 1, max: 20 }),
    multipleOf: fc.constantFrom<Json>(1, 2, 0.5, 0.01),
    format: fc.constantFrom<Json>(...formats),
    pattern: fc.constantFrom<Json>(...patterns),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    minProperties: fc.integer({ min: 0, max: 3 }),
    maxProperties: fc.integer({ min: 0, max: 4 }),
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
    examples: fc.array(scalar, { maxLength: 2 }),
    default: scalar,
  },
  { requiredKeys: [] },
);

/** Only some of the keywords of a record, because a schema with all of them admits nothing. */
const few = (keywords: fc.Arbitrary<Record<string, Json>>, most: number): fc.Arbitrary<Record<string, Json>> =>
  fc.tuple(keywords, fc.array(fc.nat(), { maxLength: most })).map(([all, picks]) => {
    const names = Object.keys(all);
    const kept = new Set(picks.map((pick) => names[pick % Math.max(1, names.length)]));
    return Object.fromEntries(Object.entries(all).filter(([each]) => kept.has(each)));
  });

/** Schemas of JSON Schema 2020-12 with most keywords, in which `#/components/schemas/Root` refers to the schema itself. */
export const anySchema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json; applicators: Record<string, Json> }>((tie) => {
  const schema = tie("schema");
  const schemas = fc.array(schema, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true, maxDepth: 4 },
      { weight: 4, arbitrary: few(assertions, 3) },
      { weight: 1, arbitrary: fc.constantFrom<Json>(true, {}, { $ref: "#/components/schemas/Root" }) },
      {
        weight: 6,
        arbitrary: fc.tuple(few(assertions, 2), tie("applicators")).map(([own, applied]) => ({ ...own, ...applied })),
      },
    ),
    applicators: few(
      fc.record<Record<string, Json>>({
        properties: fc.dictionary(name, schema, { maxKeys: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), schema),
        patternProperties: fc.dictionary(fc.constantFrom("^e", "d$"), schema, { maxKeys: 1 }),
        propertyNames: fc.constantFrom<Json>({ pattern: "^[a-z-]+\\d*$" }, { maxLength: 8 }, { enum: NAMES }),
        unevaluatedProperties: fc.constantFrom<Json>(false, { type: "string" }),
        dependentSchemas: fc.dictionary(name, schema, { maxKeys: 1 }),
        items: schema,
        prefixItems: schemas,
        contains: schema,
        allOf: schemas,
        anyOf: schemas,
        oneOf: schemas,
        not: few(assertions, 2),
        if: schema,
        then: schema,
        else: schema,
      }),
      3,
    ),
  };
}).schema;

import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { fc } from "#test/property.js";
import { oddJsonWith, oddName } from "./properties.js";
import { THINGS } from "./things.js";

const S = "#/components/schemas/";

/** A legal document with most kinds of objects that a document has. */
const LEGAL: JsonObject = {
  ...THINGS,
  servers: [{ url: "https://api.example.com" }],
  security: [{ Key: [] }],
  components: {
    securitySchemes: { Key: { type: "http", scheme: "bearer" } },
    parameters: {
      Limit: { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 9, default: 5 } },
    },
    schemas: {
      Tree: { type: "object", properties: { children: { type: "array", items: { $ref: `${S}Tree` } } } },
      Pet: {
        oneOf: [{ $ref: `${S}Cat` }, { $ref: `${S}Dog` }],
        discriminator: { propertyName: "kind", mapping: { cat: `${S}Cat` } },
      },
      Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, lives: { type: "integer" } } },
      Dog: { allOf: [{ $ref: `${S}Cat` }, { properties: { kind: { enum: ["dog"] } } }] },
    },
  },
  paths: {
    ...Object(THINGS.paths),
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
      put: {
        operationId: "putPet",
        parameters: [{ $ref: "#/components/parameters/Limit" }],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: `${S}Pet` }, examples: { cat: { value: { kind: "cat" } } } },
          },
        },
        responses: {
          "200": { description: "", content: { "application/json": { schema: { $ref: `${S}Tree` }, example: {} } } },
          default: { description: "", headers: { "X-Any": { schema: { type: "integer" } } } },
        },
      },
    },
  },
};

/** The places of a document, and its keywords and names. */
const PLACES: string[][] = [];
const NAMES = new Set<string>();
(function walk(node: Json, path: string[]): void {
  if (path.length > 0) PLACES.push(path);
  if (typeof node !== "object" || node === null) return;
  for (const [name, member] of Object.entries(node)) {
    NAMES.add(name);
    walk(member, [...path, name]);
  }
})(LEGAL, []);

const KEYWORDS = [
  ...[
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "items",
    "prefixItems",
    "properties",
    "patternProperties",
  ],
  ...[
    "additionalProperties",
    "required",
    "dependentRequired",
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "minItems",
  ],
  ...[
    "maxItems",
    "uniqueItems",
    "minimum",
    "multipleOf",
    "enum",
    "const",
    "type",
    "nullable",
    "discriminator",
    "$dynamicRef",
  ],
  ...[
    "examples",
    "example",
    "default",
    "style",
    "explode",
    "content",
    "schema",
    "x-identifies",
    "x-pagination",
    "x-requirements",
  ],
];

const odd = fc.oneof(
  oddJsonWith(fc.oneof(oddName, fc.constantFrom(...NAMES, ...KEYWORDS)), oddName),
  fc.constantFrom(2e9, -1, 1e-300, "^(a+)+$", "(", "[\\w-.]", "integer", "uuid", "date-time", {}, [], [{}]),
  fc.constantFrom(...PLACES).map((path) => ({ $ref: pointerTo("#", ...path) })),
  fc.constantFrom(
    { $ref: "#/nowhere" },
    { $ref: "gone.yaml" },
    { $ref: "#" },
    { $ref: 1 },
    { $ref: "http://127.0.0.1:1/x" },
  ),
);

type Change = (document: JsonObject) => void;

const change: fc.Arbitrary<Change> = fc
  .record({
    path: fc.constantFrom(...PLACES),
    kind: fc.constantFrom("replace", "remove", "add", "add", "rename"),
    name: fc.oneof(fc.constantFrom(...KEYWORDS), fc.constantFrom(...NAMES), oddName),
    value: odd,
  })
  .map(
    ({ path, kind, name, value }): Change =>
      (document) => {
        const last = path.at(-1) ?? "";
        const parent = path.slice(0, -1).reduce<unknown>((node, each) => Object(node)[each], document);
        if (typeof parent !== "object" || parent === null) return;
        const old: unknown = Reflect.get(parent, last);
        if (kind === "add" && typeof old === "object" && old !== null) return define(old, name, value);
        if (kind === "remove" || kind === "rename") Reflect.deleteProperty(parent, last);
        if (kind === "rename") define(parent, name, old);
        if (kind === "replace") define(parent, last, value);
      },
  );

/** Sets a member, also one named `__proto__`. */
function define(object: object, name: string, value: unknown): void {
  Reflect.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A legal document with up to four random changes. */
export const randomDocument: fc.Arbitrary<JsonObject> = fc
  .array(change, { minLength: 1, maxLength: 4 })
  .map((changes) => {
    const changed = structuredClone(LEGAL);
    for (const each of changes) each(changed);
    return changed;
  });

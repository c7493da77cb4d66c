import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../openapi/document.js";
import { compilePattern } from "../../openapi/pattern.js";
import { pointerTo, valueAt } from "../../openapi/pointer.js";
import { resolveReference } from "../../openapi/reference.js";

/** A value that breaks one keyword of a schema. */
export interface BrokenValue {
  /** JSON pointer to the keyword. */
  keyword: string;
  value: Json;
  /** In words: `below the minimum`. */
  what: string;
}

/**
 * Values that break a schema, one keyword each. `valid` is a value that fits: the fields of an object are broken in it,
 * and the rest of it stays as it is.
 */
export function brokenValues(
  document: OpenApiDocument,
  pointer: string,
  valid: Json | undefined,
  depth = 3,
): BrokenValue[] {
  const { node: schema, pointer: at } = resolveReference(document, valueAt(document, pointer), pointer);
  const broken = Object.entries(schema).flatMap(([keyword, wanted]): BrokenValue[] =>
    breakKeyword(keyword, wanted, schema, valid).map(({ value, what }) => ({
      keyword: pointerTo(at, keyword),
      value,
      what,
    })),
  );
  const parts = asList(schema.allOf).flatMap((_, index) =>
    brokenValues(document, pointerTo(at, "allOf", index), valid, depth),
  );
  if (!isObject(valid) || depth === 0) return [...broken, ...parts];
  const fields = Object.keys(asObject(schema.properties)).flatMap((name) =>
    // A field that may be left out is broken by its presence, so what depends on it would have to be there too.
    valid[name] === undefined
      ? []
      : brokenValues(document, pointerTo(at, "properties", name), valid[name], depth - 1).map(
          ({ keyword, value, what }) => ({
            keyword,
            what: `${name} ${what}`,
            value: { ...valid, [name]: value },
          }),
        ),
  );
  return [...broken, ...parts, ...fields];
}

const SAMPLES: readonly [string, Json][] = [
  ["string", "text"],
  ["number", 1.5],
  ["boolean", true],
  ["array", []],
  ["object", {}],
];

function breakKeyword(
  keyword: string,
  wanted: Json,
  schema: JsonObject,
  valid: Json | undefined,
): Omit<BrokenValue, "keyword">[] {
  const step = schema.type === "integer" ? 1 : 0.5;
  const object = isObject(valid) ? valid : {};
  const number = Number(wanted);
  switch (keyword) {
    case "type": {
      const types = [wanted].flat();
      // A number that is no integer, before a text: some servers read texts as numbers.
      const others = SAMPLES.filter(
        ([type]) => !types.includes(type) && !(type === "number" && types.includes("integer")),
      );
      const whole = types.includes("integer") && !types.includes("number") ? [{ value: 1.5, what: "not whole" }] : [];
      const more: Omit<BrokenValue, "keyword">[] = [
        ...(types.includes("null") ? [] : [{ value: null, what: "that is null" }]),
        ...(types.includes("array") || valid === undefined ? [] : [{ value: [valid], what: "in a list" }]),
      ];
      return [
        ...whole,
        ...more,
        ...others.slice(0, 1).map(([type, value]) => ({ value, what: `of the type ${type}` })),
      ];
    }
    case "enum":
      return [{ value: `no-${asList(wanted)[0]}`, what: "outside the enum" }];
    case "const":
      return [{ value: `no-${wanted}`, what: "other than its only value" }];
    case "minimum":
      return [
        { value: number - (Number.isInteger(number) ? 1 : step), what: "below the minimum" },
        ...(number > 0 ? [{ value: -number - 1, what: "below zero" }] : []),
      ];
    case "maximum":
      return [{ value: number + (Number.isInteger(number) ? 1 : step), what: "above the maximum" }];
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return typeof wanted === "number" ? [{ value: wanted, what: "on a bound that it must not reach" }] : [];
    case "multipleOf":
      return [{ value: number * 1.5, what: `no multiple of ${number}` }];
    case "minLength":
      return number > 0 ? [{ value: "x".repeat(number - 1), what: "too short" }] : [];
    case "maxLength":
      return number <= 100_000 ? [{ value: "x".repeat(number + 1), what: "too long" }] : [];
    case "minItems":
      return Array.isArray(valid) && number > 0
        ? [{ value: valid.slice(0, number - 1), what: "with too few items" }]
        : [];
    case "maxItems":
      return Array.isArray(valid) && valid[0] !== undefined && number < 1000
        ? [{ value: Array.from({ length: number + 1 }, () => valid[0] ?? null), what: "with too many items" }]
        : [];
    case "pattern":
      return ["no match", "_", "0", "!"]
        .filter((text) => !compilePattern(String(wanted)).test(text))
        .slice(0, 1)
        .concat(compilePattern(String(wanted)).test("") ? [] : [""])
        .map((value) => ({ value, what: value === "" ? "that is empty" : "against its pattern" }));
    case "format":
      return FORMATS.includes(String(wanted)) ? [{ value: "no such format", what: `that is no ${wanted}` }] : [];
    case "required":
      return asList(wanted)
        .filter((name) => object[String(name)] !== undefined)
        .map((name) => ({
          value: Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)),
          what: `without ${name}`,
        }));
    case "dependentRequired":
      return Object.entries(asObject(wanted)).flatMap(([name, needed]) => {
        if (object[name] === undefined) return [];
        const without = Object.entries(object).filter(([each]) => !asList(needed).includes(each));
        return [{ value: Object.fromEntries(without), what: `with ${name} but without ${asList(needed).join(", ")}` }];
      });
    case "additionalProperties":
    case "unevaluatedProperties":
      return wanted === false && isObject(valid)
        ? [{ value: { ...object, undeclared: 1 }, what: "with a field that it must not have" }]
        : [];
    default:
      return [];
  }
}

/** Formats that a text with spaces breaks beyond doubt. */
const FORMATS = ["date", "date-time", "email", "hostname", "idn-email", "ipv4", "ipv6", "uri", "uuid"];

import { isNumber } from "../openapi/document/long-integer.js";
import { isMultipleOf } from "../openapi/validator/keywords/decimal.js";
import { canonical } from "../openapi/validator/keywords/unique-items.js";
import { check, type Rule } from "./rule.js";

// Keywords for values of any type, texts and numbers (JSON Schema Validation 2020-12, 6.1 to 6.3).

type TypeName = "array" | "boolean" | "integer" | "null" | "number" | "object" | "string";

/** `type`. */
export function type(...names: TypeName[]): Rule {
  return check(
    (value) => {
      const typeName = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
      if (typeName === "bigint") return names.includes("number") || names.includes("integer");
      if (typeName !== "number") return names.some((name) => name === typeName);
      if (!Number.isFinite(value)) return false;
      return names.includes("number") || (names.includes("integer") && Number.isInteger(value));
    },
    `must be ${names.join(" or ")}`,
  );
}

/** `enum`, and `const` with one value. */
export function among(...values: unknown[]): Rule {
  const texts = new Set(values.map(canonical));
  const shown = values.map((value) => JSON.stringify(value)).join(", ");
  return check((value) => texts.has(canonical(value)), `must be ${values.length === 1 ? shown : `one of ${shown}`}`);
}

/** The schema `false`. */
export const never: Rule = (value, path, issues) => {
  issues.push({ message: "must be absent", path });
  return value;
};

function text(isValid: (value: string) => boolean, message: string): Rule {
  return check((value) => typeof value !== "string" || isValid(value), message);
}

function number(isValid: (value: number | bigint) => boolean, message: string): Rule {
  return check((value) => !isNumber(value) || isValid(value), message);
}

/** The number of characters; a surrogate pair is one (JSON Schema Validation, 6.3.1). */
const lengthOf = (value: string) => [...value].length;

export const minLength = (least: number): Rule =>
  text((value) => lengthOf(value) >= least, `must have at least ${least} characters`);

export const maxLength = (most: number): Rule =>
  text((value) => lengthOf(value) <= most, `must have at most ${most} characters`);

/** `pattern`, and formats that are one. */
export function matches(pattern: RegExp, message = `must match ${pattern.source}`): Rule {
  return text((value) => pattern.test(value), message);
}

export const minimum = (least: number): Rule => number((value) => value >= least, `must be at least ${least}`);

export const maximum = (most: number): Rule => number((value) => value <= most, `must be at most ${most}`);

export const exclusiveMinimum = (bound: number): Rule => number((value) => value > bound, `must be above ${bound}`);

export const exclusiveMaximum = (bound: number): Rule => number((value) => value < bound, `must be below ${bound}`);

/** `multipleOf`, by decimal digits. */
export function multipleOf(unit: number): Rule {
  return number((value) => isMultipleOf(value, unit), `must be a multiple of ${unit}`);
}

/** A format of texts. */
export function format(name: string, isValid: (value: string) => boolean): Rule {
  return text(isValid, `must be of the format ${name}`);
}

/** A format of numbers. */
export function numberFormat(name: string, isValid: (value: number) => boolean): Rule {
  return number((value) => isValid(Number(value)), `must be of the format ${name}`);
}

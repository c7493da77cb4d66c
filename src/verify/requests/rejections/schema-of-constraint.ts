import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import type { Constraint } from "../../model/test-case/constraint.js";

/** The schema of the values that a constraint allows. Their type is that of a value that was sent, or could be. */
export function schemaOfConstraint(constraint: Constraint, like: Json | undefined): JsonObject {
  const { values, pattern, format } = constraint;
  const type = constraint.type ?? typeOf(like);
  if (values !== undefined) return { enum: values.map((value) => asType(type, value)) };
  return {
    type,
    ...boundsOf(constraint, type),
    ...(type === "string" && pattern !== undefined && { pattern }),
    ...(type === "string" && format !== undefined && { format }),
  };
}

/** A value of a message as the type of the field: messages have numbers and flags as texts. */
function asType(type: string, value: Json): Json {
  if (typeof value !== "string") return value;
  if (type === "boolean" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  const isOfNumbers = type === "integer" || type === "number";
  return isOfNumbers && /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : value;
}

function boundsOf({ least, isAboveLeast, most, isBelowMost }: Constraint, type: string): JsonObject {
  if (type === "integer" || type === "number") {
    return {
      ...(least !== undefined && { [isAboveLeast ? "exclusiveMinimum" : "minimum"]: least }),
      ...(most !== undefined && { [isBelowMost ? "exclusiveMaximum" : "maximum"]: most }),
    };
  }
  const noun = { string: "Length", array: "Items", object: "Properties" }[type];
  if (noun === undefined) return {};
  return {
    ...(least !== undefined && { [`min${noun}`]: Math.max(0, Math.ceil(least) + (isAboveLeast ? 1 : 0)) }),
    ...(most !== undefined && { [`max${noun}`]: Math.max(0, Math.floor(most) - (isBelowMost ? 1 : 0)) }),
  };
}

function typeOf(value: Json | undefined): string {
  if (isNumber(value)) return Number.isInteger(Number(value)) ? "integer" : "number";
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : typeof value === "boolean" ? "boolean" : "string";
}

import { _ as code, type KeywordDefinition, str } from "ajv";
import { isNumber, originalMember } from "#openapi/document/long-integer.js";
import { isMultipleOf } from "./decimal.js";

/**
 * `multipleOf` (JSON Schema Validation 2020-12, 6.2.1) by the decimal digits. Ajv divides binary numbers, by which 19.99 is not
 * a multiple of 0.01. A long integer counts with all of its digits, except where it is the whole value.
 */
export const MULTIPLE_OF: KeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  compile: (unit: number) => (value: number, context) => {
    const original = context && originalMember(context.parentData, context.parentDataProperty);
    return isMultipleOf(isNumber(original) ? original : value, unit);
  },
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => code`{multipleOf: ${schemaCode}}`,
  },
};

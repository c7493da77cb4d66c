/** The runtime of generated schemas: JSON Schema 2020-12 as schemas of valibot, which implement Standard Schema. */

export { all, any, not, one, selected, when } from "./choices.js";
export { toDate, toInstant } from "./dates.js";
export { exactJson, textJson } from "./exact-json.js";
export { isByte, isDate, isDateTime, isInt32, isTime, isUri } from "./formats.js";
export { fromDigits, toBigInt, toDigits, toNumber } from "./long-integers.js";
export {
  contains,
  hidden,
  items,
  maxItems,
  maxProperties,
  members,
  minItems,
  minProperties,
  names,
  required,
  requiredBeside,
  rulesBeside,
  uniqueItems,
} from "./parts.js";
export { type DocumentedBodies, itemBy, responsesBy } from "./responses.js";
export { later, type Rule } from "./rule.js";
export { type Schema, schemaOf } from "./schema-of.js";
export {
  among,
  exclusiveMaximum,
  exclusiveMinimum,
  format,
  matches,
  maximum,
  maxLength,
  minimum,
  minLength,
  multipleOf,
  never,
  numberFormat,
  type,
} from "./values.js";

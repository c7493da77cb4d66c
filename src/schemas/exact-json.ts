import type { JsonCodec } from "../client/operation.js";
import type { Json } from "../openapi/document/document.js";
import { jsonText, parseWithDigits } from "../openapi/document/long-integer.js";
import type { Rule } from "./rule.js";

/** JSON with all digits of its integers: those that a number of JavaScript would round are `bigint`. */
export const exactJson: JsonCodec = {
  parse: (text) => parseWithDigits<Json>(text),
  stringify: (value) => jsonText(value),
};

/**
 * The same for a body that has texts in place of its numbers of 64 bits.
 *
 * @param sent makes the body with `bigint` in their place
 */
export function textJson(sent: Rule): JsonCodec {
  return { ...exactJson, stringify: (value) => exactJson.stringify(sent(value, [], [])) };
}

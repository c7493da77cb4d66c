import { isObject, type Json } from "#openapi/document/document.js";
import { pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MockedResponse } from "./mocked-response.js";

/** Names of fields with the status and the reason of an error: those of problems (RFC 9457) and of usual frameworks. */
const STATUS = ["status", "statusCode", "status_code", "code"];
const REASON = ["detail", "message", "error_description", "title", "error"];

/**
 * Writes the status and the reason into the generated body of an error. They are at the top or in the field `error`. A field
 * counts if its schema admits the value.
 */
export function explainError(
  response: MockedResponse,
  reason: string | undefined,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  const { statusCode, body } = response;
  let explained = response;
  const set = (at: string, value: Json) => {
    const candidate = { ...explained, body: withValue(valueAt(explained.body, "") ?? null, at, value) };
    if (isValid(candidate)) explained = candidate;
  };
  for (const at of ["", "/error"]) {
    const fields = valueAt(body, at);
    if (!isObject(fields)) continue;
    const isOf = (type: string) => (name: string) => typeof fields[name] === type;
    for (const name of STATUS.filter(isOf("number"))) set(pointerTo(at, name), statusCode);
    const [first] = REASON.filter(isOf("string"));
    if (first !== undefined && reason !== undefined) set(pointerTo(at, first), reason);
  }
  return explained;
}

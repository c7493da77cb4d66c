import type { RequestReading } from "#http/request/read-request.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { type MockedResponse, violationOf } from "./mocked-response.js";

/**
 * Writes the identifiers of a request into a success, at the place that `x-identifies` names, so that a request for an
 * id returns that id. Of several places, the first one whose schema admits the value is used.
 */
export function echoIdentifiers(
  operation: Operation,
  { parameters }: RequestReading,
  response: MockedResponse,
  validator: SchemaValidator,
): MockedResponse {
  if (response.statusCode >= 300) return response;
  let echoed = response;
  for (const { parameter, value } of parameters) {
    const { identifies } = parameter;
    if (parameter.in !== "path" || identifies.some((pointer) => valueAt(echoed.body, pointer) === value)) continue;
    const candidates = identifies.map((pointer) => ({ ...response, body: withValue(echoed.body, pointer, value) }));
    echoed = candidates.find((candidate) => violationOf(operation, candidate, validator) === undefined) ?? echoed;
  }
  return echoed;
}

/** A copy of a body with another value at a pointer; unchanged if the body has no value there. */
function withValue(body: unknown, pointer: string, value: Json): unknown {
  const copy = structuredClone(body);
  const names = pointerNames(pointer);
  const last = names.pop();
  const parent = names.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), copy);
  if (isObject(parent) && last !== undefined && Object.hasOwn(parent, last)) parent[last] = value;
  return copy;
}

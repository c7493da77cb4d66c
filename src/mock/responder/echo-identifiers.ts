import type { RequestReading } from "#http/request/read-request.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
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
    const body = valueAt(echoed.body, "");
    const places = identifies.filter((pointer) => valueAt(body, pointer) !== undefined);
    const candidates = places.map((pointer) => ({
      ...response,
      body: body === undefined ? undefined : withValue(body, pointer, value),
    }));
    echoed = candidates.find((candidate) => violationOf(operation, candidate, validator) === undefined) ?? echoed;
  }
  return echoed;
}

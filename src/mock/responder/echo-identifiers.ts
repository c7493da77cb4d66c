import type { RequestReading } from "#http/request/read-request.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { likelyProperties } from "#statements/names.js";
import { parentField } from "#statements/resources/parent-field.js";
import { sentBeside } from "./list/mocked-list.js";
import { isValidBody, type MockedResponse } from "./mocked-response.js";

/**
 * Writes the identifiers of a request into a success, at the place that `x-identifies` or else a name states. So a request
 * for an id returns that id. Of several places, the first one whose schema admits the value is used.
 *
 * @param matching the example that states the response to the request; undefined if none does
 */
export function echoIdentifiers(
  operation: Operation,
  reading: RequestReading,
  response: MockedResponse,
  validator: SchemaValidator,
  matching: ExamplePair | undefined,
): MockedResponse {
  if (response.statusCode >= 300) return response;
  let echoed = response;
  for (const { parameter } of reading.parameters) {
    const value = parameter.in === "path" ? sentBeside(matching, reading, parameter) : undefined;
    if (value === undefined) continue;
    const body = valueAt(echoed.body, "");
    const identifies = parameter.identifies.length > 0 ? parameter.identifies : namedPlaces(operation, parameter, body);
    if (identifies.some((pointer) => valueAt(body, pointer) === value)) continue;
    for (const pointer of identifies) {
      if (body === undefined || valueAt(body, pointer) === undefined) continue;
      const candidate = { ...response, body: withValue(body, pointer, value) };
      if (!isValidBody(operation, candidate, validator)) continue;
      echoed = candidate;
      break;
    }
  }
  return echoed;
}

/**
 * The place that names suggest. The parameter at the end of a path identifies what the operation responds with. Another one
 * identifies a resource around it: `postId` of `/posts/{postId}/likes`.
 */
function namedPlaces({ path }: Operation, { name }: Parameter, body: Json | undefined): string[] {
  const [collection = "", end] = path.split("/").slice(-2);
  if (!isObject(body)) return [];
  const around = end === `{${name}}` ? undefined : parentField(path, name, Object.keys(body));
  if (end !== `{${name}}`) return around === undefined ? [] : [pointerTo("", around)];
  return likelyProperties(name, collection, Object.keys(body))
    .slice(0, 1)
    .map((property) => pointerTo("", property));
}

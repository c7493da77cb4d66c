import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { parentField } from "#statements/resources/parent-field.js";
import type { MockedResponse } from "../mocked-response.js";
import type { ExamplePage } from "./example-page.js";
import { itemsIn, type MockedList, sentBeside } from "./mocked-list.js";

/**
 * Writes the identifiers of the resources to which a list belongs into its items. A request for `/users/jo/orders` gets
 * orders whose `userId` is `jo`, if they have this field.
 */
export function withParentFields(
  operation: Operation,
  { paging }: MockedList,
  { reading, matching }: Pick<ExamplePage, "reading" | "matching">,
  response: MockedResponse,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  if (response.statusCode >= 300) return response;
  let found = response;
  for (const { parameter } of reading.parameters) {
    const value = parameter.in === "path" ? sentBeside(matching, reading, parameter) : undefined;
    const body = valueAt(found.body, "");
    const items = itemsIn(body, paging);
    if (value === undefined || body === undefined || !items) continue;
    const changed = items.map((item) => (isObject(item) ? withParent(operation, parameter, item, value) : item));
    const candidate = { ...found, body: withValue(body, paging.items, changed) };
    if (isValid(candidate)) found = candidate;
  }
  return found;
}

/** An item with the identifier of a resource around it, if it has a field for that. */
function withParent({ path }: Operation, { name }: Parameter, item: JsonObject, value: Json): JsonObject {
  const field = parentField(path, name, Object.keys(item));
  return field === undefined ? item : { ...item, [field]: value };
}

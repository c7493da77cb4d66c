import { covers, isJson } from "../../../http/media-type.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "../../../openapi/document.js";
import { firstExample } from "../../../openapi/example-pairs.js";
import type { MediaType, Operation, RequestBody } from "../../../openapi/operation.js";
import { pointerTo } from "../../../openapi/pointer.js";
import { invalidValues } from "../../generation/invalid-values.js";
import { successExample } from "../../generation/valid-request.js";
import { type BodySpec, GENERATED, type RequestSpec } from "../../model/request-spec.js";
import type { InvalidRequest } from "./invalid-request.js";

const FORM = "application/x-www-form-urlencoded";

/** Violates the constraints of a request body: omits it, sends another media type, malformed JSON, and invalid values. */
export function invalidBodies(document: OpenApiDocument, operation: Operation): InvalidRequest[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const json = requestBody.content.find(({ name }) => isJson(name));
  const place = pointerTo(requestBody.pointer, "required");
  return [
    ...(requestBody.required ? [withBody("a request without its body", place, () => undefined)] : []),
    ...otherMediaTypes(operation, requestBody, json),
    ...(json ? invalidJson(document, operation, requestBody, json) : invalidForm(document, requestBody)),
  ];
}

/** @param change makes an invalid body of the valid one */
function withBody(what: string, place: string, change: (body: BodySpec | undefined) => RequestSpec["body"]) {
  return { what, place, change: (request: RequestSpec) => ({ ...request, body: change(request.body) }) };
}

function otherMediaTypes(
  operation: Operation,
  { content, pointer }: RequestBody,
  json: MediaType | undefined,
): InvalidRequest[] {
  const place = pointerTo(pointer, "content");
  const text = withBody("a body of another media type", place, (body) => asText("text/plain", textOf(body)));
  const form = withBody("a form in place of JSON", place, (body) => {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(fieldsOf(body))) fields.append(name, String(value));
    return asText(FORM, fields.toString());
  });
  const fields = Object.values(asObject(successExample(operation)?.body?.value));
  const hasTextFields = fields.some((value) => typeof value === "string");
  const acceptsText = content.some(({ name }) => ["*/*", "text/*", "text/plain"].includes(name));
  const acceptsForm = content.some(({ name }) => covers(FORM, name));
  return [...(acceptsText ? [] : [text]), ...(json && hasTextFields && !acceptsForm ? [form] : [])];
}

function invalidJson(
  document: OpenApiDocument,
  operation: Operation,
  { pointer }: RequestBody,
  { name: type, schemaPointer }: MediaType,
): InvalidRequest[] {
  const body = successExample(operation)?.body;
  const example = body?.mediaType.name === type ? body.value : undefined;
  return [
    withBody("malformed JSON", pointerTo(pointer, "content"), (valid) => asText(type, textOf(valid).slice(0, -1))),
    ...invalidValues(document, schemaPointer, example).map(({ keyword, value, what }) =>
      withBody(`a body ${what}`, keyword, (valid) => withUniqueFields(valid, type, value, example)),
    ),
  ];
}

/** Omits the required fields of a form one by one. All fields of a form are texts, so their types are not violated. */
function invalidForm(document: OpenApiDocument, { content }: RequestBody): InvalidRequest[] {
  const form = content.find(({ name }) => covers(FORM, name));
  const example = form && firstExample(form.examples);
  if (!form || example === undefined) return [];
  return invalidValues(document, form.schemaPointer, example, 0)
    .filter(({ keyword }) => keyword.endsWith("/required"))
    .map(({ keyword, value, what }) =>
      withBody(`a form ${what}`, keyword, (valid) => withUniqueFields(valid, form.name, value, example)),
    );
}

/** Keeps the unique values of the valid body, so that the invalid field is the only reason to reject the request. */
function withUniqueFields(
  valid: BodySpec | undefined,
  type: string,
  invalid: Json,
  example: Json | undefined,
): BodySpec {
  if (!isObject(invalid)) return { type, value: invalid, source: GENERATED };
  const unique = fieldsOf(valid);
  const old = asObject(example);
  const value = Object.fromEntries(
    Object.entries(invalid).map(([name, each]) => [name, each === old[name] ? (unique[name] ?? each) : each]),
  );
  return { type, value, source: GENERATED };
}

function asText(type: string, text: string): BodySpec {
  return { type, text, source: GENERATED };
}

function fieldsOf(body: BodySpec | undefined) {
  return body && "value" in body ? asObject(body.value) : {};
}

function textOf(body: BodySpec | undefined): string {
  if (!body) return "{}";
  return "text" in body ? body.text : JSON.stringify(body.value);
}

import { includesType, isJson, MULTIPART, URLENCODED } from "#http/media-type.js";
import { isJsonOffer } from "#http/negotiate.js";
import { asObject, isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { MediaType, Operation, RequestBody } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import { type BodySpec, GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { successExample } from "../known-values.js";
import { isInvalidFormAsSent } from "./as-sent.js";
import { type InvalidValue, invalidValues } from "./invalid-values.js";
import { ranked } from "./ranked.js";
import { rebased } from "./rebased.js";
import { knowledgeOf } from "./samples.js";
import type { Violation } from "./violation.js";

/** Violates the constraints of a request body: omits it, sends another media type, malformed JSON, and invalid values. */
export function invalidBodies(contract: Contract, operation: Operation): Violation[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const json = requestBody.content.find(({ name }) => isJson(name)) ?? requestBody.content.find(isJsonOffer);
  const place = pointerTo(requestBody.pointer, "required");
  return [
    ...(requestBody.required ? [withBody("a request without its body", place, () => undefined)] : []),
    ...otherMediaTypes(operation, requestBody, json),
    ...(json ? invalidJson(contract, operation, requestBody, json) : invalidForm(contract, requestBody)),
  ];
}

/**
 * @param change makes an invalid body of the valid one
 * @param invalid the part of the body that is invalid (default: the whole)
 */
function withBody(
  what: string,
  place: string,
  change: (body: BodySpec | undefined) => RequestSpec["body"],
  { path = [], missing = [] }: Pick<InvalidValue, "path" | "missing"> = {},
): Violation {
  const part = pointerTo("/body", ...path, ...missing.slice(0, 1));
  return {
    ...(missing.length > 1 ? { names: missing } : {}),
    what,
    place,
    part,
    permission: "forbidden",
    apply: (request) => ({ ...request, body: change(request.body) }),
  };
}

function otherMediaTypes(
  operation: Operation,
  { content, pointer }: RequestBody,
  json: MediaType | undefined,
): Violation[] {
  const place = pointerTo(pointer, "content");
  const text = withBody("a body of another media type", place, (body) => asText("text/plain", textOf(body)));
  const form = withBody("a form in place of JSON", place, (body) => {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(fieldsOf(body))) fields.append(name, String(value));
    return asText(URLENCODED, fields.toString());
  });
  const fields = Object.values(asObject(successExample(operation)?.body?.value));
  const hasTextFields = fields.some((value) => typeof value === "string");
  const acceptsText = content.some(({ name }) => includesType(name, "text/plain"));
  const acceptsForm = content.some(({ name }) => includesType(name, URLENCODED));
  const variants = [...(acceptsText ? [] : [text]), ...(json && hasTextFields && !acceptsForm ? [form] : [])];
  return variants.map((variant) => ({ ...variant, ifAccepted: "lenient" }));
}

function invalidJson(
  contract: Contract,
  operation: Operation,
  { pointer, required }: RequestBody,
  mediaType: MediaType,
): Violation[] {
  const { name: type, schemaPointer } = mediaType;
  const body = successExample(operation)?.body;
  const options = knowledgeOf(contract);
  // The generated body of a run has the same required fields.
  const example = body?.mediaType.name === type ? body.value : options.sample(schemaPointer);
  return [
    withBody("malformed JSON", pointerTo(pointer, "content"), (valid) => asText(type, unfinished(textOf(valid)))),
    ...mostTelling(invalidValues(contract.document, schemaPointer, example, options))
      // Many servers read null as an absent body.
      .filter(({ value }) => required || value !== null)
      .map((invalid) => ({
        ...withBody(
          `a body ${invalid.what}`,
          invalid.keyword,
          (valid) => invalidFrom(contract, mediaType, valid, { invalid: invalid.value, sample: example }),
          invalid,
        ),
        ...(invalid.value === null ? { anywhere: "null in place of a body" } : {}),
      })),
  ];
}

/** JSON without its end. A number without its last digit would be another number. */
function unfinished(text: string): string {
  return /^[{["]/.test(text) ? text.slice(0, -1) : `[${text}`;
}

/** Violates the fields of a form one by one, as far as a text can. */
function invalidForm(contract: Contract, { content, required }: RequestBody): Violation[] {
  const form =
    content.find(({ name }) => includesType(URLENCODED, name)) ??
    content.find(({ name }) => includesType(MULTIPART, name));
  const options = knowledgeOf(contract);
  const example = form && (firstExample(form.examples) ?? options.sample(form.schemaPointer));
  if (!form || !isObject(example)) return [];
  const invalid = invalidValues(contract.document, form.schemaPointer, example, options)
    .filter((value) => isInvalidFormAsSent(contract, form, value))
    // A form without fields is an empty body, as if it was left out.
    .filter(({ value }) => required || !isObject(value) || Object.keys(value).length > 0);
  return mostTelling(invalid).map((chosen) =>
    withBody(
      `a form ${chosen.what}`,
      chosen.keyword,
      (valid) => invalidFrom(contract, form, valid, { invalid: chosen.value, sample: example }),
      chosen,
    ),
  );
}

/** The most violations of the parts of fields, and of optional fields that are added: some bodies have hundreds. */
const MOST_IN_PARTS = 48;

/**
 * All violations of the fields of a body, and those of the other parts up to the limit. One of each part and keyword comes
 * first.
 */
function mostTelling(invalid: readonly InvalidValue[]): InvalidValue[] {
  const isLimited = ({ path = [], isAdded = false }: InvalidValue) => path.length > 1 || isAdded;
  const parts = invalid.filter(isLimited);
  const byKeyword = ranked(parts, ({ keyword }) => keyword);
  const byPart = ranked(byKeyword, ({ path = [] }) => path.join("/"));
  const isChosen = new Set(byPart.slice(0, MOST_IN_PARTS));
  return invalid.filter((value) => isChosen.has(value) || !isLimited(value));
}

/**
 * The invalid value as a change of the valid body. The violation is then the only reason to reject the request. If that
 * change would be valid, the invalid value is sent as it is.
 */
function invalidFrom(
  { validator }: Contract,
  { name: type, schemaPointer }: MediaType,
  valid: BodySpec | undefined,
  { invalid, sample }: { invalid: Json; sample: Json | undefined },
): BodySpec {
  const known = fieldsOf(valid);
  const isEmpty = Object.keys(known).length === 0;
  const value = isEmpty || !isObject(invalid) ? invalid : rebased({ invalid, sample, valid: known });
  const isInvalid = value === invalid || validator.errors(schemaPointer, value).length > 0;
  return { type, value: isInvalid ? value : invalid, source: GENERATED };
}

function asText(type: string, text: string): BodySpec {
  return { type, text, source: GENERATED };
}

function fieldsOf(body: BodySpec | undefined) {
  return body && "value" in body ? asObject(body.value) : {};
}

function textOf(body: BodySpec | undefined): string {
  if (!body) return "{}";
  return "text" in body ? body.text : jsonText(body.value);
}

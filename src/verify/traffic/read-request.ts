import { covers, isJson, mediaTypeOf } from "#http/media-type.js";
import { readParameter } from "#http/parameter-readings.js";
import type { Json } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SchemaError } from "#openapi/schema/validator.js";
import type { Contract } from "../model/contract.js";
import type { Basis, FindingDraft } from "../model/finding/finding.js";
import { parseBody } from "../model/request/exchange.js";
import { type BodySpec, GENERATED, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";
import { cookiesOf, type RecordedExchange } from "./recorded-exchange.js";

/** A constraint of the document that a request violates. */
export interface RequestViolation {
  finding: FindingDraft;
  /** The basis of the finding if the server accepts the request nevertheless (default: `stated`). */
  ifAccepted?: Basis;
  /** The parameter that is concerned. */
  parameter?: ParameterValue["parameter"];
}

/** A recorded request as the checks see it, and its violations. */
export interface ReadRequest {
  spec: RequestSpec;
  violations: RequestViolation[];
}

/**
 * Reads a recorded request as the document describes it (Parameter Object and Request Body Object, OpenAPI 3.1, 4.8.12
 * and 4.8.13). Undocumented parameters are ignored, and so are parts that were not recorded.
 */
export function readRequest(
  contract: Contract,
  operation: Operation,
  path: Record<string, string>,
  { request }: RecordedExchange,
): ReadRequest {
  const parts = { url: request.url, headers: request.headers, path, cookies: cookiesOf(request.headers) };
  const violations: RequestViolation[] = [];
  const parameters = operation.parameters.flatMap((parameter): ParameterValue[] => {
    const { name, in: place, required, pointer } = parameter;
    const read = readParameter(contract.document, parameter, parts, contract.validator);
    if (!read) {
      if (required && !isHidden(place, request.headers)) {
        violations.push(missing(`the ${place} parameter ${name}`, pointer, "required"));
      }
      return [];
    }
    const { value, errors } = read;
    const found = errors.map((error) => schemaViolation(`the ${place} parameter ${name}`, value, error));
    violations.push(...found.map((each) => ({ ...each, parameter })));
    return [{ parameter, value, source: GENERATED }];
  });
  operation.mutuallyExclusive.forEach((names, index) => {
    const sent = names.filter((name) => request.url.searchParams.has(name));
    if (sent.length < 2) return;
    violations.push({
      finding: {
        check: "request",
        message: `the parameters ${sent.join(" and ")} are combined`,
        place: pointerTo(operation.pointer, "x-mutually-exclusive", index),
        expected: `one of ${names.join(", ")}`,
        received: sent.join(", "),
      },
    });
  });
  const body = readBody(contract, operation, request, violations);
  return { spec: { operation, parameters, body }, violations };
}

/** Browsers and some recorders hide cookies. */
function isHidden(place: string, headers: Headers): boolean {
  return place === "cookie" && !headers.has("cookie");
}

function readBody(
  { validator }: Contract,
  { requestBody }: Operation,
  { headers, body: text }: RecordedExchange["request"],
  violations: RequestViolation[],
): BodySpec | undefined {
  if (!requestBody || text === undefined) return undefined;
  if (text === "") {
    if (requestBody.required) violations.push(missing("the body", requestBody.pointer, "required"));
    return undefined;
  }
  const type = mediaTypeOf(headers.get("content-type") ?? "");
  const described = requestBody.content.find(({ name }) => covers(name, type));
  if (!described) {
    const names = requestBody.content.map(({ name }) => name).join(" or ");
    violations.push({
      ifAccepted: "lenient",
      finding: {
        check: "request",
        message: `the body is ${type || "of no media type"}`,
        place: pointerTo(requestBody.pointer, "content"),
        expected: names,
        received: type || "no Content-Type",
      },
    });
    return { type, text, source: GENERATED };
  }
  // JSON Schema describes JSON; forms and files have no JSON form that the standard states.
  if (!isJson(type)) return { type, text, source: GENERATED };
  const json = parseBody(text);
  if (!json) {
    const facts = { place: described.schemaPointer, expected: "JSON", received: text };
    violations.push({ finding: { check: "request", message: "the body is not JSON", ...facts } });
    return { type, text, source: GENERATED };
  }
  const errors = described.schema === undefined ? [] : validator.errors(described.schemaPointer, json.value);
  violations.push(...errors.map((error) => schemaViolation("the body", json.value, error)));
  return { type, value: json.value, source: GENERATED };
}

function missing(subject: string, pointer: string, keyword: string): RequestViolation {
  const place = pointerTo(pointer, keyword);
  const facts = { message: `${subject} is missing`, place, expected: subject, received: "nothing" };
  return { finding: { check: "request", ...facts } };
}

function schemaViolation(
  subject: string,
  value: Json,
  { at, keyword, message, wanted }: SchemaError,
): RequestViolation {
  return {
    finding: {
      check: "request",
      message: `${subject}${at && ` at ${at}`} ${message}`,
      place: keyword,
      expected: `${keyword.split("/").at(-1)}: ${JSON.stringify(wanted)}`,
      received: JSON.stringify(value),
    },
  };
}

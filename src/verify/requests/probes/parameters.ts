import { isHeader } from "#http/headers.js";
import type { Json } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { typesOf } from "#openapi/schema/merged-schema.js";
import { cursorParameters, isCursor, listOf } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { isSegment } from "#statements/resources/path-parameters.js";
import type { Contract } from "#verify/model/contract.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { valuesOf } from "../generated-parts.js";
import type { Variation } from "../variation.js";
import { type OddValue, oddValues } from "./odd-values.js";

/** The most odd values of one parameter. */
const MOST_VALUES = 3;

/**
 * Odd values that the document allows in some parameters of an operation, each in turn. A path of an unsafe method may name a
 * resource, so it stays.
 */
export function parameterProbes(
  context: RequestContext,
  operation: Operation,
  parameters: readonly Parameter[],
): Variation[][] {
  return parameters.flatMap((parameter) => {
    const isExclusive = operation.mutuallyExclusive.flat().includes(parameter.name);
    const isLeftAlone = isCursor(operation, parameter) || isExclusive || parameter.mediaType !== undefined;
    if (isLeftAlone || (parameter.in === "path" && !isSafe(operation))) return [];
    const { generator } = context;
    const isAllowed = (value: Json) =>
      isSendable(parameter, value) && valuesOf(context).isValid(parameter, value, "request");
    const schema = schemaOf(context.contract.document, parameter);
    const allowed = oddValues(schema, { carrier: "url", generator, isAllowed }).slice(0, MOST_VALUES);
    const probeOf = ({ what, value, anywhere, simpler }: OddValue): Variation => ({
      part: partOf(parameter),
      what: `${what} ${parameter.name}`,
      permission: "allowed",
      ...(anywhere === undefined ? {} : { anywhere }),
      simpler: simpler.map(probeOf),
      apply: (request) => withParameter(request, parameter, value),
    });
    return allowed.length > 0 ? [allowed.map(probeOf)] : [];
  });
}

const CHECKED = ["enum", "const", "pattern", "format", "minimum", "maximum"];

/**
 * Usual values in other spellings, all in one request. One is sent several times, one with brackets behind its name, which
 * many servers read as an object. Others are in another case, with needless percent-encoding (RFC 3986, 6.2.2.2), or with
 * spaces around.
 */
export function spelledProbes({ document }: Contract, usual: RequestSpec): Variation[] {
  const { parameters } = usual.operation;
  const plain = parameters.filter((parameter) => {
    const types = typesOf(schemaOf(document, parameter));
    const isStructured = types.includes("array") || types.includes("object") || parameter.style !== "form";
    return parameter.in === "query" && !isStructured && !isCursor(usual.operation, parameter);
  });
  // A server that checks a value rejects these before it uses any of them.
  const free = plain.filter((parameter) => {
    const schema = schemaOf(document, parameter);
    return CHECKED.every((keyword) => schema[keyword] === undefined);
  });
  return (free.length > 0 ? free : plain).map((parameter, index): Variation => {
    const { name } = parameter;
    const isText = typesOf(schemaOf(document, parameter)).includes("string");
    const known = usual.parameters.find((sent) => sent.parameter === parameter)?.value ?? (isText ? "a" : "1");
    const isRepeated = index % 2 === 0;
    const probeOf = (what: string, changed: Parameter, value: Json, simpler: readonly Variation[] = []): Variation => ({
      part: partOf(parameter),
      what,
      permission: "open",
      simpler,
      apply: (request) => ({
        ...request,
        parameters: [...withoutParameter(request, parameter), { parameter: changed, value, source: GENERATED }],
      }),
    });
    // The value is encoded already.
    const literal: Parameter = { ...parameter, allowReserved: true };
    const shape = (of: Parameter, value: Json): [Parameter, Json] =>
      isRepeated ? [{ ...of, explode: true }, [value, value]] : [{ ...of, style: "deepObject" }, { a: value }];
    const what = isRepeated ? `${name} twice` : `${name}[a] in place of ${name}`;
    const spellings = spellingsOf(String(known).toWellFormed());
    const inAll = `${what}, in another case, percent-encoding and spaces`;
    return probeOf(inAll, ...shape(literal, spellings.all), [
      probeOf(what, ...shape(parameter, known)),
      probeOf(`another case of ${name}`, literal, spellings.otherCase),
      probeOf(`percent-encoding in ${name}`, literal, spellings.encoded),
      probeOf(`spaces around ${name}`, literal, spellings.spaced),
    ]);
  });
}

/** A value in other spellings, as they stand in a query. */
function spellingsOf(known: string) {
  const upper = known.toUpperCase();
  const swapped = upper === known ? known.toLowerCase() : upper;
  const encodedFirst = (text: string) =>
    encodeURIComponent(text).replace(/^\w/, (first) => {
      return `%${first.charCodeAt(0).toString(16).toUpperCase()}`;
    });
  return {
    otherCase: encodeURIComponent(swapped),
    encoded: encodedFirst(known),
    spaced: `%20${encodeURIComponent(known)}%20`,
    all: `%20${encodedFirst(swapped)}%20`,
  };
}

/** A parameter that the document does not have. */
export function unknownParameterProbes(operation: Operation): Variation[] {
  return unknownParameter(operation, {
    name: "no_such_parameter",
    what: "an unknown parameter",
    value: "1",
    permission: "allowed",
  });
}

/** A query that is not percent-encoded right (RFC 3986, 2.1). */
export function malformedQueryProbes(operation: Operation): Variation[] {
  const what = "malformed percent-encoding in the query";
  return unknownParameter(operation, { name: "malformed", what, value: "%zz%ff%", permission: "open" });
}

function unknownParameter(
  { parameters }: Operation,
  { name, what, value, permission }: Pick<Variation, "what" | "permission"> & { name: string; value: Json },
): Variation[] {
  const first = parameters.find((parameter) => parameter.in === "query");
  if (!first) return [];
  const more = { name, schema: true, style: "form", mediaType: undefined, allowReserved: true };
  const parameter: Parameter = { ...first, ...more };
  const apply = (request: RequestSpec) => withParameter(request, parameter, value);
  return [{ part: partOf(parameter), what, permission, apply }];
}

/** A malformed cursor: the document leaves open whether it is rejected. */
export function malformedCursorProbes({ document }: Contract, operation: Operation): Variation[] {
  const [cursor] = cursorParameters(listOf(document, operation) ?? operation);
  if (!cursor || !operation.parameters.includes(cursor)) return [];
  return [
    {
      part: partOf(cursor),
      what: `a malformed ${cursor.name}`,
      permission: "open",
      apply: (request) => withParameter(request, cursor, "no cursor'\0\""),
    },
  ];
}

/** A path value that is not percent-encoded right. No server can read it, so it identifies nothing. */
export function malformedPathProbes(operation: Operation): Variation[] {
  const parameter = operation.parameters.findLast(({ in: place }) => place === "path");
  if (!parameter || !isSafe(operation)) return [];
  return [
    {
      part: partOf(parameter),
      what: `malformed percent-encoding in ${parameter.name}`,
      permission: "open",
      apply: (request) => ({ ...withParameter(request, parameter, "%zz%ff"), literalPercent: true }),
    },
  ];
}

/** Characters of a part of a path: more than most identifiers have, and fewer than servers refuse to read. */
const LONG_PART = 300;

/** A value of a path that is in use, in another letter case, and a long one. Only a method that reads is sent. */
export function pathProbes({ operation, parameters }: RequestSpec): Variation[] {
  const sent = parameters.findLast(({ parameter }) => parameter.in === "path");
  if (!sent || !isSafe(operation) || typeof sent.value !== "string") return [];
  const { parameter, value } = sent;
  const probeOf = (what: string, changed: string): Variation => ({
    part: `${partOf(parameter)} ${what}`,
    spellingOf: partOf(parameter),
    what: `${what} ${parameter.name}`,
    permission: "open",
    apply: (request) => withParameter(request, parameter, changed),
  });
  const upper = value.toUpperCase();
  const otherCase = upper === value ? value.toLowerCase() : upper;
  return [
    ...(otherCase === value ? [] : [probeOf("another letter case of", otherCase)]),
    probeOf(`${LONG_PART} characters in`, "a".repeat(LONG_PART)),
  ];
}

function partOf({ in: place, name }: Parameter): string {
  return pointerTo("", place, name);
}

/** Headers whose odd values say something of HTTP, and not of the API. */
const HTTP_HEADERS = /^(host|cookie|authorization|content-(type|length|encoding)|accept.*|expect|connection|te)$/i;

function isSendable({ in: place, name }: Parameter, value: Json): boolean {
  if (place === "header") return !HTTP_HEADERS.test(name) && isHeader(name, String(value));
  return place !== "path" || isSegment(value);
}

function withParameter(request: RequestSpec, parameter: Parameter, value: Json): RequestSpec {
  const rest = withoutParameter(request, parameter);
  return { ...request, parameters: [...rest, { parameter, value, source: GENERATED }] };
}

function withoutParameter({ parameters }: RequestSpec, parameter: Parameter) {
  return parameters.filter((sent) => sent.parameter !== parameter);
}

import type { IHttpRequest } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import { readingsOf, typesOf } from "#http/parameter-readings.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { isUnsupported } from "./unsupported-parameters.js";

/** One violation of the contract by a request, in Prism's form. */
interface Violation {
  path: string[];
  code: string;
  message: string;
  severity: DiagnosticSeverity;
}

/** A request and its operation in the contract. */
interface RequestContext {
  document: OpenApiDocument;
  operation: Operation;
  request: IHttpRequest;
  pathValues: Record<string, string>;
  validator: SchemaValidator;
}

/**
 * Applies the rules that Prism lacks: mutually exclusive parameters, empty query parameters, cookies, lists and objects
 * in headers and paths, and lists between spaces in a query.
 */
export function requestViolations(context: RequestContext): Violation[] {
  return [
    ...exclusiveParameters(context),
    ...context.operation.parameters.flatMap((parameter) => parameterViolations(context, parameter)),
  ];
}

function exclusiveParameters({ operation, request }: RequestContext): Violation[] {
  return operation.mutuallyExclusive
    .map((names) => names.filter((name) => request.url.query?.[name] !== undefined))
    .filter((names) => names.length > 1)
    .map((names) =>
      violation(["query", ...names], "mutually-exclusive", `parameters ${names.join(" and ")} cannot be combined`),
    );
}

function parameterViolations(context: RequestContext, parameter: Parameter): Violation[] {
  const { document, request } = context;
  const { name, in: location, style, schema, mediaType, required } = parameter;
  if (schema === undefined) return [];
  if (location === "query" && request.url.query?.[name] === "") {
    return schemaViolations(context, parameter, "", "is empty, but ");
  }
  const whole = resolveReference(document, schema, "#").node;
  if (location !== "cookie" && !isUnsupported(location, style, whole)) return [];
  // By default each property of an object is a cookie of its own (style `form`, exploded).
  if (location === "cookie" && mediaType === undefined && typesOf(whole).includes("object")) return [];
  const sent = sentValue(context, location, name);
  if (sent === undefined) {
    const isMissing = location === "cookie" && required;
    return isMissing ? [violation([location, name], "required", `parameter ${name} is required`)] : [];
  }
  const byReading = readingsOf(document, parameter, sent).map((each) => schemaViolations(context, parameter, each));
  return byReading.some(({ length }) => length === 0) ? [] : (byReading[0] ?? []);
}

function sentValue({ request, pathValues }: RequestContext, location: string, name: string): string | undefined {
  if (location === "path") return pathValues[name];
  if (location === "query") return [request.url.query?.[name] ?? []].flat()[0];
  if (location === "header") return request.headers?.[name.toLowerCase()];
  return cookiesOf(request.headers?.cookie ?? "").get(name);
}

/** @param prefix words of the message before those of the keyword */
function schemaViolations(context: RequestContext, parameter: Parameter, value: unknown, prefix = ""): Violation[] {
  return context.validator.errors(parameter.schemaPointer, value).map(({ at, message, keyword }) => {
    const path = [parameter.in, parameter.name, ...at.split("/").slice(1)];
    const code = keyword.split("/").at(-1) ?? "";
    return violation(path, code, `parameter ${path.slice(1).join(".")} ${prefix}${message}`);
  });
}

export function violation(path: string[], code: string, text: string): Violation {
  return { path, code, message: `Request ${path[0]} ${text}`, severity: DiagnosticSeverity.Error };
}

/** The cookies of a `Cookie` header (RFC 6265, 4.2.1), with percent-encoding decoded. */
function cookiesOf(header: string): Map<string, string> {
  return new Map(
    header.split(";").flatMap((pair) => {
      const [name = "", ...rest] = pair.trim().split("=");
      return name === "" ? [] : [[name, percentDecoded(rest.join("="))] as const];
    }),
  );
}

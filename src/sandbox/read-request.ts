import { covers, isJson, mediaTypeOf } from "../http/media-type.js";
import type { Json } from "../openapi/document.js";
import { asObject, type OpenApiDocument } from "../openapi/document.js";
import type { Operation, Parameter } from "../openapi/operation.js";
import { resolveReference } from "../openapi/reference.js";
import type { SchemaValidator } from "../openapi/validator.js";
import { Problem, type RequestError } from "./problem.js";
import { UNSPECIFIED_BEHAVIOR } from "./unspecified-behavior.js";

/** A request as it came in, its path taken apart already. */
export interface IncomingRequest {
  path: Readonly<Record<string, string>>;
  /** What stands behind the `?`, as it was sent. */
  search: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Read if it is JSON, else its bytes; undefined if there is none. */
  body: unknown;
}

/** What the contract lets through. */
export interface ReadRequest {
  path: Record<string, Json>;
  query: Record<string, Json>;
  header: Record<string, Json>;
  body: unknown;
}

/** Holds a request of one operation against the contract. */
export type RequestReader = (request: IncomingRequest) => ReadRequest;

/**
 * Makes the reader of an operation, which validates by the contract alone.
 *
 * @throws Error if the contract has a parameter that this reader cannot take apart
 */
export function requestReader(
  document: OpenApiDocument,
  operation: Operation,
  validator: SchemaValidator,
): RequestReader {
  const types = new Map(operation.parameters.map((parameter) => [parameter, typeOf(document, parameter, operation)]));
  const { requestBody, mutuallyExclusive } = operation;

  return ({ path, search, headers, body }) => {
    const query = readQuery(search);
    const errors: RequestError[] = [];
    const read: ReadRequest = { path: {}, query: {}, header: {}, body: undefined };

    for (const [parameter, type] of types) {
      const { name, in: place, required, schema, schemaPointer } = parameter;
      if (place === "cookie") continue;
      const complain = (detail: string) => errors.push({ in: place, at: name, detail });
      const texts =
        place === "query"
          ? (query.get(name) ?? [])
          : place === "path"
            ? [path[name] ?? ""]
            : [headers[name.toLowerCase()] ?? []].flat();
      const [text] = texts;
      if (text === undefined) {
        if (required) complain("is required");
      } else if (texts.length > 1) {
        complain("must be given once");
      } else {
        const value = type === "number" ? numberOf(text) : type === "boolean" ? booleanOf(text) : text;
        const found = schema === undefined ? [] : validator.errors(schemaPointer, value);
        for (const { message } of found) complain(message);
        read[place][name] = value;
      }
    }
    for (const names of mutuallyExclusive) {
      const given = names.filter((name) => query.has(name));
      if (given.length < 2) continue;
      errors.push({ in: "query", at: given.join(", "), detail: "cannot be combined" });
    }

    if (requestBody && (body !== undefined || requestBody.required)) {
      const received = [headers["content-type"] ?? []].flat()[0] ?? "";
      const described = requestBody.content.find(({ name }) => covers(name, received));
      if (body !== undefined && !described) {
        const wanted = requestBody.content.map(({ name }) => name).join(" or ");
        const type = mediaTypeOf(received) || "no Content-Type";
        throw new Problem(UNSPECIFIED_BEHAVIOR.otherMediaType.status, `The body is ${type}. Send ${wanted}.`);
      }
      if (body === undefined) errors.push({ in: "body", at: "", detail: "is required" });
      else if (described?.schema !== undefined && isJson(received)) {
        for (const { at, message } of validator.errors(described.schemaPointer, body)) {
          errors.push({ in: "body", at, detail: message });
        }
      }
      read.body = body;
    }

    if (errors.length > 0) throw new Problem(UNSPECIFIED_BEHAVIOR.notAdmitted.status, sentence(errors), { errors });
    return read;
  };
}

type PlainType = "string" | "number" | "boolean";

/** The type that a parameter's text is read as. */
function typeOf(document: OpenApiDocument, parameter: Parameter, { id }: Operation): PlainType {
  const { node } = resolveReference(document, asObject(parameter.schema), parameter.schemaPointer);
  const { type = "string" } = node;
  if (parameter.in !== "cookie" && parameter.mediaType === undefined) {
    if (type === "integer" || type === "number") return "number";
    if (type === "string" || type === "boolean") return type;
  }
  throw new Error(
    `The sandbox cannot read the parameter ${parameter.name} of ${id}. Teach it in src/sandbox/read-request.ts.`,
  );
}

/** A number as JSON writes it (RFC 8259, 6); what is none stays text, and so breaks the schema's type. */
function numberOf(text: string): Json {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

function booleanOf(text: string): Json {
  return text === "true" || text === "false" ? text === "true" : text;
}

/**
 * Takes a query apart as forms are written (WHATWG URL, 5.1), but does not let broken percent-encoding or UTF-8 pass.
 *
 * @throws Problem
 */
function readQuery(search: string): Map<string, string[]> {
  const query = new Map<string, string[]>();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const [name = "", ...value] = pair.split("=");
    const key = decode(name);
    const values = query.get(key) ?? [];
    values.push(decode(value.join("=")));
    query.set(key, values);
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Problem(
      UNSPECIFIED_BEHAVIOR.malformed.status,
      "The query has a `%` that begins no UTF-8 character. Write a percent sign as %25.",
    );
  }
}

function sentence(errors: readonly RequestError[]): string {
  const parts = errors.map(({ in: place, at, detail }) => {
    const what = place === "body" ? `the body${at && ` at ${at}`}` : `${place} parameter ${at}`;
    return `${what} ${detail}`;
  });
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

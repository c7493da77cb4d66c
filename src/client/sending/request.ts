import type { PlacedCredentials } from "#http/credentials.js";
import { isWithin } from "#http/media-type.js";
import type { RequestContent } from "#http/serialize.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor } from "../operation.js";
import type { HeaderFields } from "../options.js";

/** A query of texts, numbers, dates and lists of them. */
export function plainQuery(query: Record<string, unknown>): string {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((item) => item !== undefined && item !== null)
        .map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(item))}`),
    )
    .join("&");
}

/** A parameter in a path. */
const PARAMETER = /\{([^{}]+)\}/g;

/** A path of texts, numbers and dates. */
function plainPath(template: string, values: Record<string, unknown>): string {
  return template.replace(PARAMETER, (parameter, name: string) =>
    values[name] === undefined ? parameter : encodeURIComponent(textOf(values[name])),
  );
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/**
 * All headers of a request but that of its body.
 *
 * @param custom headers of the client and of the call; later ones override earlier ones
 */
export function headersOf(
  operation: OperationDescriptor,
  input: AnyInput,
  keys: PlacedCredentials,
  custom: readonly (HeaderFields | undefined)[],
): Headers {
  const { extras, accept = "*/*" } = operation;
  const headers = new Headers({ accept: input.accept ?? accept });
  const all = [keys.headers, extras?.cookie?.(operation, input, keys), ...custom, extras?.header?.(operation, input)];
  for (const fields of all) new Headers(fields).forEach((value, name) => void headers.set(name, value));
  return headers;
}

/**
 * The serialized body; null if the call has none. A header `Content-Type` of the client or of the call decides how it is
 * written. `FormData` sets its media type itself, because that includes the boundary.
 *
 * @param headers to which the media type is added
 */
export function bodyOf(
  operation: OperationDescriptor,
  { body, contentType }: AnyInput,
  headers: Headers,
): RequestContent | null {
  if (body === undefined) return null;
  const { extras } = operation;
  const key = headers.get("content-type") || contentType || operation.body?.[0] || "application/json";
  const isOfType = body instanceof Blob && isWithin(body.type, key);
  const mediaType = extras?.mediaType?.(body, key) ?? (isOfType ? body.type : key);
  const content =
    body instanceof FormData
      ? body
      : (extras?.body?.(operation, body, mediaType) ?? (extras?.json ?? JSON).stringify(body));
  if (content instanceof FormData) headers.delete("content-type");
  else headers.set("content-type", mediaType);
  return content;
}

/**
 * Serializes the path of a request, unless a parameter would lead to another path. URLs drop empty and dot segments
 * (RFC 3986, 5.2.4), so that `.` would request the list, and `..` its parent.
 *
 * @returns the path, and the problem of a parameter; empty for none
 */
export function pathOf(
  { path: template, styles, extras }: OperationDescriptor,
  values: Record<string, unknown>,
): { path: string; problem: string } {
  let problem = "";
  const segments = template.split("/").map((segment) => {
    let written = "";
    try {
      written = (extras?.path ?? plainPath)(segment, values, styles);
    } catch {
      problem = "the path has half of a surrogate pair.";
    }
    for (const [, name = ""] of segment.matchAll(PARAMETER)) {
      const wrong = problemOf(values[name], written);
      if (wrong) problem ||= `the path parameter \`${name}\` is ${wrong}.`;
    }
    return written;
  });
  return { path: segments.join("/"), problem };
}

/** @param segment the part of the path that has the value */
function problemOf(value: unknown, segment: string): string | undefined {
  if (value === undefined || value === null) return "missing";
  if (value === "") return "empty";
  return /^\.{0,2}$/.test(segment) ? `${JSON.stringify(value)}, which would lead to another path` : undefined;
}

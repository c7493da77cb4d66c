import { defaultPathSerializer } from "openapi-fetch";
import type { PlacedCredentials } from "#http/credentials.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor } from "../operation.js";
import type { HeaderFields } from "../options.js";

/** The parameters of a call as openapi-fetch and its middleware take them: header parameters are serialized. */
export function paramsOf(operation: OperationDescriptor, input: AnyInput) {
  const { path, query = {}, cookie } = input;
  return { path, query, header: operation.extras?.header(operation, input), cookie };
}

/**
 * The serialized body and its media type; undefined if the call has no body.
 *
 * @param custom headers of the client and of the call: their media type is that of the body
 */
export function bodyOf(
  operation: OperationDescriptor,
  { body, contentType }: AnyInput,
  custom: readonly (HeaderFields | undefined)[],
) {
  if (body === undefined) return undefined;
  const { extras } = operation;
  // Its media type has its boundary.
  if (body instanceof FormData) return { mediaType: undefined, content: body };
  const given = custom.map((headers) => new Headers(headers).get("content-type")).findLast(Boolean);
  const key = given || contentType || operation.body?.[0] || "application/json";
  const mediaType = extras?.mediaType(body, key) ?? key;
  return { mediaType, content: extras?.body(operation, body, mediaType) ?? JSON.stringify(body) };
}

/**
 * All headers of a request, except header parameters. `FormData` sets its media type itself, because that includes the
 * boundary.
 *
 * @param custom headers of the client and of the call; later ones override earlier ones
 */
export function headersOf(
  operation: OperationDescriptor,
  input: AnyInput,
  keys: PlacedCredentials,
  body: ReturnType<typeof bodyOf>,
  custom: readonly (HeaderFields | undefined)[],
): Record<string, string | undefined> {
  const headers = Object.assign(
    { Accept: input.accept ?? operation.accept },
    keys.headers,
    operation.extras?.cookie(operation, input, keys),
    ...custom.map((fields) => fields && Object.fromEntries(new Headers(fields))),
  );
  if (body) headers["content-type"] = body.content instanceof FormData ? undefined : body.mediaType;
  return headers;
}

/**
 * Serializes the path of a request, unless a parameter would lead to another path. URLs drop empty and dot segments
 * (RFC 3986, 5.2.4), so that `.` would request the list, and `..` its parent.
 *
 * @returns the path, or the problem of a parameter
 */
export function pathOf(
  { path: template, styles, extras }: OperationDescriptor,
  values: Record<string, unknown>,
): { path: string } | { problem: string } {
  let path: string;
  try {
    path = (extras?.path ?? defaultPathSerializer)(template, values, styles);
  } catch {
    return { problem: "the path has half of a surrogate pair." };
  }
  const segments = path.split("/");
  for (const [index, segment] of template.split("/").entries()) {
    for (const [, name = ""] of segment.matchAll(/\{([^{}]+)\}/g)) {
      const problem = problemOf(values[name], segments[index]);
      if (problem) return { problem: `the path parameter \`${name}\` is ${problem}.` };
    }
  }
  return { path };
}

/** @param segment the part of the path that has the value */
function problemOf(value: unknown, segment: string | undefined): string | undefined {
  if (value === undefined || value === null) return "missing";
  if (value === "") return "empty";
  return /^\.{0,2}$/.test(segment ?? "") ? `${JSON.stringify(value)}, which would lead to another path` : undefined;
}

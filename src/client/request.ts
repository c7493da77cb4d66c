import { mergeHeaders } from "openapi-fetch";
import type { PlacedCredentials } from "../http/credentials.js";
import { serializeBody, serializeCookies, serializeHeader, serializePath } from "../http/serialize.js";
import type { AnyInput } from "./input.js";
import type { OperationDescriptor } from "./operation.js";

/** The serialized body and its media type; undefined if the call has no body. */
export function bodyOf({ body: mediaTypes }: OperationDescriptor, { body, contentType }: AnyInput) {
  if (body === undefined) return undefined;
  const mediaType = contentType ?? mediaTypes?.[0] ?? "application/json";
  return { mediaType, content: serializeBody(body, mediaType) };
}

/**
 * All headers of a request. `FormData` sets its media type itself, because that includes the boundary.
 *
 * @param custom headers of the client and of the call; later ones override earlier ones
 */
export function headersOf(
  { styles = {} }: OperationDescriptor,
  { header = {}, cookie }: AnyInput,
  keys: PlacedCredentials,
  body: ReturnType<typeof bodyOf>,
  custom: readonly (HeadersInit | undefined)[],
): Headers {
  const parameters = Object.entries(header).filter(([, value]) => value !== undefined && value !== null);
  const cookies = serializeCookies({ ...cookie, ...keys.cookie }, styles);
  return mergeHeaders(
    body && !(body.content instanceof FormData) ? { "Content-Type": body.mediaType } : {},
    keys.headers,
    cookies ? { Cookie: cookies } : {},
    Object.fromEntries(parameters.map(([name, value]) => [name, serializeHeader(value, styles[`header.${name}`])])),
    ...custom.flatMap((headers) => (headers === undefined ? [] : [new Headers(headers)])),
  );
}

/**
 * Serializes the path of a request, unless a parameter would lead to another path. URLs drop empty and dot segments
 * (RFC 3986, 5.2.4), so that `.` would request the list, and `..` its parent.
 *
 * @returns the path, or the problem of a parameter
 */
export function pathOf(
  { path: template, styles }: OperationDescriptor,
  values: Record<string, unknown>,
): { path: string } | { problem: string } {
  let path: string;
  try {
    path = serializePath(template, values, styles);
  } catch {
    return { problem: "a path parameter has half of a surrogate pair, which a URL cannot contain." };
  }
  const segments = path.split("/");
  for (const [index, segment] of template.split("/").entries()) {
    for (const [, name = ""] of segment.matchAll(/\{([^{}]+)\}/g)) {
      const value = values[name];
      if (value === undefined || value === null) return { problem: `the path parameter \`${name}\` is missing.` };
      if (value === "") return { problem: `the path parameter \`${name}\` is empty.` };
      if (/^\.{0,2}$/.test(segments[index] ?? "")) {
        const shown = JSON.stringify(value);
        return { problem: `the path parameter \`${name}\` is ${shown}, which would lead to another path.` };
      }
    }
  }
  return { path };
}

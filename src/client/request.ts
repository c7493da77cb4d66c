import { mergeHeaders } from "openapi-fetch";
import type { Credentials } from "./credentials.js";
import type { AnyInput } from "./input.js";
import type { OperationDescriptor } from "./operation.js";
import { serializeBody, serializeCookies, serializeHeader } from "./serialize.js";

/** The body as it goes out, and its media type; nothing if the call has no body. */
export function bodyOf({ body: mediaTypes }: OperationDescriptor, { body, contentType }: AnyInput) {
  if (body === undefined) return undefined;
  const mediaType = contentType ?? mediaTypes?.[0] ?? "application/json";
  return { mediaType, content: serializeBody(body, mediaType) };
}

/** All headers of a request; those given later win. A form with files names its media type, and boundary, itself. */
export function headersOf(
  { header = {}, cookie }: AnyInput,
  keys: Credentials,
  body: ReturnType<typeof bodyOf>,
  given: readonly (HeadersInit | undefined)[],
): Headers {
  const parameters = Object.entries(header).filter(([, value]) => value !== undefined && value !== null);
  const cookies = serializeCookies({ ...cookie, ...keys.cookie });
  return mergeHeaders(
    body && !(body.content instanceof FormData) ? { "Content-Type": body.mediaType } : {},
    keys.headers,
    cookies ? { Cookie: cookies } : {},
    Object.fromEntries(parameters.map(([name, value]) => [name, serializeHeader(value)])),
    ...given.map((headers) => new Headers(headers)),
  );
}

/**
 * Tells what is wrong with a path parameter that would lead to another path: a URL drops empty and dot segments
 * (RFC 3986, 5.2.4), so `.` asks for the list and `..` for what is above it.
 */
export function unsafePathParameter(
  template: string,
  values: Record<string, unknown>,
  path: string,
): string | undefined {
  const written = path.split("/");
  for (const [index, segment] of template.split("/").entries()) {
    for (const [, name = ""] of segment.matchAll(/\{([^{}]+)\}/g)) {
      const value = values[name];
      if (value === undefined || value === null) return `the path parameter \`${name}\` is missing.`;
      if (value === "") return `the path parameter \`${name}\` is empty.`;
      if (/^\.{0,2}$/.test(written[index] ?? "")) {
        return `the path parameter \`${name}\` is ${JSON.stringify(value)}, which would lead to another path.`;
      }
    }
  }
  return undefined;
}

/** What `fetch` says went wrong; Node tells the real reason in the cause. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}

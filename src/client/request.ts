import { mergeHeaders } from "openapi-fetch";
import type { PlacedCredentials } from "../http/credentials.js";
import { serializeBody, serializeCookies, serializeHeader, serializePath } from "../http/serialize.js";
import type { AnyInput } from "./input.js";
import type { OperationDescriptor } from "./operation.js";

/** The body as it goes out, and its media type; nothing if the call has no body. */
export function bodyOf({ body: mediaTypes }: OperationDescriptor, { body, contentType }: AnyInput) {
  if (body === undefined) return undefined;
  const mediaType = contentType ?? mediaTypes?.[0] ?? "application/json";
  return { mediaType, content: serializeBody(body, mediaType) };
}

/** All headers of a request; those given later win. A form with files names its media type, and boundary, itself. */
export function headersOf(
  { styles = {} }: OperationDescriptor,
  { header = {}, cookie }: AnyInput,
  keys: PlacedCredentials,
  body: ReturnType<typeof bodyOf>,
  given: readonly (HeadersInit | undefined)[],
): Headers {
  const parameters = Object.entries(header).filter(([, value]) => value !== undefined && value !== null);
  const cookies = serializeCookies({ ...cookie, ...keys.cookie }, styles);
  return mergeHeaders(
    body && !(body.content instanceof FormData) ? { "Content-Type": body.mediaType } : {},
    keys.headers,
    cookies ? { Cookie: cookies } : {},
    Object.fromEntries(parameters.map(([name, value]) => [name, serializeHeader(value, styles[`header.${name}`])])),
    ...given.flatMap((headers) => (headers === undefined ? [] : [new Headers(headers)])),
  );
}

/**
 * Writes the path of a request, unless a parameter would lead to another path: a URL drops empty and dot segments
 * (RFC 3986, 5.2.4), so `.` asks for the list and `..` for what is above it.
 *
 * @returns the path, or what is wrong with a parameter
 */
export function writtenPath(
  { path: template, styles }: OperationDescriptor,
  values: Record<string, unknown>,
): { path: string } | { problem: string } {
  let path: string;
  try {
    path = serializePath(template, values, styles);
  } catch {
    return { problem: "a path parameter holds half of a surrogate pair, which no URL can carry." };
  }
  const written = path.split("/");
  for (const [index, segment] of template.split("/").entries()) {
    for (const [, name = ""] of segment.matchAll(/\{([^{}]+)\}/g)) {
      const value = values[name];
      if (value === undefined || value === null) return { problem: `the path parameter \`${name}\` is missing.` };
      if (value === "") return { problem: `the path parameter \`${name}\` is empty.` };
      if (/^\.{0,2}$/.test(written[index] ?? "")) {
        const shown = JSON.stringify(value);
        return { problem: `the path parameter \`${name}\` is ${shown}, which would lead to another path.` };
      }
    }
  }
  return { path };
}

/** The value of a promise, unless the signal is aborted first. Leaves no listener behind: a signal may live long. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const refuse = () => reject(signal.reason);
    signal.addEventListener("abort", refuse);
    forget = () => signal.removeEventListener("abort", refuse);
    if (signal.aborted) refuse();
  });
  return Promise.race([promise, aborted]).finally(forget);
}

/** Says that a request could not be made, without what the platform says of it: that may hold the key. */
export function unmade(error: unknown): string {
  const kind = error instanceof Error ? error.name : typeof error;
  return `the request could not be made (${kind}). Look at the base URL, the headers, the key, the parameters and the body.`;
}

/** What `fetch` says went wrong; Node tells the real reason in the cause. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}

import type { IncomingMessage } from "node:http";
import { type IHttpNameValues, type IHttpRequest, ProblemJsonError } from "@stoplight/prism-http";
import { excessOf } from "#http/body/json-limits.js";
import { readStream } from "#http/body/read-stream.js";
import { isJson, mediaTypeOf } from "#http/media-type.js";
import { MEDIA_RANGE, readAccept } from "./accept.js";
import { problem } from "./problem.js";

/** A request in the form of Prism, with its body as it was sent. */
export interface ReceivedRequest extends IHttpRequest {
  bytes?: Uint8Array;
  /** Why it cannot be read. It has nothing but its method and its address then. */
  fault?: ProblemJsonError;
}

/** The size limit of a request body, in bytes. */
const BODY_LIMIT = 10 * 1024 * 1024;

/**
 * Reads a request in the form of Prism, its body as text.
 *
 * @throws ProblemJsonError if the request belongs to no operation
 */
export async function readHttpRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const method = (request.method ?? "GET").toLowerCase();
  // Before all checks: many clients read a response only when they have sent the whole body.
  const body = hasBody(request) ? await readBody(request).catch(faultOf) : undefined;
  if (!isMethod(method)) throw problem(405, "Method not allowed", `The mock does not support the method ${method}.`);
  const [path = "", search = ""] = splitOnce(request.url ?? "/", "?");
  if (!path.startsWith("/")) {
    throw problem(400, "Bad request", `The path ${JSON.stringify(path)} does not begin with a slash.`);
  }
  const named = {
    method,
    url: { path, query: search === "" ? {} : queryOf(new URLSearchParams(search)) },
    headers: {},
  };
  if (body instanceof ProblemJsonError) return { ...named, fault: body };
  try {
    return { ...named, ...contentOf(request, path, body) };
  } catch (error) {
    return { ...named, fault: faultOf(error) };
  }
}

/** @throws any other error than a problem with the request */
function faultOf(error: unknown): ProblemJsonError {
  if (error instanceof ProblemJsonError) return error;
  throw error;
}

/**
 * The headers and the body of a request.
 *
 * @throws ProblemJsonError if they or the path cannot be read
 */
function contentOf(
  { headers }: IncomingMessage,
  path: string,
  bytes: Buffer | undefined,
): Pick<ReceivedRequest, "body" | "bytes" | "headers"> {
  const text = bytes?.toString("utf8") ?? "";
  requireReadablePath(path);
  requireMediaType(headers["content-type"]);
  const accept = readAccept(headers.accept ?? "");
  requireReadableJson(headers["content-type"], text);
  const texts: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && name !== "accept") texts[name] = typeof value === "string" ? value : value.join(", ");
  }
  if (accept !== undefined) texts.accept = accept;
  return bytes && text !== "" ? { headers: texts, body: text, bytes } : { headers: texts, body: undefined };
}

/** Prism's type lists the methods of OpenAPI 3.1; it compares any method with those of the operations. */
function isMethod(method: string): method is IHttpRequest["method"] {
  return method !== "connect";
}

/** Prism ends the process at a path that it cannot decode. */
function requireReadablePath(path: string): void {
  if (!path.includes("%")) return;
  try {
    decodeURIComponent(path);
  } catch {
    const detail = `The path ${JSON.stringify(path)} has a \`%\` that is not part of a percent-encoded character. Write it as %25.`;
    throw problem(400, "Bad request", detail);
  }
}

function requireMediaType(contentType: string | undefined): void {
  if (!contentType || MEDIA_RANGE.test(mediaTypeOf(contentType))) return;
  throw problem(
    400,
    "Bad request",
    `The header Content-Type is ${JSON.stringify(contentType)}, which is not a media type.`,
  );
}

/** Prism takes a body without a media type for JSON. Its validation recurses, which exhausts the stack, and walks over all members. */
function requireReadableJson(contentType: string | undefined, text: string): void {
  if (contentType && !isJson(mediaTypeOf(contentType))) return;
  const excess = excessOf(text);
  if (excess !== undefined) throw problem(400, "Bad request", `The body ${excess}.`);
}

/** Whether a request has a body (RFC 9112, 6.3). A stream that is read to its end takes longer than the rest. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
}

/** Reads a body to its end, also if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { body, truncated } = await readStream(request, BODY_LIMIT, true);
  if (truncated) throw problem(413, "Content too large", `The body is larger than ${BODY_LIMIT} bytes.`);
  return body;
}

function queryOf(search: URLSearchParams): IHttpNameValues {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

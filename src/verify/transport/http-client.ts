import { type ClientRequest, type IncomingMessage, request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { httpForHttps } from "#cli/http-for-https.js";
import { UserError } from "#cli/user-error.js";
import { decodedBody } from "#http/body/content-coding.js";
import { multipartBytes } from "#http/body/multipart.js";
import { readBeginning } from "#http/body/read-beginning.js";
import { readStream } from "#http/body/read-stream.js";
import { isSequence } from "#http/body/sequence.js";
import type { RequestContent } from "#http/serialize.js";
import type { Actor } from "../model/target/target.js";
import type { OpenConnection } from "./connection.js";

/** A request as it is sent. */
export interface HttpRequest {
  url: string;
  method: string;
  headers: Headers;
  body: RequestContent | undefined;
  /** Whose key it has (default: none, so it is not signed). */
  actor?: Actor | undefined;
}

/** A response as far as it was read. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Whether the body was longer than the limits; `body` is its beginning then. */
  truncated: boolean;
}

/** How much is read of a sequence of items, which may have no end: enough to judge its items. */
const BEGINNING = { size: 256 * 1024, time: 2000, pause: 500 };

/** The codes of errors before a connection (POSIX.1-2024, connect; RFC 1035 for names). */
const NO_CONNECTION = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"];

/** A request without a complete response. */
export class ConnectionError extends Error {
  /** Whether the connection was closed before the end of the response. */
  readonly isClosed: boolean;
  /** Whether there was no connection, so that the target did not receive the request. */
  readonly isRefused: boolean;

  constructor(message: string, isClosed: boolean, cause?: unknown) {
    super(message, { cause });
    this.isClosed = isClosed;
    this.isRefused = NO_CONNECTION.includes(codeOf(cause));
  }
}

/** A request that was ended by its signal, before its response was complete. */
export class Ended extends Error {}

/** The limits of a request. */
interface Limits {
  /** For the response and its body, in milliseconds. */
  timeout: number;
  /** How many bytes of the decoded body are read. */
  maxBody: number;
  /** Ends the request (default: only the time does). */
  signal?: AbortSignal | undefined;
}

/** Headers that every request has, unless it sets them itself. Servers disagree on the form of `deflate`. */
const USUAL_HEADERS = { accept: "*/*", "accept-encoding": "gzip, br", "user-agent": "team-api" };

/**
 * Sends a request by Node's HTTP client, which takes a quarter of the processor time of `fetch`. It follows no redirect,
 * so that a key reaches no other server, and removes the content codings of the response (RFC 9110, 8.4).
 *
 * A sequence of items is read for a short time.
 *
 * A server may close a kept connection at any time (RFC 9112, 9.3.1 and 9.6). A request that is safe or idempotent (RFC
 * 9110, 9.2.2) is then sent once more, over a new connection. Another one is never repeated, so it goes over a
 * connection that is new, or has just been used. After a server error, no connection is used again, because some servers
 * close it.
 *
 * @throws ConnectionError without a complete response within the time; Ended after the signal
 */
export async function sendByHttp(
  connection: OpenConnection,
  request: HttpRequest,
  limits: Limits,
): Promise<HttpResponse> {
  const encoded = await signed(connection, request, await encodedBody(request));
  if (!isIdempotent(request)) connection.closeIdle(JUST_USED);
  try {
    return await sendOver(connection, request, encoded, limits);
  } catch (error) {
    if (!(error instanceof StaleConnection) || !isIdempotent(request)) throw error;
    connection.closeIdle(0);
    return sendOver(connection, request, encoded, limits).catch((again: unknown) => {
      // The server may have ended at the first request.
      throw again instanceof ConnectionError && again.isRefused ? error : again;
    });
  }
}

/** A request as its bytes, with all of its headers. */
interface Encoded {
  headers: Record<string, string>;
  bytes: Buffer | undefined;
}

/** Adds the headers of a signature. Nothing changes the request after it. */
async function signed({ sign }: OpenConnection, request: HttpRequest, { headers, bytes }: Encoded): Promise<Encoded> {
  const { method, url, actor } = request;
  if (!sign || !actor) return { headers, bytes };
  return { headers: { ...headers, ...(await sign({ method, url, headers, body: bytes, actor })) }, bytes };
}

/** For so many milliseconds after its last response, a connection counts as just used. */
const JUST_USED = 1000;

/** A kept connection that the server had closed, as far as a client can tell. */
class StaleConnection extends ConnectionError {}

/** Whether a second request has no further effect (RFC 9110, 9.2.2). */
function isIdempotent({ method }: HttpRequest): boolean {
  return !/^(post|patch|connect)$/i.test(method);
}

async function sendOver(
  connection: OpenConnection,
  request: HttpRequest,
  { headers, bytes }: Encoded,
  { timeout, maxBody, signal }: Limits,
): Promise<HttpResponse> {
  let hasBegun = false;
  let isLate = false;
  let sending: ClientRequest | undefined;
  const timer = timeLimit(timeout, () => {
    isLate = true;
    sending?.destroy(new Error("late"));
  });
  const end = () => void sending?.destroy(new Ended());
  signal?.addEventListener("abort", end, { once: true });
  try {
    signal?.throwIfAborted();
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      sending = open(connection, request, headers).on("response", resolve).on("error", reject).end(bytes);
    });
    hasBegun = true;
    const { statusCode = 0, rawHeaders } = message;
    if (statusCode >= 500 && sending) sending.shouldKeepAlive = false;
    const { "content-encoding": coding = "", "content-type": type = "" } = message.headers;
    const decoded = decodedBody(message, coding) ?? message;
    const isEndless = isSequence(type);
    // The response has arrived in time. Its sequence has a time of its own.
    if (isEndless) clearInterval(timer);
    const read = await (isEndless ? readBeginning(decoded, BEGINNING) : readStream(decoded, maxBody));
    return { status: statusCode, headers: headersOf(rawHeaders), ...read };
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (signal?.aborted) throw new Ended();
    if (isLate) throw new ConnectionError(`nothing complete within ${timeout} ms`, false);
    if (!isConnectionClosed(error)) throw new ConnectionError(reasonOf(error), false, error);
    const when = hasBegun ? "in the middle of the response" : "before a response";
    const Kind = sending?.reusedSocket && !hasBegun ? StaleConnection : ConnectionError;
    throw new Kind(`the connection was closed ${when}, ${codeOf(error)}`, true, error);
  } finally {
    signal?.removeEventListener("abort", end);
    clearInterval(timer);
  }
}

/** The parts in which a time limit is counted. */
const TICKS = 10;

/**
 * Calls a function after a time. It is counted in parts. While the process is busy, at most one of them passes, because the
 * response may have arrived meanwhile.
 */
function timeLimit(milliseconds: number, end: () => void): NodeJS.Timeout {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks < TICKS) return;
    clearInterval(timer);
    end();
  }, milliseconds / TICKS);
  return timer;
}

function open({ agentFor, tls }: OpenConnection, { url, method }: HttpRequest, headers: Record<string, string>) {
  const parsed = new URL(url);
  const agent = agentFor(parsed);
  return parsed.protocol === "https:"
    ? requestByHttps(parsed, { ...tls, method, headers, agent })
    : requestByHttp(parsed, { method, headers, agent });
}

/**
 * The body as bytes, with the headers of the request and those that the body adds. These are its length, and the boundary of
 * a form.
 */
async function encodedBody({ headers: own, body }: HttpRequest): Promise<Encoded> {
  const headers: Record<string, string> = { ...USUAL_HEADERS, ...Object.fromEntries(own) };
  if (body === undefined) return { headers, bytes: undefined };
  const { bytes, type } = await bytesOf(body);
  if (type !== null) headers["content-type"] ??= type;
  // Node adds no length to a DELETE with a body.
  return { headers: { ...headers, "content-length": String(bytes.length) }, bytes };
}

/** A body as bytes, and the media type that it implies. */
async function bytesOf(body: RequestContent): Promise<{ bytes: Buffer; type: string | null }> {
  if (typeof body === "string") return { bytes: Buffer.from(body), type: "text/plain;charset=UTF-8" };
  if (body instanceof FormData) return multipartBytes(body);
  if (body instanceof URLSearchParams) {
    return { bytes: Buffer.from(`${body}`), type: "application/x-www-form-urlencoded;charset=UTF-8" };
  }
  const encoded = new Response(body);
  return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get("content-type") };
}

/** Names and values in turn, as Node has them. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? "", raw[at + 1] ?? "");
  return headers;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

const isConnectionClosed = (error: unknown) => ["ECONNRESET", "EPIPE"].includes(codeOf(error));

/** The codes of a certificate whose authority is not known to Node (OpenSSL, `X509_STORE_CTX_get_error`). */
const UNKNOWN_AUTHORITY = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (UNKNOWN_AUTHORITY.includes(codeOf(error))) {
    return `the authority of the server's certificate is not known, ${codeOf(error)}. Name its PEM file: clientCertificate: { ca: FILE } in the target file, or NODE_EXTRA_CA_CERTS=FILE`;
  }
  // The attempts to reach each address of a name.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  const code = codeOf(error);
  const plain = httpForHttps(error.message);
  if (plain !== undefined) return plain;
  return code && !error.message.includes(code) ? `${code} ${error.message}`.trim() : error.message;
}

import { httpForHttps } from "#cli/http-for-https.js";
import { DocumentError } from "../document/document-error.js";

/** A file that was read from a URL. */
export interface RemoteFile {
  /** The URL after redirects, which is the base of relative references (RFC 3986, 5.1.3). */
  url: string;
  text: string;
  mediaType: string | undefined;
}

/** The limits of one file. */
export interface RemoteLimits {
  /** Milliseconds, from the first request to the last byte. */
  timeout: number;
  /** Bytes, after decompression. */
  size: number;
}

/** How a document at a URL is requested. */
export interface RemoteRequest {
  /** The only origin that may be requested, also by redirects (default: any). */
  origin?: string | undefined;
  /** Headers for the origin of the document. No other origin gets them. */
  headers?: readonly (readonly [name: string, value: string])[] | undefined;
}

const LIMITS: RemoteLimits = { timeout: 30_000, size: 64 * 1024 * 1024 };
const MAX_REDIRECTS = 5;

/** True for an http(s) URL, which is read over the network, in place of a path. */
export function isUrl(spec: string): boolean {
  return /^https?:\/\//i.test(spec);
}

/** A URL as messages show it: without user, password and query, which may hold a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Reads a file from a URL, within limits of time and size.
 *
 * @throws DocumentError that says why the file could not be read
 */
export async function readUrl(url: string, request: RemoteRequest = {}, limits = LIMITS): Promise<RemoteFile> {
  if (!URL.canParse(url)) throw new DocumentError(`${url} is not a URL. Example: https://example.com/openapi.json`);
  const signal = AbortSignal.timeout(limits.timeout);
  try {
    const response = await follow(new URL(url), request, signal);
    const text = await textOf(response, limits.size);
    if (isPage(text)) {
      throw new DocumentError(
        `${shownUrl(url)} is a page (HTML), and not a document. Give the address that the page loads, such as /openapi.json.`,
      );
    }
    return { url: response.url, text, mediaType: response.headers.get("content-type") ?? undefined };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(`${shownUrl(url)} cannot be read: ${reasonOf(error, signal, limits)}`);
  }
}

async function follow(start: URL, { origin, headers = [] }: RemoteRequest, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    requireAllowed(url, origin);
    // Redirects are followed here, so that none is requested before its origin is checked.
    const sent = url.origin === start.origin ? headers.map(([name, value]): [string, string] => [name, value]) : [];
    const response = await fetch(url, { signal, redirect: "manual", headers: sent });
    const location = response.headers.get("location");
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status < 300 || response.status > 399 || location === null) {
      const isDenied = response.status === 401 || response.status === 403;
      const advice = isDenied
        ? " It needs a key: give it by --spec-header, or download the document, and name the file."
        : "";
      throw new DocumentError(
        `${shownUrl(url.href)} cannot be read: the server responds with ${response.status}.${advice}`,
      );
    }
    url = new URL(location, url);
  }
  throw new DocumentError(`${shownUrl(start.href)} cannot be read: it leads to more than ${MAX_REDIRECTS} redirects.`);
}

/** Whether a text is HTML: the page of a login or of a documentation (WHATWG HTML, 13.1). */
function isPage(text: string): boolean {
  return /^\s*<(!doctype html|html)\b/i.test(text);
}

function requireAllowed(url: URL, origin: string | undefined): void {
  const shown = shownUrl(url.href);
  if (!isUrl(url.href)) throw new DocumentError(`${shown} is not an http(s) URL.`);
  if (url.username || url.password) {
    throw new DocumentError(`${shown}: a URL with a user or password is not supported. Download the document first.`);
  }
  if (origin !== undefined && url.origin !== origin) {
    throw new DocumentError(
      `${shown} has another origin than the document, ${origin}. Download all files, and name the file.`,
    );
  }
}

async function textOf(response: Response, size: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  let bytes = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    bytes += next.value.length;
    if (bytes > size) {
      await reader?.cancel();
      const url = shownUrl(response.url);
      throw new DocumentError(`${url} is larger than ${size} bytes. Download it, and name the file.`);
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reasonOf(error: unknown, signal: AbortSignal, { timeout }: RemoteLimits): string {
  if (signal.aborted) return `it took longer than ${timeout / 1000} s. Download it, and name the file.`;
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
  return `${httpForHttps(reason) ?? `${reason}. Check the address`}.`;
}

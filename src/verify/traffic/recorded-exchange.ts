import { isHeader } from "#http/headers.js";

/** A request and its response, as a proxy or a HAR file recorded them. It holds the secrets of the traffic. */
export interface RecordedExchange {
  request: {
    method: string;
    url: URL;
    headers: Headers;
    /** The body as text, empty without one; undefined if it was not recorded. */
    body: string | undefined;
    /** User and password of the address, as HTTP Basic writes them. A client with another key in its headers does not send them. */
    user?: string;
  };
  response: {
    /** 0 or less if there was no response. */
    status: number;
    headers: Headers;
    /** The body as text, empty without one; undefined if it was not recorded. */
    body: string | undefined;
  };
  /** Milliseconds. */
  duration: number;
}

/**
 * Headers of recorded pairs. Pseudo-headers of HTTP/2 (`:path`, RFC 9113, 8.3) are left out, and so is every pair that
 * HTTP cannot carry.
 */
export function headersOf(pairs: Iterable<readonly [name: string, value: string]>): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) {
    // Some browsers record repeated headers as lines of one value.
    const line = value.trim().replace(/[\r\n]+/g, ", ");
    if (isHeader(name, line)) headers.append(name, line);
  }
  return headers;
}

import type { IncomingMessage } from "node:http";

/** Headers of a connection, not of the message that passes it (RFC 9110, 7.6.1). `HTTP2-Settings` belongs to `Upgrade: h2c`. */
const OF_CONNECTION = /^(connection|keep-alive|proxy-connection|te|transfer-encoding|upgrade|http2-settings)$/;

/**
 * The headers of a message that are forwarded, as they were received: names, values and their order.
 *
 * @param omitted more names, in lower case
 * @returns names and values in turn
 */
export function forwardedHeaders({ rawHeaders, headers }: IncomingMessage, omitted: readonly string[] = []): string[] {
  const listed = (headers.connection ?? "").toLowerCase().split(/[\s,]+/);
  return rawHeaders.filter((_, at) => {
    const name = rawHeaders[at - (at % 2)]?.toLowerCase() ?? "";
    return !OF_CONNECTION.test(name) && !omitted.includes(name) && (!listed.includes(name) || isFraming(name));
  });
}

/** A client that lists the length of its body among the headers of the connection would make it end elsewhere. */
function isFraming(name: string): boolean {
  return name === "content-length" || name === "host";
}

/** Whether a request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

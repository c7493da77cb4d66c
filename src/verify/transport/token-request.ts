import type { Connection } from "../model/request/connection.js";
import { openConnection } from "./connection.js";
import { type HttpRequest, type HttpResponse, sendByHttp } from "./http-client.js";

/** Bytes of a response that are read. */
const MAX_BODY = 1024 * 1024;

/** How a server that issues tokens is reached. */
interface Reaching {
  connection: Connection;
  /** In milliseconds. */
  timeout: number;
}

/**
 * Sends a token request with the credentials of its client (RFC 6749, 2.3.1). A public client sends its id alone (3.2.1).
 *
 * @throws ConnectionError without a complete response within the time; UserError if a file of the connection cannot be read
 */
export function requestToken(
  url: URL,
  client: { id: string; secret: string | undefined },
  form: URLSearchParams,
  reaching: Reaching,
): Promise<HttpResponse> {
  const { id, secret } = client;
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  const body = new URLSearchParams(form);
  if (secret === undefined) body.set("client_id", id);
  // Both are encoded before they are joined.
  else headers.set("authorization", `Basic ${btoa([id, secret].map(encodeURIComponent).join(":"))}`);
  return requestIssuer({ url: url.href, method: "POST", headers, body: body.toString() }, reaching);
}

/**
 * Sends a request for a token, through the proxy and with the certificate of the target. It passes neither the gate nor the
 * rate: it is not one of the run's exchanges.
 *
 * @throws ConnectionError without a complete response within the time; UserError if a file of the connection cannot be read
 */
export async function requestIssuer(request: HttpRequest, { connection, timeout }: Reaching): Promise<HttpResponse> {
  const open = await openConnection(connection);
  try {
    return await sendByHttp(open, request, { timeout, maxBody: MAX_BODY });
  } finally {
    open.close();
  }
}

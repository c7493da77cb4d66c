import { type ClientRequest, request as openHttp, type RequestOptions } from "node:http";
import { request as openHttps } from "node:https";
import { urlToHttpOptions } from "node:url";
import { directConnection } from "../verify/transport/connection.js";

/** The server that a proxy forwards to. */
export interface Upstream {
  /** Its host and port, as the header `Host` has them. */
  host: string;
  origin: string;
  /** Its path without a slash at the end; empty for none. */
  basePath: string;
  /** Begins a request. The path is sent as it is. @throws TypeError if Node.js cannot send a part of it */
  open(
    options: Pick<RequestOptions, "method" | "path" | "agent"> & { headers: RequestOptions["headers"] | string[] },
  ): ClientRequest;
  /** Closes the connections that no request uses. */
  close(): void;
}

/** @param target the base URL of the server */
export function upstreamAt(target: string): Upstream {
  const url = new URL(target);
  const { agentFor, close } = directConnection();
  const request = url.protocol === "https:" ? openHttps : openHttp;
  const agent = agentFor(url);
  const { protocol, hostname, port } = urlToHttpOptions(url);
  return {
    host: url.host,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
    open: (options) => withAllHeaders(request({ protocol, hostname, port, agent, ...options })),
    close,
  };
}

/** Makes Node.js read all headers, in place of the first thousand. Their bytes are limited anyway. */
export function withAllHeaders<Side extends { maxHeadersCount: number | null }>(side: Side): Side {
  side.maxHeadersCount = 0;
  return side;
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, urlOnceListening } from "#cli/listening.js";
import { isLoopback } from "#cli/loopback.js";
import { errorText } from "#cli/user-error.js";
import type { PageFiles } from "../docs/page-files.js";
import { lastReport } from "../docs/report.js";

/** The files of the page, and the bundled contract as JSON. */
export type PageContent = PageFiles & { "openapi.json": string };

const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", json: "application/json" };

export interface PageServer {
  /** The base URL, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the page, the contract and the last verification report, on this machine only.
 *
 * @param content returns the present page and contract, which change while the server runs
 * @throws UserError if the port is in use
 */
export async function servePage(port: number, content: () => PageContent): Promise<PageServer> {
  const answer = async ({ method, url = "/", headers }: IncomingMessage, response: ServerResponse) => {
    // A page of another site may have a name that leads here (DNS rebinding), and would read the report and the key.
    if (!isLoopback(hostnameOf(headers.host))) {
      return send(response, 421, "text/plain", "Open the page by the address that npm start prints.\n");
    }
    if (method !== "GET" && method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return send(response, 405, "text/plain", "The page is read-only. Use GET or HEAD.\n");
    }
    const name = pathOf(url).replace(/^\//, "") || "index.html";
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain";
    // Read for each request: a verification may have ended since the last one.
    if (name === "report.html") return send(response, 200, type, await lastReport());
    const file = Object.entries(content()).find(([path]) => path === name);
    if (file) return send(response, 200, type, file[1]);
    return send(response, 404, "text/plain", "Not found. The page is at /.\n");
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, "text/plain", `${errorText(error)}\n`));
  });
  const host = "127.0.0.1";
  return {
    url: await urlOnceListening(server, host, port, once(server.listen(port, host), "listening")),
    close: () => closeServer(server),
  };
}

/** The path of a request target, which may be a whole URL (RFC 9112, 3.2), or begin with two slashes. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}

/** The host of the header `Host`, without its port. */
function hostnameOf(host = ""): string {
  return host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" };
  // Node omits the body of a response to HEAD.
  response.writeHead(status, headers).end(body);
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, urlOnceListening } from "#cli/listening.js";
import { isLoopback } from "#cli/loopback.js";
import { errorText } from "#cli/user-error.js";
import type { PageFiles } from "../docs/page-files.js";
import { lastReport } from "../docs/report.js";
import { CompressedFiles } from "./compressed-files.js";

/** The files of the page, and the bundled contract as JSON. */
export type PageContent = PageFiles & { "openapi.json": string };

const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", json: "application/json" };

/** How long a browser may keep a file whose address has the version of its content, in seconds: a year. */
const LONG = 31_536_000;

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
  const compressed = new CompressedFiles();
  const answer = async ({ method, url = "/", headers }: IncomingMessage, response: ServerResponse) => {
    // A page of another site may have a name that leads here (DNS rebinding), and would read the report and the key.
    if (!isLoopback(hostnameOf(headers.host))) {
      return sendText(response, 421, "Open the page by the address that npm start prints.\n");
    }
    if (method !== "GET" && method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return sendText(response, 405, "The page is read-only. Use GET or HEAD.\n");
    }
    const name = pathOf(url).replace(/^\//, "") || "index.html";
    // Read for each request: a verification may have ended since the last one.
    const body =
      name === "report.html" ? await lastReport() : Object.entries(content()).find(([path]) => path === name)?.[1];
    if (body === undefined) return sendText(response, 404, "Not found. The page is at /.\n");
    const { version, encoding, bytes } = await compressed.file(name, body, headers["accept-encoding"] ?? "");
    const etag = `"${version}${encoding === undefined ? "" : `-${encoding}`}"`;
    const shared = {
      "Cache-Control": cachingOf(name, url.endsWith(`?v=${version}`)),
      ETag: etag,
      Vary: "Accept-Encoding",
      // A script of the page has the document, and pages of other sites may run any script.
      "Cross-Origin-Resource-Policy": "same-origin",
    };
    if (headers["if-none-match"]?.split(/, */).includes(etag)) return response.writeHead(304, shared).end();
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain";
    const coding = encoding === undefined ? {} : { "Content-Encoding": encoding };
    // Node omits the body of a response to HEAD.
    return response
      .writeHead(200, {
        ...shared,
        ...coding,
        "Content-Type": `${type}; charset=utf-8`,
        "Content-Length": bytes.length,
      })
      .end(bytes);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendText(response, 500, `${errorText(error)}\n`));
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

/** How a file may be kept (RFC 9111, 5.2.2). The page itself has the key of the sandbox. */
function cachingOf(name: string, isVersioned: boolean): string {
  if (name === "index.html") return "no-store";
  return isVersioned ? `public, max-age=${LONG}, immutable` : "no-cache";
}

function sendText(response: ServerResponse, status: number, text: string): ServerResponse {
  return response
    .writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" })
    .end(text);
}

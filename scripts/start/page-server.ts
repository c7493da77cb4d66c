import { createServer, type ServerResponse } from "node:http";
import { lastReport } from "../docs/report.js";

/** What the page's server serves. */
export interface PageContent {
  html: string;
  /** The bundled contract, as JSON. */
  contract: string;
}

export interface PageServer {
  /** Where it listens, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the page, the contract and the last verification report, on this machine only.
 *
 * @param content what to serve now: the contract may change meanwhile
 * @throws Error if the port is taken, saying what to do
 */
export async function servePage(port: number, content: () => PageContent): Promise<PageServer> {
  const server = createServer(async ({ method, url = "/" }, response) => {
    if (method !== "GET" && method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return send(response, 405, "text/plain", "This page is only read: GET or HEAD.\n");
    }
    const [path] = url.split("?");
    if (path === "/" || path === "/index.html") return send(response, 200, "text/html", content().html);
    if (path === "/openapi.json") return send(response, 200, "application/json", content().contract);
    // Read anew each time: the report of a run that ends while this serves is the last one.
    if (path === "/report.html") return send(response, 200, "text/html", await lastReport());
    return send(response, 404, "text/plain", "Nothing is here. The page is at /.\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Stop what listens there, or choose another port: --port ${port + 1}.`;
      reject(error.code === "EADDRINUSE" ? new Error(taken) : error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" };
  // Node leaves the body out of an answer to HEAD.
  response.writeHead(status, headers).end(body);
}

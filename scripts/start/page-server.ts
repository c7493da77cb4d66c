import { createServer, type ServerResponse } from "node:http";
import { UserError } from "../../src/user-error.js";
import { lastReport } from "../docs/report.js";

export interface PageContent {
  html: string;
  /** The bundled contract, as JSON. */
  contract: string;
}

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
  const server = createServer(async ({ method, url = "/" }, response) => {
    if (method !== "GET" && method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      return send(response, 405, "text/plain", "The page is read-only. Use GET or HEAD.\n");
    }
    const [path] = url.split("?");
    if (path === "/" || path === "/index.html") return send(response, 200, "text/html", content().html);
    if (path === "/openapi.json") return send(response, 200, "application/json", content().contract);
    // Read for each request: a verification may have ended since the last one.
    if (path === "/report.html") return send(response, 200, "text/html", await lastReport());
    return send(response, 404, "text/plain", "Not found. The page is at /.\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = `Port ${port} is in use. Stop the process that uses it, or choose another port: --port ${port + 1}.`;
      reject(error.code === "EADDRINUSE" ? new UserError(message) : error);
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
  // Node omits the body of a response to HEAD.
  response.writeHead(status, headers).end(body);
}

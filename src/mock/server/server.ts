import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { serialize } from "@stoplight/prism-http-server/dist/serialize.js";
import { METHODS } from "../../openapi/operation.js";
import type { LoggedResponse } from "../log-line.js";
import type { Prism } from "../prism/prism.js";
import { type MockResponse, problem, problemResponse } from "./problem.js";
import { readRequest } from "./read-request.js";

const ALLOWED_METHODS = METHODS.join(", ").toUpperCase();

/** Called after each response. */
export type OnResponse = (response: LoggedResponse) => void;

/**
 * Serves Prism over HTTP. Every request gets a response; one that cannot be read gets a 400 with the reason. Pages of
 * every origin may call it (CORS), because a mock has no data to protect.
 *
 * @param prism called for each request, so that Prism can be replaced while the server runs
 * @param requestTimeout how long a request may take to arrive, in milliseconds
 */
export function createMockServer(prism: () => Prism, onResponse: OnResponse, requestTimeout: number): Server {
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 20 };
  return createServer(limits, (request, response) => {
    const { method = "GET", url = "/" } = request;
    allowEveryOrigin(request, response);
    if (method === "OPTIONS" && request.headers["access-control-request-method"]) {
      response.writeHead(204).end();
      return;
    }
    const send = ({ status, headers, body, detail }: MockResponse) => {
      if (response.destroyed || response.headersSent) return;
      response.writeHead(status, headers).end(method === "HEAD" ? undefined : body);
      onResponse({ method, url, status, detail });
    };
    respond(request, prism())
      .catch(problemResponse)
      .then(send)
      // An example may have a header value that Node refuses to send.
      .catch((error: unknown) => send(problemResponse(error)));
  });
}

async function respond(request: IncomingMessage, prism: Prism): Promise<MockResponse> {
  const { statusCode, headers = {}, body } = await prism.respond(await readRequest(request));
  const sent = Object.entries(headers).filter(([name, value]) => {
    const isWithoutBody = body === undefined && name.toLowerCase() === "content-type";
    return !isWithoutBody && !FRAMING.includes(name.toLowerCase()) && value !== null && value !== undefined;
  });
  if (statusCode < 200 || statusCode > 599) {
    throw problem(422, "Invalid request", `${statusCode} is not a final status. Prefer a status from 200 to 599.`);
  }
  const type = sent.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const content: unknown = body === undefined ? undefined : serialize(body, type);
  return {
    status: statusCode,
    headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), headerText(value)])),
    body: content === undefined ? undefined : String(content),
    detail: undefined,
  };
}

/** Headers that delimit a body: their examples would be wrong for any other body. */
const FRAMING = ["connection", "content-length", "transfer-encoding"];

function headerText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function allowEveryOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", headers.origin ?? "*");
  response.setHeader("access-control-allow-headers", headers["access-control-request-headers"] ?? "*");
  response.setHeader("access-control-allow-methods", ALLOWED_METHODS);
  response.setHeader("access-control-expose-headers", "*");
  response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("vary", "origin");
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { IHttpResponse } from "@stoplight/prism-http";
import type { Conditions } from "#conditions/conditions.js";
import { MOCK_STATE, MOCK_WARNING } from "#http/mock-state.js";
import { oncePer } from "#openapi/document/once-per.js";
import { METHODS } from "#openapi/operations/operation.js";
import type { OnResponse } from "../log-line.js";
import type { Prism } from "../prism/prism.js";
import { isRepeatable } from "../prism/remembered-responses.js";
import { CHOICE_HEADER, rejectionText, withReasons } from "../responder/choosing/choice.js";
import type { Control } from "./control.js";
import { MOCK_CONTROL } from "./control-names.js";
import { type MockResponse, problem, problemResponse } from "./problem.js";
import { readHttpRequest } from "./read-request.js";

const ALLOWED_METHODS = METHODS.join(", ").toUpperCase();

/**
 * Serves Prism over HTTP. Every request gets a response; one that cannot be read gets a 400 with the reason. Pages of
 * every origin may call it (CORS), because a mock has no data to protect.
 *
 * @param prism called for each request, so that Prism can be replaced while the server runs
 * @param requestTimeout how long a request may take to arrive, in milliseconds
 * @param conditions applied to each request
 * @param options.keepsState whether some responses depend on earlier requests
 * @param options.control the control plane of the state (default: none)
 */
export function createMockServer(
  prism: () => Prism,
  onResponse: OnResponse,
  requestTimeout: number,
  conditions: Conditions,
  { keepsState = false, control }: { keepsState?: boolean; control?: Control | undefined } = {},
): Server {
  const limits = {
    requestTimeout,
    headersTimeout: requestTimeout,
    // A client that was busy meanwhile would send its next request to a connection that is just being closed.
    keepAliveTimeout: requestTimeout,
    connectionsCheckingInterval: requestTimeout / 20,
  };
  return createServer(limits, (request, response) => {
    const { method = "GET", url = "/" } = request;
    if (method === "OPTIONS" && request.headers["access-control-request-method"]) {
      response.writeHead(204, everyOrigin(request, keepsState)).end();
      return;
    }
    const choices: string[] = [];
    const send = ({ status, headers: documented, body, detail }: MockResponse) => {
      if (response.destroyed || response.headersSent) return;
      const headers: Record<string, string | number> = Object.assign(everyOrigin(request, keepsState), documented);
      const isCondition = choices.some((choice) => choice.startsWith("status "));
      const choice = headers[CHOICE_HEADER] ?? (isCondition ? "" : rejectionText(status));
      headers[CHOICE_HEADER] = withReasons(choices, choice);
      // With its length, a body is not sent in chunks.
      if (body !== undefined && hasContent(status)) headers["content-length"] = Buffer.byteLength(body);
      response.writeHead(status, headers);
      if (method === "HEAD" || body === undefined) response.end();
      // Node joins headers and an ASCII text for one write. It would encode them together as UTF-8 otherwise.
      else if (typeof body === "string" && Buffer.byteLength(body) === body.length) response.end(body, "latin1");
      else response.end(typeof body === "string" ? Buffer.from(body) : body);
      onResponse({ method, url, status, detail });
    };
    if (control && url.startsWith(`${MOCK_CONTROL}/`)) {
      control(request).catch(problemResponse).then(send);
      return;
    }
    const serve = async () => {
      const isFree = conditions.isIdle && request.headers.prefer === undefined;
      if (!isFree) await admit(request, response, conditions, (choice) => choices.push(choice));
      return respond(request, prism());
    };
    const sendOrExplain = (made: MockResponse) => {
      try {
        send(made);
      } catch (error) {
        // Nothing else sends a response.
        send(problemResponse(error));
      }
    };
    serve()
      .catch(problemResponse)
      .then((made) => atEndOfTurn(() => sendOrExplain(made)));
  });
}

/** Calls for the end of this turn of the event loop. */
let pending: (() => void)[] = [];

/**
 * Sends a response at the end of a turn of the event loop. Clients that sleep are woken for each response, which takes a
 * fifth of a short request. Where all responses of a turn follow each other, fewer clients sleep again meanwhile.
 */
function atEndOfTurn(send: () => void): void {
  if (pending.length === 0) {
    setImmediate(() => {
      const all = pending;
      pending = [];
      for (const each of all) each();
    });
  }
  pending.push(send);
}

/**
 * Applies the conditions of the server, and those that the request prefers.
 *
 * @throws ProblemJsonError if the request is not served
 */
async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  conditions: Conditions,
  onChoice: (choice: string) => void,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const prefer = [request.headers.prefer ?? []].flat().join(",");
  const rejection = await conditions.apply(prefer, onChoice, gone.signal);
  if (!rejection) return;
  const { status, title, detail, headers } = rejection;
  throw problem(status, title, detail, { headers });
}

/** Responses as they are sent. An equal request gets the same response. */
const serialized = oncePer(asSent);

async function respond(request: IncomingMessage, prism: Prism): Promise<MockResponse> {
  const response = await prism.respond(await readHttpRequest(request));
  return isRepeatable(response) ? serialized(response) : asSent(response);
}

function asSent({ statusCode, headers = {}, body }: IHttpResponse): MockResponse {
  const warning = headers[MOCK_WARNING];
  return { status: statusCode, headers, body: bytesOf(body), detail: warning && `Warning: ${warning}` };
}

/** Our responder writes bodies; a problem in place of a response is JSON. */
function bytesOf(body: unknown): MockResponse["body"] {
  return body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** Whether a response of a status has content (RFC 9110, 15.2, 15.3.5 and 15.4.5). */
function hasContent(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

/** The headers of each response. @param keepsState as of `createMockServer` */
function everyOrigin({ headers }: IncomingMessage, keepsState: boolean): Record<string, string | number> {
  return {
    "access-control-allow-origin": headers.origin ?? "*",
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-allow-methods": ALLOWED_METHODS,
    "access-control-expose-headers": "*",
    "access-control-allow-credentials": "true",
    vary: "origin",
    [MOCK_STATE.name]: keepsState ? MOCK_STATE.documented : MOCK_STATE.value,
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { readStream } from "#http/body/read-stream.js";
import type { Match, RequestReader } from "./request-reader.js";
import { Rejection, type ServedRequest, type ServedResponse, type Service, type Variation } from "./service.js";

export interface RunningServer {
  url: string;
  /** Mistakes in the variation, which are not faults of its server. */
  errors: Error[];
  /** How many requests it has received. */
  requests(): number;
  close(): Promise<void>;
}

/** Starts a server of a service that differs from it by one variation. Each server has its own data. */
export async function startService<State>(
  service: Service<State>,
  reader: RequestReader,
  variation: Variation<State>,
): Promise<RunningServer> {
  const state = service.createState();
  variation.prepare?.(state);
  const memory = new Map<string, number>();
  const errors: Error[] = [];
  let count = 0;

  /** The handling by the service, without the variation except for the violations that it ignores. */
  async function handle(request: ServedRequest): Promise<ServedResponse> {
    const here = reader.matches(request.path);
    const match = matchOf(here, request);
    if (here.length === 0) return service.reject(404, "This path does not exist.");
    if (!match) {
      const allow = here.map(({ operation }) => operation.method.toUpperCase()).join(", ");
      if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow }, body: "" };
      const rejected = service.reject(405, `Use ${allow}.`);
      return { ...rejected, headers: { ...rejected.headers, Allow: allow } };
    }
    const { values, violations } = await readAll(match, request);
    const violation = violations.find((each) => !variation.ignores?.(each));
    if (violation) return service.reject(violation.status, `${violation.message}.`, violation.operation);
    const handler = service.handlers[match.operation.id];
    if (!handler) throw new Error(`${match.operation.id} has no handler.`);
    return handler(values, state, request);
  }

  async function readAll(match: Match, request: ServedRequest) {
    const { values, violations } = await reader.read(match, request);
    const { operation } = match;
    const isOpen = operation.security.length === 0;
    if (!isOpen && !service.isAuthorized(operation, request, state)) {
      const message = "The key is missing or wrong";
      violations.unshift({
        operation: operation.id,
        kind: "credentials",
        place: "",
        keyword: "",
        status: 401,
        message,
      });
    }
    return { values, violations };
  }

  async function respondTo(request: ServedRequest): Promise<ServedResponse> {
    count += 1;
    const next = async (changed = request) => {
      try {
        return await handle(changed);
      } catch (error) {
        if (error instanceof Rejection) return service.reject(error.status, error.message);
        throw error;
      }
    };
    if (!variation.respond) return next();
    const match = matchOf(reader.matches(request.path), request);
    return variation.respond(request, next, {
      operation: match?.operation.id,
      unknownParameters: match ? unknownParameters(match, request) : [],
      count,
      state,
      memory,
      violation: async () => (match ? (await readAll(match, request)).violations[0] : undefined),
    });
  }

  const server = createServer((incoming, raw) => {
    readRequest(incoming)
      .then(respondTo)
      .catch((error: Error) => {
        errors.push(error);
        return { status: 500, headers: {}, body: "" };
      })
      .then((response) => write(raw, incoming.method, response, variation.write));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    errors,
    requests: () => count,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The operation that a request calls. HEAD calls the operation of GET (RFC 9110, 9.3.2). */
function matchOf(here: readonly Match[], { method }: ServedRequest): Match | undefined {
  const wanted = method === "HEAD" ? "get" : method.toLowerCase();
  return here.find(({ operation }) => operation.method === wanted);
}

function unknownParameters({ operation }: Match, { query }: ServedRequest): string[] {
  const known = operation.parameters.map(({ name }) => name);
  return [...query.keys()].filter((name) => !known.includes(name));
}

async function readRequest(incoming: IncomingMessage): Promise<ServedRequest> {
  const { body } = await readStream(incoming);
  const { method = "", url = "", headers } = incoming;
  const [path = "", ...search] = url.split("?");
  const query = new URLSearchParams(search.join("?"));
  return { method, path, query, headers, body };
}

function write(
  raw: ServerResponse,
  method: string | undefined,
  { status, headers, body }: ServedResponse,
  way: Variation<unknown>["write"],
): void {
  const isBodiless = method === "HEAD" || status === 204 || status === 304;
  if (way === "chunked") {
    for (const [name, value] of Object.entries(headers)) raw.setHeader(name.toUpperCase(), value);
    raw.writeHead(status);
  } else if (way === "gzip" && /\bgzip\b/.test(String(raw.req.headers["accept-encoding"])) && body.length > 0) {
    raw.writeHead(status, { ...headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
    raw.end(isBodiless ? undefined : gzipSync(body));
    return;
  } else {
    if (way === "earlyHints") raw.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
    raw.writeHead(status, headers);
  }
  if (isBodiless) raw.end();
  else if (way === "chunked") {
    const bytes = Buffer.from(body);
    for (let at = 0; at < bytes.length; at += 100) raw.write(bytes.subarray(at, at + 100));
    raw.end();
  } else raw.end(body);
}

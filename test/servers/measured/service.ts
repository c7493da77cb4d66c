import { asObject, type JsonObject } from "#openapi/document/document.js";
import { isJson } from "#openapi/document/media-type.js";
import { METHODS } from "#openapi/operations/operation.js";
import { json } from "../../server.js";
import type { Respond } from "../../verify/small-document.js";

/** What requests to a service reached. */
export class Observed {
  readonly branches = new Set<string>();
  readonly succeeded = new Set<string>();
  readonly crashed = new Set<string>();
}

/** A request to an operation. */
export interface Call {
  /** The parameters of the path and of the query. */
  values: Readonly<Record<string, string>>;
  /** The body: an empty object if the request has none. */
  body: JsonObject;
}

/** How an operation answers a call. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the code of a service tells its measurement. */
export interface Probe {
  /** Notes a branch as reached. */
  reach(branch: string): void;
  /** A planted crash: the response has status 500, if the service crashes. */
  crash(title: string): void;
}

export type Handlers = Readonly<Record<string, (call: Call) => Answer>>;

/** An API with a state, whose branches and crashes are counted. */
export interface MeasuredService {
  /** The paths of its document, without an example. */
  paths: JsonObject;
  /** The titles of the planted crashes. */
  crashes: readonly string[];
  /** What is true of its document, although no crash is planted: the titles of such causes (default: none). */
  differs?: RegExp;
  /** Handlers by operationId, with the data of a new server. */
  start(probe: Probe): Handlers;
}

/** The request is rejected. */
export class Rejected extends Error {
  constructor(readonly answer: Answer) {
    super();
  }
}

class Crashed extends Error {}

/** An operation of a document. */
export interface MeasuredOperation {
  operationId: string;
  method: string;
  path: string;
  declared: JsonObject;
}

export function operationsIn(paths: JsonObject): MeasuredOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => METHODS.some((known) => known === method))
      .map(([method, declared]) => ({
        operationId: String(asObject(declared).operationId),
        method: method.toUpperCase(),
        path,
        declared: asObject(declared),
      })),
  );
}

/** Calls an operation as the server does, and notes what the call reached. */
export type Caller = (operationId: string, call: Call) => Answer;

/** A new server of a service, without a network. */
export function callerOf(service: MeasuredService, observed: Observed, hasCrashes: boolean): Caller {
  const handlers = service.start({
    reach: (branch) => void observed.branches.add(branch),
    crash: (title) => {
      observed.branches.add(title);
      if (hasCrashes) {
        observed.crashed.add(title);
        throw new Crashed(title);
      }
    },
  });
  return (operationId, call) => {
    const answer = answered(() => handlers[operationId]?.(call) ?? { status: 501 });
    if (answer.status < 300) observed.succeeded.add(operationId);
    return answer;
  };
}

function answered(handle: () => Answer): Answer {
  try {
    return handle();
  } catch (error) {
    if (error instanceof Rejected) return error.answer;
    if (error instanceof Crashed) return { status: 500, body: { error: "Internal Server Error" } };
    throw error;
  }
}

/** A new server of a service. */
export function respondsAs(service: MeasuredService, observed: Observed, hasCrashes: boolean): Respond {
  const call = callerOf(service, observed, hasCrashes);
  const operations = operationsIn(service.paths);
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const here = operations.flatMap((operation) => {
      const values = valuesIn(operation.path, pathname);
      return values === undefined ? [] : [{ operation, values }];
    });
    const found = here.find(({ operation }) => operation.method === request.method);
    if (found === undefined) {
      const allow = here.map(({ operation }) => operation.method).join(", ");
      return json(response, here.length > 0 ? 405 : 404, { error: "Not served" }, here.length > 0 ? { allow } : {});
    }
    if (request.body !== "" && !isJson(request.headers["content-type"] ?? "")) {
      return json(response, 415, { error: "Send JSON." });
    }
    if (request.body === "" && found.operation.declared.requestBody !== undefined) {
      return json(response, 400, { error: "The body is missing." });
    }
    const body = bodyOf(request.body);
    if (body === undefined) return json(response, 400, { error: "The body is not a JSON object." });
    const values = { ...Object.fromEntries(searchParams), ...found.values };
    const answer = call(found.operation.operationId, { values, body });
    if (answer.body === undefined) return void response.writeHead(answer.status, answer.headers).end();
    json(response, answer.status, answer.body, answer.headers);
  };
}

function bodyOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = text === "" ? {} : JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function valuesIn(path: string, pathname: string): Record<string, string> | undefined {
  const groups = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(pathname)?.groups;
  try {
    if (groups === undefined) return path === pathname ? {} : undefined;
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined;
  }
}

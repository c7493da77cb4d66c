import type { ServerResponse } from "node:http";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import type { SandboxKeys } from "#team-api/sandbox/keys/keys.js";
import type { OpenSandbox } from "#team-api/sandbox/sandbox.js";

/** A request on its way to the sandbox. */
export interface Asked {
  method: string;
  /** As it was sent, percent-encoding and all, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
}

/** An answer on its way back. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a change works with: the honest sandbox behind it, and what belongs to one server alone. */
export interface Tools {
  sandbox: OpenSandbox;
  /** The operation that the request calls. */
  operation: OperationId | undefined;
  /** Which of the sandbox's keys the request carries as a Bearer token. */
  caller: keyof SandboxKeys | undefined;
  /** How many requests have come in, this one included. */
  number: number;
  /** Kept from request to request. */
  memory: Map<string, string>;
  /** Asks the honest sandbox: a GET with the first team's key unless told. */
  call(
    path: string,
    init?: { method?: string; key?: keyof SandboxKeys; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  /** Hands a request on to the honest sandbox. */
  forward(request: Asked): Promise<Answer>;
  /** Does `work` while no other request of this server does such work. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** One way in which a server differs from the sandbox. */
export interface Change {
  /** In kebab-case; stable. */
  id: string;
  /** What the server does wrong, or differently, in one sentence. */
  title: string;
  /** The promises of the reference that it breaks, any of which may tell; `wire` for what breaks HTTP or is a 5xx. */
  breaks?: readonly string[];
  /** The open point (U1 to U11) that admits the change; or what else leaves room for it, a promise or a standard. */
  open?: string;
  /** How many suppressions the first team needs for the change to show. */
  rows?: number;
  /** Its runs take long, and do nothing for most of it: others may be made meanwhile. */
  waits?: true;
  /** Changes the request, or answers it; what it answers is sent as it is. */
  request?(request: Asked, tools: Tools): Asked | Answer | undefined | Promise<Asked | Answer | undefined>;
  /** Changes the sandbox's answer. The request is as it came in, whatever `request` made of it. */
  answer?(answer: Answer, request: Asked, tools: Tools): Answer | undefined | Promise<Answer | undefined>;
  /** Takes over the raw response; false to leave it. */
  socket?(request: Asked, response: ServerResponse, tools: Tools): boolean | Promise<boolean>;
}

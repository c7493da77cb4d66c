import { Agent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CONTROL_PREFIX } from "#team-api/sandbox/control/control-prefix.js";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import type { SandboxKeys } from "#team-api/sandbox/keys/keys.js";
import { type OpenSandbox, startSandbox } from "#team-api/sandbox/sandbox.js";
import type { Answer, Asked, Change, Tools } from "./change.js";
import { bytesOf, exchange, headersOf } from "./forward.js";

export interface FaultyServer {
  /** Where the changed API answers; no control plane is there. */
  url: string;
  keys: SandboxKeys;
  /** The honest sandbox's control plane. */
  controlUrl: string;
  controlToken: string;
  /** How many requests came in to `url`. */
  requests(): number;
  seen: { method: string; url: string; headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
}

const OPERATIONS: readonly [method: string, path: RegExp, OperationId][] = [
  ["DELETE", /^\/oauth\/grants\/[^/]+$/, "revokeOauthGrant"],
  ["POST", /^\/suppressions$/, "addSuppression"],
  ["GET", /^\/suppressions$/, "listSuppressions"],
  ["GET", /^\/suppressions\/[^/]+$/, "retrieveSuppression"],
  ["GET", /^\/contacts\/imports\/[^/]+$/, "retrieveContactImport"],
];

const KEY_NAMES: readonly (keyof SandboxKeys)[] = ["first", "sameTeam", "otherTeam", "outsideBeta"];

/** Starts the sandbox, and before it a server that differs from it by one change. */
export async function startFaulty(change: Change, options: { rows?: number } = {}): Promise<FaultyServer> {
  const sandbox = await startSandbox({ port: 0, control: true, rows: options.rows ?? change.rows ?? 45 });
  const front = await startFront(change, sandbox);
  return {
    ...front,
    close: async () => {
      await front.close();
      await sandbox.close();
    },
  };
}

/** Starts a server before a sandbox that runs, and goes on running when the server is closed. */
export async function startFront(change: Change, sandbox: OpenSandbox): Promise<FaultyServer> {
  const agent = new Agent({ keepAlive: true });
  const seen: FaultyServer["seen"] = [];
  const memory = new Map<string, string>();
  let queue: Promise<unknown> = Promise.resolve();

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: target = "", headers } = incoming;
    seen.push({ method, url: target, headers });
    const number = seen.length;
    const bytes = await bytesOf(incoming);
    const [, path = "", search = ""] = /^(?:https?:\/\/[^/?]*)?([^?]*)(.*)$/s.exec(target) ?? [];
    if (/^\/*_sandbox/i.test(decoded(path))) {
      return send(response, method, { status: 404, headers: {}, body: "" });
    }
    // A copy each, so that what a change does to one is not seen in the other.
    const asked = (): Asked => ({
      method,
      path,
      query: new URLSearchParams(search),
      headers: headersOf(incoming),
      body: bytes.toString("utf8"),
    });
    const original = asked();

    const forward = (request: Asked): Promise<Answer> =>
      exchange(agent, sandbox.url, {
        method: request.method,
        target: request.path + (`${request.query}` === `${original.query}` ? search : `?${request.query}`),
        headers: request.headers,
        body: request.body === original.body ? bytes : Buffer.from(request.body),
      });
    const tools: Tools = {
      sandbox,
      operation: OPERATIONS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2],
      caller: KEY_NAMES.find((name) => headers.authorization === `Bearer ${sandbox.keys[name]}`),
      number,
      memory,
      forward,
      call: (where, { method: verb = "GET", key = "first", headers: more = {}, body = "" } = {}) =>
        exchange(agent, sandbox.url, {
          method: verb,
          target: where,
          headers: { authorization: `Bearer ${sandbox.keys[key]}`, ...more },
          body: Buffer.from(body),
        }),
      alone: (work) => {
        const done = queue.then(work);
        queue = done.catch(() => {});
        return done;
      },
    };

    const changed = (await change.request?.(asked(), tools)) ?? asked();
    if ("status" in changed) return send(response, method, changed);
    if (await change.socket?.(changed, response, tools)) return;
    const honest = await forward(changed);
    send(response, method, (await change.answer?.(honest, original, tools)) ?? honest);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: Error) => {
      // A mistake in a change must not look like a fault of the server that it makes.
      if (!response.headersSent && !response.destroyed && !response.writableEnded) {
        send(response, "GET", { status: 599, headers: {}, body: `${change.id} failed: ${error.stack}` });
      } else response.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keys: sandbox.keys,
    controlUrl: `${sandbox.url}${CONTROL_PREFIX}`,
    controlToken: sandbox.controlToken ?? "",
    requests: () => seen.length,
    seen,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function send(response: ServerResponse, method: string, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  const bodiless = method === "HEAD" || status === 204 || status === 304;
  const length = bodiless ? {} : { "content-length": String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length }).end(bodiless ? undefined : body);
}

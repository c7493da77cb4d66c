import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { refusal } from "../answers.js";
import type { Answer, Asked, Change, Tools } from "../change.js";

/** The same answer, framed otherwise on the connection. */
type Frame = (answer: Answer, response: Parameters<NonNullable<Change["socket"]>>[1], request: Asked) => void;
function framed(id: string, title: string, frame: Frame): Change {
  return {
    id: `http-${id}`,
    title,
    open: "RFC 9110",
    async socket(request, response, { forward }) {
      if (request.method === "HEAD") return false;
      frame(await forward(request), response, request);
      return true;
    },
  };
}

/** The connections that end when they are idle. */
const timed = new WeakSet<object>();

const lengthOf = ({ body }: Answer) => ({ "content-length": Buffer.byteLength(body) });

/** Refuses every few requests; the one that is sent again succeeds. */
function limited(id: string, title: string, retryAfter: () => string, status = 429): Change {
  return {
    id: `rate-${id}`,
    title,
    open: "U9",
    waits: true,
    request(request, { operation, number, memory }) {
      const { method, path, query, body } = request;
      const one = JSON.stringify([method, path, `${query}`, request.headers.authorization, body]);
      if (memory.delete(one) || operation === undefined || number % 5 !== 0) return request;
      memory.set(one, "");
      return { ...refusal(status), headers: { "content-type": "application/json", "retry-after": retryAfter() } };
    },
  };
}

/** RFC 9110 (15.5.6) wants Allow. */
const methodRefused = () => ({ ...refusal(405), headers: { allow: "GET, POST, DELETE" } });
const METHODS_OF_OPERATIONS = ["GET", "POST", "DELETE"];
const isForSuppressions = ({ operation }: Tools) => /suppression/i.test(operation ?? "");

export const HTTP: Change[] = [
  framed("connection-closes", "Ends the connection after each answer.", (answer, response) => {
    response.writeHead(answer.status, { ...answer.headers, ...lengthOf(answer), connection: "close" }).end(answer.body);
  }),
  framed("idle-closes", "Ends a connection that was idle for 30 milliseconds.", (answer, response) => {
    const { socket } = response;
    if (socket && !timed.has(socket)) {
      timed.add(socket);
      socket.setTimeout(30, () => socket.destroy());
    }
    response.writeHead(answer.status, { ...answer.headers, ...lengthOf(answer) }).end(answer.body);
  }),
  framed("chunked", "Sends bodies in chunks of seven bytes.", (answer, response) => {
    response.writeHead(answer.status, answer.headers);
    const bytes = Buffer.from(answer.body);
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
    response.end();
  }),
  framed("gzip", "Compresses bodies for those who take gzip.", (answer, response, { headers }) => {
    const takes = /gzip/.test(headers["accept-encoding"] ?? "") && answer.body !== "";
    const body = takes ? gzipSync(answer.body) : Buffer.from(answer.body);
    const encoding = takes ? { "content-encoding": "gzip", vary: "accept-encoding" } : {};
    response.writeHead(answer.status, { ...answer.headers, ...encoding, "content-length": body.length }).end(body);
  }),
  framed("early-hints", "Sends 103 before each answer.", (answer, response) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
    response.writeHead(answer.status, { ...answer.headers, ...lengthOf(answer) }).end(answer.body);
  }),
  framed("own-reasons", "Sends reason phrases of its own.", (answer, response) => {
    response.writeHead(answer.status, "As You Wish", { ...answer.headers, ...lengthOf(answer) }).end(answer.body);
  }),
  framed("header-case", "Writes the names of headers in capital letters.", (answer, response) => {
    const headers = Object.fromEntries(
      Object.entries({ ...answer.headers, ...lengthOf(answer) }).map(([name, value]) => [name.toUpperCase(), value]),
    );
    response.writeHead(answer.status, headers).end(answer.body);
  }),
  {
    id: "http-slow",
    title: "Takes 300 ms for each answer.",
    open: "RFC 9110",
    waits: true,
    async answer(answer) {
      await setTimeout(300);
      return answer;
    },
  },
  {
    id: "http-further-headers",
    title: "Sends further headers: limits, a cookie, caching, and what proxies add.",
    open: "U9",
    answer: (answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        "ratelimit-limit": "10",
        "ratelimit-remaining": "9",
        "x-ratelimit-reset": "1",
        "set-cookie": "session=1; HttpOnly",
        "cache-control": "no-store",
        "strict-transport-security": "max-age=31536000",
        via: "1.1 proxy",
      },
    }),
  },
  {
    id: "http-version-header",
    title: "Names a version of the interface in a header.",
    open: "U10",
    answer: (answer) => ({
      ...answer,
      headers: { ...answer.headers, "api-version": "2026-11-01", deprecation: "@1793750400" },
    }),
  },
  {
    id: "http-other-methods-refused",
    title: "Answers HEAD, OPTIONS and every other method than its own with 405.",
    open: "U3",
    request: ({ method }) => (METHODS_OF_OPERATIONS.includes(method) ? undefined : methodRefused()),
  },
  {
    id: "http-other-methods-unknown",
    title: "Answers HEAD and OPTIONS with 404.",
    open: "U3",
    request: ({ method }) => (["HEAD", "OPTIONS"].includes(method) ? refusal(404) : undefined),
  },
  limited("0", "Answers every fifth request with 429 and Retry-After: 0.", () => "0"),
  limited("1", "Answers every fifth request with 429 and Retry-After: 1.", () => "1"),
  limited("date", "Answers every fifth request with 429 and a date in Retry-After.", () =>
    new Date(Date.now() + 1000).toUTCString(),
  ),
  limited("deployment", "Answers every fifth request with 503 and Retry-After: 1.", () => "1", 503),
  {
    id: "key-second-may-not-suppress",
    title: "Has keys that may not use the suppressions: the first team's second one.",
    open: "U7",
    request: (request, tools) => (tools.caller === "sameTeam" && isForSuppressions(tools) ? refusal(403) : request),
  },
  {
    id: "key-second-may-not-import",
    title: "Has keys that may not retrieve imports: the first team's second one.",
    open: "U7",
    request: (request, { caller, operation }) =>
      caller === "sameTeam" && operation === "retrieveContactImport" ? refusal(403) : request,
  },
];

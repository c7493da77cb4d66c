import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { IHttpNameValues, IHttpRequest } from "@stoplight/prism-http";
import { ProblemJsonError } from "@stoplight/prism-http";
import { serialize } from "@stoplight/prism-http-server/dist/serialize.js";
import { isJson } from "../http/media-type.js";
import { METHODS } from "../openapi/operation.js";
import type { Prism } from "./prism.js";

const ALLOWED_METHODS = METHODS.join(", ").toUpperCase();

/** A larger body is refused; what a mock is asked is small. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** Told of each request that was answered. */
export type OnAnswer = (answer: { method: string; url: string; status: number; detail: string | undefined }) => void;

/**
 * Serves Prism over HTTP. Whatever comes in is answered: what cannot be read with a 400 that says why. Every origin may
 * call (CORS), since a mock holds nothing to protect.
 *
 * @param prism called for each request, so that another can take its place while the server runs
 */
export function createMockServer(prism: () => Prism, onAnswer: OnAnswer): Server {
  return createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    allowEveryOrigin(request, response);
    if (method === "OPTIONS" && request.headers["access-control-request-method"]) {
      response.writeHead(204).end();
      return;
    }
    const reply = ({ status, headers, body, detail }: Answer) => {
      if (response.destroyed || response.headersSent) return;
      response.writeHead(status, headers).end(method === "HEAD" ? undefined : body);
      onAnswer({ method, url, status, detail });
    };
    answer(request, prism())
      .catch(problemOf)
      .then(reply)
      // An example may hold what no header can carry.
      .catch((error: unknown) => reply(problemOf(error)));
  });
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
  /** Why it was refused, in a line. */
  detail: string | undefined;
}

async function answer(request: IncomingMessage, prism: Prism): Promise<Answer> {
  const { statusCode, headers = {}, body } = await prism.answer(await read(request));
  const sent = Object.entries(headers).filter(([name, value]) => {
    const empty = body === undefined && name.toLowerCase() === "content-type";
    return !empty && !FRAMING.includes(name.toLowerCase()) && value !== null && value !== undefined;
  });
  if (statusCode < 200 || statusCode > 599) {
    throw refusal(
      422,
      "Invalid request",
      `${statusCode} is no status that ends an exchange. Prefer one from 200 to 599.`,
    );
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

/** Headers that tell where a body ends: an example of one would be wrong for any other body. */
const FRAMING = ["connection", "content-length", "transfer-encoding"];

function headerText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @throws ProblemJsonError if the request cannot be read */
async function read(request: IncomingMessage): Promise<IHttpRequest> {
  const { url = "/", headers } = request;
  const method = METHODS.find((each) => each === (request.method ?? "get").toLowerCase());
  if (!method) throw refusal(405, "Method not allowed", `The mock knows no method ${request.method}.`);
  const [path = "", search = ""] = splitOnce(url, "?");
  if (!path.startsWith("/"))
    throw refusal(400, "Bad request", `The path ${JSON.stringify(path)} does not begin with a slash.`);
  try {
    decodeURIComponent(path);
  } catch {
    throw refusal(
      400,
      "Bad request",
      `The path ${JSON.stringify(path)} has a \`%\` that begins no character. Write it as %25.`,
    );
  }
  const text = await readBody(request);
  return {
    method,
    url: { path, query: queryOf(new URLSearchParams(search)) },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")])),
    body: text === "" ? undefined : bodyOf(text, headers["content-type"] ?? ""),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw refusal(413, "Content too large", `The body is larger than ${BODY_LIMIT} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function bodyOf(text: string, contentType: string): unknown {
  if (!isJson(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(400, "Malformed JSON", `The body is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

function queryOf(search: URLSearchParams): IHttpNameValues {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

function allowEveryOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", headers.origin ?? "*");
  response.setHeader("access-control-allow-headers", headers["access-control-request-headers"] ?? "*");
  response.setHeader("access-control-allow-methods", ALLOWED_METHODS);
  response.setHeader("access-control-expose-headers", "*");
  response.setHeader("access-control-allow-credentials", "true");
  response.setHeader("vary", "origin");
}

/** Any error as an answer by RFC 9457: Prism's with all that they say, the others by whose fault they are. */
function problemOf(error: unknown): Answer {
  const refused = error instanceof ProblemJsonError ? error : unexpected(error);
  const { headers, ...more } = Object.fromEntries(Object.entries(refused.additional ?? {}));
  const { name, message, status, detail } = refused;
  const validation = Array.isArray(more.validation) ? more.validation.map((each) => each?.message).join("; ") : "";
  return {
    status,
    headers: {
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), String(value)])),
      "content-type": "application/problem+json",
    },
    body: JSON.stringify({ type: name, title: message, status, detail, ...more }),
    detail: validation || detail,
  };
}

/** Prism throws bare errors at headers that it cannot read; anything else is a defect. */
function unexpected(error: unknown): ProblemJsonError {
  const message = error instanceof Error ? error.message : String(error);
  if (/media type|mime type|malformed/i.test(message)) {
    return refusal(400, "Bad request", `The request cannot be read: ${message}. Look at its Accept and Content-Type.`);
  }
  return refusal(500, "The mock failed", message);
}

function refusal(status: number, title: string, detail: string): ProblemJsonError {
  return new ProblemJsonError("about:blank", title, status, detail);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

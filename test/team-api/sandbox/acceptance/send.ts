import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { record } from "./assertions.js";
import { baseUrl } from "./settings.js";

const ATTEMPTS = 5;

export type Query = Record<string, string | number | undefined>;

export interface Request {
  key?: string;
  authorization?: string;
  query?: Query;
  json?: unknown;
  text?: string;
}

export interface Reply {
  label: string;
  status: number;
  contentType: string;
  text: string;
}

function withQuery(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function headersOf(request: Request): Headers {
  const headers = new Headers();
  const authorization = request.authorization ?? (request.key === undefined ? undefined : `Bearer ${request.key}`);
  if (authorization !== undefined) headers.set("Authorization", authorization);
  if (bodyOf(request) !== null) headers.set("Content-Type", "application/json");
  return headers;
}

function bodyOf(request: Request): string | null {
  if (request.text !== undefined) return request.text;
  return request.json === undefined ? null : JSON.stringify(request.json);
}

function retryDelay(header: string | null): number {
  const seconds = Number(header ?? "1");
  const delay = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? "") - Date.now();
  return Number.isFinite(delay) ? Math.min(Math.max(delay, 0), 60_000) : 1000;
}

export async function send(url: string, method: string, label: string, request: Request): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method,
      headers: headersOf(request),
      body: bodyOf(request),
      redirect: "manual",
      signal: AbortSignal.timeout(300_000),
    });
    const text = await response.text();
    const { status } = response;
    if (status !== 429 || attempt === ATTEMPTS) {
      const contentType = response.headers.get("Content-Type") ?? "";
      return { label: `${label} -> ${status} ${text.slice(0, 300)}`, status, contentType, text };
    }
    await wait(retryDelay(response.headers.get("Retry-After")));
  }
}

export function call(method: string, path: string, request: Request = {}): Promise<Reply> {
  const target = withQuery(path, request.query);
  const body = bodyOf(request);
  return send(`${baseUrl}${target}`, method, `${method} ${target}${body === null ? "" : ` ${body}`}`, request);
}

function parsed(text: string, label: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return assert.fail(`${label}: the body is not JSON`);
  }
}

export function isSuccess(reply: Reply): boolean {
  return reply.status >= 200 && reply.status < 300;
}

export function isRejection(reply: Reply): boolean {
  // 429 says nothing about the request itself, so it does not count as a rejection.
  return reply.status >= 400 && reply.status < 500 && reply.status !== 429;
}

export function success(reply: Reply): Record<string, unknown> {
  assert.ok(isSuccess(reply), `${reply.label}: a 2xx was expected`);
  return record(parsed(reply.text, reply.label), reply.label);
}

export function rejected(reply: Reply): void {
  assert.ok(isRejection(reply), `${reply.label}: a 4xx was expected`);
}

export function handled(reply: Reply): void {
  assert.ok(isSuccess(reply) || isRejection(reply), `${reply.label}: a 2xx or a 4xx was expected`);
}

export function notFound(reply: Reply): void {
  assert.equal(reply.status, 404, `${reply.label}: 404 was expected`);
}

export function json(reply: Reply): void {
  assert.match(reply.contentType, /^application\/([^;\s]+\+)?json\s*(;|$)/i, `${reply.label}: ${reply.contentType}`);
  success(reply);
}

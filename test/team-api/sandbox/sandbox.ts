import { expect } from "vitest";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import type { SandboxOptions } from "#team-api/sandbox/sandbox-options.js";
import { responseChecker, type TextResponse } from "./contract-violations.js";
import type { TestDatabase } from "./databases.js";

/** A response; `body` is an empty object unless it is JSON. */
export interface CallResponse extends TextResponse {
  body: JsonObject;
}

export interface CallOptions {
  /** An API key, or null for none (default: the first team's key). */
  key?: string | null;
  /** Sent as JSON. */
  json?: unknown;
  headers?: Record<string, string>;
  /** Sent unchanged. */
  body?: BodyInit;
}

/** Starts a sandbox with its control plane. Every response to `call` must conform to the contract. */
export async function testSandbox(make: () => Promise<TestDatabase>, options: Partial<SandboxOptions> = {}) {
  const database = await make();
  const sandbox = await startSandbox({ port: 0, control: true, database: database.location, ...options });
  const violations = responseChecker(sandbox.document);

  async function call(method: string, path: string, callOptions: CallOptions = {}): Promise<CallResponse> {
    const { key = sandbox.keys.first, json, headers = {}, body = null } = callOptions;
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
    });
    const text = await response.text();
    const read = { status: response.status, headers: response.headers, text };
    if (method !== "HEAD") expect(violations(method, path, read)).toEqual([]);
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    return { ...read, body: isJson ? asObject(JSON.parse(text)) : {} };
  }

  return {
    ...sandbox,
    call,
    /** Requests a page of the list. */
    async list(query = "", key: string = sandbox.keys.first) {
      const { status, body } = await call("GET", `/suppressions${query && `?${query}`}`, { key });
      expect(status, JSON.stringify(body)).toBe(200);
      const data = asList(body.data).map(asObject);
      return { data, ids: data.map(({ id }) => String(id)), hasMore: body.has_more };
    },
    /** Calls the control plane, which is not in the contract. */
    async control(method: string, path: string, json?: unknown): Promise<CallResponse> {
      return call(method, `/_sandbox${path}`, {
        key: sandbox.controlToken ?? null,
        ...(json === undefined ? {} : { json }),
      });
    },
    async stop() {
      await sandbox.close();
      await database.drop();
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>;

import { expect } from "vitest";
import { asList, asObject, type JsonObject } from "../../src/openapi/document.js";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.js";
import type { TestDatabase } from "./databases.js";
import { type Answer, contractOf } from "./fits-contract.js";

/** An answer, its body read if it is JSON. */
export interface Called extends Answer {
  body: JsonObject;
}

export interface CallOptions {
  /** The first team's unless told; null for none. */
  key?: string | null;
  /** Sent as JSON. */
  json?: unknown;
  headers?: Record<string, string>;
  /** Sent as it is. */
  body?: BodyInit;
}

/** Starts a sandbox with its control plane; every answer is held against the contract. */
export async function testSandbox(make: () => Promise<TestDatabase>, options: Partial<SandboxOptions> = {}) {
  const database = await make();
  const sandbox = await startSandbox({ port: 0, control: true, database: database.location, ...options });
  const violations = contractOf(sandbox.document);

  async function call(method: string, path: string, given: CallOptions = {}): Promise<Called> {
    const { key = sandbox.keys.first, json, headers = {}, body = null } = given;
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
    const answer = { status: response.status, headers: response.headers, text };
    if (method !== "HEAD") expect(violations(method, path, answer)).toEqual([]);
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    return { ...answer, body: isJson ? asObject(JSON.parse(text)) : {} };
  }

  return {
    ...sandbox,
    call,
    /** A page of the list. */
    async list(query = "", key: string = sandbox.keys.first) {
      const { status, body } = await call("GET", `/suppressions${query && `?${query}`}`, { key });
      expect(status, JSON.stringify(body)).toBe(200);
      const data = asList(body.data).map(asObject);
      return { data, ids: data.map(({ id }) => String(id)), hasMore: body.has_more };
    },
    /** Asks the control plane, which is no part of the contract. */
    async control(method: string, path: string, json?: unknown): Promise<Called> {
      return call(method, `/_sandbox${path}`, { key: null, ...(json === undefined ? {} : { json }) });
    },
    async stop() {
      await sandbox.close();
      await database.drop();
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>;

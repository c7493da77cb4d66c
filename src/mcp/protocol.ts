import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { PACKAGE } from "#cli/installation.js";
import { thrownText } from "#cli/user-error.js";
import { asObject, asText, isObject, type Json, type JsonObject } from "#openapi/document/document.js";

/** A tool of the server, as assistants call it. */
export interface Tool {
  name: string;
  description: string;
  /** The JSON Schema of its arguments. */
  inputSchema: JsonObject;
  /** The text of its result. An error becomes a result that says so. */
  call(given: JsonObject): Promise<string>;
}

/** The versions of the Model Context Protocol that the server speaks, the newest first. */
const VERSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The codes of errors (JSON-RPC 2.0, 5.1). */
const CODES = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 };

/**
 * Responds to a message of a client (Model Context Protocol, base protocol).
 *
 * @returns the response; undefined for a notification, which gets none
 */
export async function respond(tools: readonly Tool[], message: unknown): Promise<JsonObject | undefined> {
  if (!isObject(message) || typeof message.method !== "string")
    return errorOf(null, CODES.request, "This is not a request.");
  const { id, method } = message;
  if (id === undefined) return undefined;
  const params = asObject(message.params);
  if (method === "initialize") return resultOf(id, initialized(params));
  if (method === "ping") return resultOf(id, {});
  if (method === "tools/list") {
    const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return resultOf(id, { tools: listed });
  }
  if (method !== "tools/call") return errorOf(id, CODES.method, `There is no method ${method}.`);
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool) return errorOf(id, CODES.params, `There is no tool ${String(params.name)}.`);
  const called = await tool.call(asObject(params.arguments)).then(
    (text) => ({ text, isError: false }),
    (thrown: unknown) => ({ text: thrownText(thrown), isError: true }),
  );
  return resultOf(id, { content: [{ type: "text", text: called.text }], isError: called.isError });
}

function initialized({ protocolVersion }: JsonObject): JsonObject {
  const requested = VERSIONS.find((version) => version === asText(protocolVersion));
  return {
    protocolVersion: requested ?? VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: PACKAGE.name, version: PACKAGE.version },
  };
}

function resultOf(id: Json, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

function errorOf(id: Json, code: number, message: string): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Serves a client over streams, one message a line, until the input ends. Calls that run then are completed. */
export async function serveClient(tools: readonly Tool[], input: Readable, output: Writable): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === "") continue;
    const responding = respondToLine(tools, line).then((response) => {
      if (response) output.write(`${JSON.stringify(response)}\n`);
      running.delete(responding);
    });
    running.add(responding);
  }
  await Promise.all(running);
}

async function respondToLine(tools: readonly Tool[], line: string): Promise<JsonObject | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return errorOf(null, CODES.parse, "This is not JSON.");
  }
  return respond(tools, message);
}

import type { OpenApiDocument } from "#openapi/document/document.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { functionName, propertyKey } from "../names.js";
import { exampleInput } from "./operation-doc.js";

/** The longest value on one line, in characters: a page that is 1280 pixels wide shows lines of about 46. */
const LINE = 20;

/** The module of the client, and the base URL in its samples. */
export interface SampleClient {
  module: string;
  baseUrl: string;
  /** The environment variable with the key. */
  keyVariable: string;
}

/** The first example of an operation that succeeds, whose values samples have. */
export function sampleExample(operation: Operation): ExamplePair | undefined {
  return examplePairs(operation).find(({ response }) => response.status.startsWith("2"));
}

/** Creates a client, and calls an operation by it, with the values of its first example that succeeds: TypeScript. */
export function clientSample(document: OpenApiDocument, operation: Operation, client: SampleClient): string {
  return `${clientCreation(document, operation, client)}\n${clientCall(operation)}`;
}

/** Calls an operation by a client `api`, with the values of its first example that succeeds: TypeScript. */
export function clientCall(operation: Operation): string {
  const pair = sampleExample(operation);
  const input = pair && exampleInput(operation, pair);
  const call = `api.${functionName(operation)}(${input && Object.keys(input).length > 0 ? literal(input) : ""})`;
  return `const result = await ${call};
if (result.ok) console.log(result.data);
else console.log(result.status, result.body ?? result.failure);`;
}

/** Creates a client with the keys that an operation needs: TypeScript. */
export function clientCreation(document: OpenApiDocument, operation: Operation, client: SampleClient): string {
  return `import { createClient } from ${JSON.stringify(client.module)};

const api = createClient({
  baseUrl: ${JSON.stringify(client.baseUrl)},${keyLines(document, operation, client)}
});`;
}

/** The keys of the operation's first security requirement; empty if it has none. */
function keyLines(document: OpenApiDocument, { security }: Operation, { keyVariable }: SampleClient): string {
  const key = `() => process.env.${keyVariable} ?? ""`;
  const names = security[0] ?? [];
  const schemes = securitySchemes(document);
  const formOf = (name: string | undefined) => (schemes[name ?? ""]?.type === "basic" ? " // user:password" : "");
  if (names.length === 0) return "";
  if (Object.keys(schemes).length === 1) return `\n  apiKey: ${key},${formOf(names[0])}`;
  return `\n  apiKey: {${names.map((name) => `\n    ${propertyKey(name)}: ${key},${formOf(name)}`).join("")}\n  },`;
}

/** A value as TypeScript source, on several lines where one would be too long. */
function literal(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  const list = (open: string, members: string[], close: string) => {
    const line = `${open}${members.join(", ")}${close}`;
    const isShort = line.length <= LINE && !line.includes("\n");
    return isShort
      ? line
      : `${open.trimEnd()}\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}${close.trim()}`;
  };
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : list(
          "[",
          value.map((item) => literal(item, inner)),
          "]",
        );
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${propertyKey(key)}: ${literal(member, inner)}`);
  return members.length === 0 ? "{}" : list("{ ", members, " }");
}

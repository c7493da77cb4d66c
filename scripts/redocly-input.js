import fs from "node:fs";
import { indentedFlow } from "./lint/flow-indentation.js";

// Loaded into Redocly CLI before it starts. A device or a pipe, to which a $ref may lead, can be read without end, and its parser
// refuses YAML that others read. Redocly CLI reports the error at the place of the reference.

const { readFile } = fs.promises;

/** @type {(path: unknown, ...options: unknown[]) => Promise<unknown>} */
const readOnlyFiles = async (path, ...options) => {
  const entry = typeof path === "string" ? await fs.promises.stat(path).catch(() => undefined) : undefined;
  if (entry && !entry.isFile() && !entry.isDirectory()) throw new Error(`${path} is not a file`);
  const content = await Reflect.apply(readFile, fs.promises, [path, ...options]);
  return typeof content === "string" && /\.ya?ml$/i.test(String(path)) ? indentedFlow(content) : content;
};

Object.assign(fs.promises, { readFile: readOnlyFiles });

const { fetch } = globalThis;

/** @type {typeof fetch} */
const fetchDocument = async (input, options) => {
  const response = await fetch(input, options);
  const { status, statusText, headers, ok } = response;
  // JSON has no indentation, and is long to read a second time.
  if (!ok || /\bjson\b/i.test(headers.get("content-type") ?? "")) return response;
  return new Response(indentedFlow(await response.text()), { status, statusText, headers });
};

Object.assign(globalThis, { fetch: fetchDocument });

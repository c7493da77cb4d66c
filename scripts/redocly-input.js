import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { indentedFlow } from "./lint/flow-indentation.js";

// Loaded into Redocly CLI before it starts. A device or a pipe, to which a $ref may lead, can be read without end, and its parser
// refuses YAML that others read. Redocly CLI reports the error at the place of the reference. It takes the percent-encoded name in
// a reference (RFC 3986, 2.1) for that of a file.

const { lstatSync } = fs;
const { readFile } = fs.promises;

/**
 * The path of a file, or that of the file with the decoded name.
 *
 * @param {unknown} path
 */
function fileOf(path) {
  if (typeof path !== "string" || !path.includes("%") || fs.existsSync(path)) return path;
  try {
    const decoded = decodeURIComponent(path);
    return fs.existsSync(decoded) ? decoded : path;
  } catch {
    return path;
  }
}

/** @type {(path: unknown, ...options: unknown[]) => unknown} */
const statOfNamed = (path, ...options) => Reflect.apply(lstatSync, fs, [fileOf(path), ...options]);

/** @type {(path: unknown, ...options: unknown[]) => Promise<unknown>} */
const readOnlyFiles = async (given, ...options) => {
  const path = fileOf(given);
  const entry = typeof path === "string" ? await fs.promises.stat(path).catch(() => undefined) : undefined;
  if (entry && !entry.isFile() && !entry.isDirectory()) throw new Error(`${path} is not a file`);
  const content = await Reflect.apply(readFile, fs.promises, [path, ...options]);
  return typeof content === "string" && /\.ya?ml$/i.test(String(path)) ? indentedFlow(content) : content;
};

Object.assign(fs.promises, { readFile: readOnlyFiles });
Object.assign(fs, { lstatSync: statOfNamed });
syncBuiltinESMExports();

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

import fs from "node:fs";

// Loaded into Redocly CLI before it starts: a device or a pipe, to which a $ref may lead, can be read without end.
// Redocly CLI reports the error at the place of the reference.

const { readFile } = fs.promises;

/** @type {(path: unknown, ...options: unknown[]) => Promise<unknown>} */
const readOnlyFiles = async (path, ...options) => {
  const entry = typeof path === "string" ? await fs.promises.stat(path).catch(() => undefined) : undefined;
  if (entry && !entry.isFile() && !entry.isDirectory()) throw new Error(`${path} is not a file`);
  return Reflect.apply(readFile, fs.promises, [path, ...options]);
};

Object.assign(fs.promises, { readFile: readOnlyFiles });

import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { bundleDocument } from "./bundle.js";
import { isObject, type OpenApiDocument } from "./document.js";
import { DocumentError } from "./document-error.js";
import { findDefect } from "./find-defect.js";
import { isSelfContained } from "./self-contained.js";
import { upgrade } from "./upgrade/upgrade.js";

export { DocumentError };

/** A document, and the files that it consists of. */
export interface Loaded {
  document: OpenApiDocument;
  /** Absolute paths. */
  files: string[];
}

/** Reads a document as `loadWithFiles` does. */
export async function loadDocument(file: string): Promise<OpenApiDocument> {
  return (await loadWithFiles(file)).document;
}

/**
 * Reads an OpenAPI document (YAML or JSON), and the files that it refers to, as one document of OpenAPI 3.1. A document
 * of OpenAPI 3.0 is upgraded.
 *
 * @param file path of the document
 * @throws DocumentError if the file is missing, is not YAML or JSON, has a reference that cannot be resolved or leads to
 *   itself, is nested too deeply, or is not OpenAPI 3; UserError if the bundler is needed and not installed
 */
export async function loadWithFiles(file: string): Promise<Loaded> {
  const path = resolve(file);
  const shown = relative(process.cwd(), path) || file;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    const problem = found ? "is not a file" : "does not exist";
    throw new DocumentError(`${shown} ${problem}. Name the file of an OpenAPI document.`);
  }
  const whole = await readWhole(file);
  const { document, files } = whole ? { document: whole, files: [] } : await bundleDocument(path, shown);
  const version = document.openapi;
  if (typeof version !== "string" || !version.startsWith("3.")) {
    throw new DocumentError(`${shown} is not an OpenAPI 3 document: \`openapi\` is ${JSON.stringify(version)}.`);
  }
  const defect = findDefect(document);
  if (defect) throw new DocumentError(`${shown} at ${defect.pointer}: ${defect.message}`);
  upgrade(document);
  return { document, files: [path, ...files] };
}

/**
 * Reads a JSON document that refers only to itself. It needs no bundler, which may not be installed, and which takes
 * longer than everything else that is done with a large document.
 *
 * @returns undefined for any other document: the bundler reads it, or reports what is wrong
 */
async function readWhole(file: string): Promise<OpenApiDocument | undefined> {
  if (!/\.json$/i.test(file)) return undefined;
  try {
    const document: unknown = JSON.parse(await readFile(file, "utf8"));
    return isObject(document) && isSelfContained(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

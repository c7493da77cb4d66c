import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { GENERATED_CONTRACT } from "../installation.js";
import { requirePeers } from "../peers.js";
import { isObject, type OpenApiDocument } from "./document.js";
import { isSelfContained } from "./self-contained.js";
import { upgrade } from "./upgrade.js";

/** A document that could not be read; the message says which, where, and what is wrong. */
export class DocumentError extends Error {
  override name = "DocumentError";
}

/** A document, and the files that it was made of. */
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
 * Reads an OpenAPI document (YAML or JSON) and what it refers to in other files, as one document of OpenAPI 3.1. One of
 * 3.0 is upgraded.
 *
 * @param file path of the document
 * @throws DocumentError if the file is missing, is no YAML or JSON, refers to what is not there, or is no OpenAPI 3
 */
export async function loadWithFiles(file: string): Promise<Loaded> {
  const shown = relative(process.cwd(), resolve(file)) || file;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new DocumentError(`${shown} is not there. Name the file of an OpenAPI document.`);
  const isGenerated = resolve(file) === GENERATED_CONTRACT;
  const { document, files } = isGenerated ? await readGenerated(file) : await readAndBundle(file, shown);
  return { document, files: [resolve(file), ...files] };
}

/** It is bundled and upgraded already: who verifies a server against the published contract needs no bundler. */
async function readGenerated(file: string): Promise<Loaded> {
  const document: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!isObject(document)) throw new DocumentError(`${file} holds no object. Run npm run generate.`);
  return { document, files: [] };
}

/** @param shown the file as people know it */
async function readAndBundle(file: string, shown: string): Promise<Loaded> {
  requirePeers("documents");
  const whole = await readWhole(file);
  if (whole) return { document: checkedVersion(whole, shown), files: [] };
  const { bundle, createConfig } = await import("@redocly/openapi-core");
  const {
    bundle: bundled,
    problems,
    fileDependencies,
  } = await bundle({ ref: resolve(file), config: await createConfig({}) }).catch((error: unknown) => {
    throw new DocumentError(`${shown} could not be read. ${error instanceof Error ? error.message : String(error)}`);
  });
  const [problem] = problems.filter(({ severity }) => severity === "error");
  if (problem) {
    const place = problem.location[0];
    const where = place ? `${relative(process.cwd(), place.source.absoluteRef)} at ${place.pointer ?? "#/"}` : shown;
    throw new DocumentError(`${where}: ${problem.message}`);
  }
  const document: unknown = bundled.parsed;
  if (!isObject(document)) throw new DocumentError(`${shown} is no OpenAPI document: it holds no object.`);
  return { document: checkedVersion(document, shown), files: [...fileDependencies] };
}

/** @throws DocumentError unless it is OpenAPI 3 */
function checkedVersion(document: OpenApiDocument, shown: string): OpenApiDocument {
  const version = document.openapi;
  if (typeof version !== "string" || !version.startsWith("3.")) {
    throw new DocumentError(`${shown} is no OpenAPI 3 document: \`openapi\` is ${JSON.stringify(version)}.`);
  }
  upgrade(document);
  return document;
}

/**
 * A document in JSON that refers to nothing but itself: there is nothing to bundle, and bundling takes longer than all
 * else that is done with a large document.
 *
 * @returns undefined for any other, so that the bundler reads it and tells what is wrong
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

import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { dropLostReferences } from "../bundle/broken-references.js";
import { bundleDocument } from "../bundle/bundle.js";
import { resolveIdentifiers } from "../bundle/identifiers/resolve-identifiers.js";
import { isSwagger, requireKnownVersion } from "../bundle/known-version.js";
import type { Root } from "../bundle/resolver.js";
import { isSelfContained } from "../bundle/self-contained.js";
import { isObject, type OpenApiDocument } from "../document/document.js";
import { DocumentError, shownFile } from "../document/document-error.js";
import { boundedLines, type DocumentWarning, warningLines } from "../document/warning.js";
import { writtenPlace } from "../document/written-place.js";
import { deadExamples } from "../examples/dead-examples.js";
import { linesOf } from "../files/lines-of.js";
import { isUrl, type RemoteRequest, readUrl, shownUrl } from "../files/read-url.js";
import { applyOverlay } from "../overlay/apply-overlay.js";
import { readOverlay } from "../overlay/read-overlay.js";
import { findSchemas } from "../upgrade/find-schemas.js";
import { upgrade } from "../upgrade/upgrade.js";
import { endCircularChoices } from "./circular-choices.js";
import { resolveDataReferences } from "./data-references.js";
import { documentWarnings } from "./document-warnings.js";
import { findDefect } from "./find-defect.js";
import { ignoredNullable } from "./ignored-nullable.js";
import { keepLosses } from "./losses.js";
import { numberOperationIds } from "./number-operation-ids.js";
import { declarePathParameters, leaveOutTwins } from "./path-parameters.js";
import { ignoreUnusableKeywords, patternsWithoutUnicode } from "./unusable-keywords.js";
import { ignoreOtherSchemas } from "./unusable-schemas.js";

export { DocumentError };

/** A document, and the files that it consists of. */
export interface Loaded {
  document: OpenApiDocument;
  /** Absolute paths; URLs are left out. */
  files: string[];
  warnings: DocumentWarning[];
}

/** How a document is read by a command. */
export interface ReadOptions {
  spec: string;
  /** The headers of requests for a document at a URL. */
  specHeaders?: RemoteRequest["headers"];
  overlays?: readonly string[];
  /**
   * Whether paths that differ in the names of parameters only are all kept (default: the first one). Code can have them all.
   */
  keepsTwins?: boolean;
  /** Whether a document with defects is refused (default: it is read without what depends on them). */
  strictDocument?: boolean;
  /** Whether examples that their schemas reject are reported (default: true). For a large document, that takes a second. */
  checksExamples?: boolean;
}

/**
 * Reads a document as `loadWithFiles` does.
 *
 * @param warn called with a line for each kind of defect
 * @throws DocumentError with these lines, if the document must not have defects
 */
export async function readDocument(
  { spec, specHeaders, overlays, keepsTwins, strictDocument = false, checksExamples = true }: ReadOptions,
  warn: (line: string) => void,
): Promise<OpenApiDocument> {
  const loaded = await loadWithFiles(spec, overlays, specHeaders, keepsTwins);
  await reportWarnings(spec, loaded, { isStrict: strictDocument, checksExamples }, warn);
  return loaded.document;
}

/**
 * Reports the defects of a document.
 *
 * @param isStrict whether a document must not have any (default: it may)
 * @param checksExamples whether examples that their schemas reject are defects (default: they are)
 * @throws DocumentError with the lines, if it must not
 */
export async function reportWarnings(
  spec: string,
  { document, warnings }: Pick<Loaded, "document" | "warnings">,
  { isStrict = false, checksExamples = true }: { isStrict?: boolean; checksExamples?: boolean } = {},
  warn: (line: string) => void = () => {},
): Promise<void> {
  const dead = checksExamples ? deadExamples(document) : [];
  const examples = dead.map((warning) => writtenWarning(document, warning));
  const all = await withLines(spec, [...warnings, ...examples]);
  const lines = warningLines(isUrl(spec) ? shownUrl(spec) : shownFile(spec), all);
  if (isStrict && lines.length > 0) throw new DocumentError(lines.join("\n"));
  for (const line of boundedLines(lines)) warn(line);
}

/**
 * Reads a document as `loadWithFiles` does, for callers that report no warnings.
 *
 * @throws DocumentError if a reference leads nowhere
 */
export async function loadDocument(spec: string, overlays: readonly string[] = []): Promise<OpenApiDocument> {
  const { document, warnings } = await loadWithFiles(spec, overlays);
  const [loss] = warnings.filter(({ isLoss }) => isLoss);
  if (loss)
    throw new DocumentError(
      warningLines(spec, [loss])
        .join("")
        .replace(/^Warning: /, ""),
    );
  return document;
}

/**
 * Reads an OpenAPI document (YAML or JSON), and the files that it refers to, as one document of OpenAPI 3.1. A document of
 * OpenAPI 3.0 is upgraded, and one of Swagger 2.0 is converted: `writtenPlace` gives the places in it. A reference that
 * leads nowhere is a warning, and everything that depends on it is left out.
 *
 * @param spec path or http(s) URL of the document. The files of a document at a URL must have its origin
 * @param overlays files of overlays, which are applied in this order, before an upgrade
 * @param headers those of the requests for a document at a URL, and for its files
 * @param keepsTwins whether paths that differ in the names of parameters only are all kept (default: the first one)
 * @throws DocumentError if the file is missing, is not YAML or JSON, or is neither OpenAPI 3 nor Swagger 2.0. Also if it is
 * nested too deeply, or a reference leads to no object or to itself. Also if a URL cannot be read within limits of time and
 * size. UserError if the bundler is needed and not installed
 */
export async function loadWithFiles(
  spec: string,
  overlays: readonly string[] = [],
  headers?: RemoteRequest["headers"],
  keepsTwins = false,
): Promise<Loaded> {
  const { root, shown, text } = isUrl(spec) ? await openUrl(spec, headers) : await openFile(spec);
  const whole = await readWhole(text);
  const bundled = whole ? { document: whole, files: [], warnings: [] } : await bundleDocument(root, shown);
  const { document: plain, files } = bundled;
  let document = plain;
  for (const file of overlays) document = await applyOverlay(document, await readOverlay(file), shownFile(file));
  requireKnownVersion(document, shown);
  const defect = findDefect(document);
  if (defect) throw new DocumentError(`${shown} at ${defect.pointer}: ${defect.message}`);
  resolveDataReferences(document);
  const converted = isSwagger(document) ? await fromSwagger(document) : { document, warnings: [] };
  document = converted.document;
  const others = ignoreOtherSchemas(document);
  const schemas = findSchemas(document);
  const nullable = ignoredNullable(document, schemas);
  const isReduced = upgrade(document, schemas);
  const defects = [
    ...others,
    ...nullable,
    ...(isReduced ? dropLostReferences(document) : []),
    ...ignoreUnusableKeywords(document, schemas),
    ...endCircularChoices(document),
    ...numberOperationIds(document),
    ...declarePathParameters(document),
    ...(keepsTwins ? [] : leaveOutTwins(document)),
    ...documentWarnings(document),
    ...patternsWithoutUnicode(schemas),
  ];
  const written = defects.map((warning) => writtenWarning(document, warning));
  const warnings = [...bundled.warnings, ...converted.warnings, ...written];
  keepLosses(document, warnings);
  const read = [root.location, ...files, ...overlays.map((file) => resolve(file))];
  return { document, files: read.filter((file) => !isUrl(file)), warnings };
}

/** Warnings with the lines of their places, as far as these are known. */
async function withLines(spec: string, warnings: readonly DocumentWarning[]): Promise<DocumentWarning[]> {
  const files = new Set(warnings.map(({ file = spec }) => file));
  const lines = new Map<string, Map<string, number>>();
  for (const file of files) {
    const here = warnings.filter((warning) => (warning.file ?? spec) === file).map(({ pointer }) => pointer);
    lines.set(file, await linesOf(file, here));
  }
  return warnings.map((warning) => ({ ...warning, line: lines.get(warning.file ?? spec)?.get(warning.pointer) }));
}

function writtenWarning(document: OpenApiDocument, warning: DocumentWarning): DocumentWarning {
  return { ...warning, pointer: writtenPlace(document, warning.pointer) };
}

async function fromSwagger(document: OpenApiDocument) {
  // Loaded on demand, because few documents need it.
  const { convertSwagger } = await import("../swagger/convert.js");
  return convertSwagger(document);
}

/** A document before it is read as YAML. */
interface Opened {
  root: Root;
  /** Its name in messages. */
  shown: string;
  /** Its text if it may be JSON. */
  text: string;
}

async function openFile(file: string): Promise<Opened> {
  const location = resolve(file);
  const shown = relative(process.cwd(), location) || file;
  const entry = await stat(file).catch(() => undefined);
  if (!entry?.isFile()) {
    const problem = entry ? "is not a file" : "does not exist";
    throw new DocumentError(`${shown} ${problem}. Name the file of an OpenAPI document.`);
  }
  const text = await readFile(file, "utf8").catch(() => "");
  return { root: { location, origin: undefined, text: undefined }, shown, text };
}

async function openUrl(spec: string, headers: RemoteRequest["headers"]): Promise<Opened> {
  const { url, text } = await readUrl(spec, { headers });
  const { origin } = new URL(url);
  // After a redirect, the files of the document have another origin than the one that the headers are for.
  const own = origin === new URL(spec).origin ? headers : undefined;
  return { root: { location: url, origin, headers: own, text }, shown: shownUrl(url), text };
}

/** A reference to another file, in JSON or YAML. In doubt, the bundler reads the document. */
const REFERENCE_TO_FILE = /\$ref["']?\s*:\s*["']?[^\s"'#{]/;

/** An anchor of YAML: its aliases may stand for very much, or for themselves, which the bundler's reader finds. */
const ANCHOR = /(?:^|[\s[{,])&\S/m;

/**
 * Reads a document that refers only to itself. It needs no bundler, which may not be installed. With a large document, the
 * bundler takes longer than everything else.
 */
async function readWhole(text: string): Promise<OpenApiDocument | undefined> {
  const isJson = /^\s*\{/.test(text);
  if (!isJson && (text === "" || REFERENCE_TO_FILE.test(text) || ANCHOR.test(text))) return undefined;
  try {
    const document: unknown = isJson ? JSON.parse(text) : (await import("../files/yaml.js")).parseYaml(text);
    resolveIdentifiers(document, text);
    return isObject(document) && isSelfContained(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

import { relative } from "node:path";
import type { BaseResolver, NormalizedProblem } from "@redocly/openapi-core";
import { asObject, asText, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { DocumentError } from "../document/document-error.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { nodesIn } from "../document/walk.js";
import type { DocumentWarning } from "../document/warning.js";
import { isUrl, shownUrl } from "../files/read-url.js";
import { dropBrokenReferences, isBrokenReference } from "./broken-references.js";
import { resolveHiddenReferences } from "./extension-references.js";
import { requireKnownVersion } from "./known-version.js";
import { typesOfOpenApi32 } from "./openapi-3-2.js";
import { documentResolver, type Root } from "./resolver.js";

type Core = typeof import("../files/redocly.js");
type BundleResult = Awaited<ReturnType<Core["bundleDocument"]>>;
type ParseYaml = typeof import("../files/yaml.js").parseYaml;

const REMEDY = "Let it lead to an object in a YAML or JSON file.";

/**
 * Reads a document and the files that it refers to, as one document.
 *
 * @param root the document
 * @param shown the document as messages name it
 * @throws DocumentError if a file cannot be read, or a reference cannot be resolved
 */
export async function bundleDocument(
  root: Root,
  shown: string,
): Promise<{ document: OpenApiDocument; files: string[]; warnings: DocumentWarning[] }> {
  const [core, { parseYaml }] = await Promise.all([import("../files/redocly.js"), import("../files/yaml.js")]);
  const externalRefResolver = documentResolver(core, root);
  const bundled = await bundle(core, root.location, shown, externalRefResolver).catch((error: unknown) => {
    throw error instanceof DocumentError ? error : new DocumentError(`${shown} cannot be read${reasonOf(error)}`);
  });
  const problems = bundled.problems.filter(({ severity }) => severity === "error");
  const problem = problems.find((found) => !isBrokenReference(found));
  if (problem) throw new DocumentError(problemText(problem, shown));
  const document: unknown = bundled.bundle.parsed;
  if (!isObject(document)) throw new DocumentError(`${shown} is not an OpenAPI document: it is not an object.`);
  if (problems.length > 0) dropBrokenReferences(document);
  await requireObjects(document, shown, externalRefResolver, parseYaml);
  await resolveHiddenReferences(document, externalRefResolver, root.location);
  const warnings = problems.map((broken) => ({ ...placeOf(broken), ...brokenText(broken, parseYaml), isLoss: true }));
  return { document, files: [...bundled.fileDependencies], warnings };
}

/** Bundles a document by the types of its version: they tell the bundler where references are. */
async function bundle(
  core: Core,
  location: string,
  shown: string,
  externalRefResolver: BaseResolver,
): Promise<BundleResult> {
  const { styleguide: config } = await core.createConfig({});
  const document = await externalRefResolver.resolveDocument(null, location, true);
  if (document instanceof Error) throw document;
  if (isObject(document.parsed)) requireKnownVersion(document.parsed, shown);
  const version = core.detectSpec(document.parsed);
  const own = new Map(
    Object.entries(componentsOf(document.parsed)).map(([kind, map]) => [kind, Object.keys(asObject(map))]),
  );
  const customTypes = version === core.SpecVersion.OAS3_1 ? typesOfOpenApi32(core.getTypes(version)) : undefined;
  const bundled = await core.bundleDocument({
    ...{ document, config, externalRefResolver },
    ...(customTypes ? { customTypes } : {}),
  });
  nameAsReferred(componentsOf(bundled.bundle.parsed), own);
  encodePercentSigns(bundled.bundle.parsed);
  return bundled;
}

function componentsOf(document: unknown): JsonObject {
  return isObject(document) ? asObject(document.components) : {};
}

/**
 * Gives parts of other files the names by which references find them, in place. The bundler takes a name from the pointer in
 * a reference: `a~1b`. It writes the same text into references, which then stands for `a/b` (RFC 6901, 4 and 6).
 *
 * @param own the names that the document has itself, by the kind of component
 */
function nameAsReferred(components: JsonObject, own: ReadonlyMap<string, readonly string[]>): void {
  for (const [kind, map] of Object.entries(components)) {
    if (!isObject(map)) continue;
    for (const name of Object.keys(map)) {
      const [referred, ...deeper] = pointerNames(`#/${name}`);
      if (referred === undefined || deeper.length > 0 || Object.hasOwn(map, referred)) continue;
      if (own.get(kind)?.includes(name)) continue;
      map[referred] = map[name] ?? null;
      delete map[name];
    }
  }
}

/** Escapes the percent signs that the bundler writes into references as they stand in a name (RFC 3986, 2.4), in place. */
function encodePercentSigns(document: unknown): void {
  const hasSign = Object.values(componentsOf(document)).some((map) =>
    Object.keys(asObject(map)).join("").includes("%"),
  );
  for (const node of hasSign ? nodesIn(document) : []) {
    if (!isObject(node) || typeof node.$ref !== "string" || !node.$ref.startsWith("#/components/")) continue;
    if (node.$ref.includes("%")) node.$ref = pointerTo("#", ...pointerNames(node.$ref));
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // js-yaml reads 100 levels. An alias that contains itself exhausts the stack.
  return error instanceof RangeError || message.includes("maxDepth")
    ? ": it is nested too deeply. Move inner parts to components, and refer to them."
    : `. ${message}`;
}

function problemText(problem: NormalizedProblem, shown: string): string {
  const { file, pointer } = placeOf(problem);
  return file === undefined ? `${shown}: ${problem.message}` : `${file} at ${pointer}: ${problem.message}`;
}

function placeOf({ location: [place] }: NormalizedProblem): { file: string | undefined; pointer: string } {
  return { file: place && shownFile(place.source.absoluteRef), pointer: place?.pointer ?? "#/" };
}

function brokenText({ message, location: [place] }: NormalizedProblem, parseYaml: ParseYaml): { message: string } {
  const unresolved = /^Can't resolve \$ref(?:: (.*?))?\.?$/s.exec(message);
  if (!unresolved || !place) return { message };
  // The mapping of a discriminator has its references without `$ref`.
  const node = valueAt(parseYaml(place.source.body), place.pointer ?? "#/");
  const written = isObject(node) ? (node.$ref ?? node.$dynamicRef) : node;
  const isValue = written === undefined;
  const reference = isValue ? asObject(node).externalValue : written;
  const [, reason] = unresolved;
  const detail = reason === undefined ? "" : `: ${reason}`;
  return {
    message: `The ${isValue ? "externalValue" : "$ref"} ${JSON.stringify(reference)} cannot be resolved${detail}. ${REMEDY}`,
  };
}

/**
 * Requires that paths and components are objects. The bundler also accepts files that contain a text or a list, as the
 * description of an API may.
 *
 * @throws DocumentError that names the reference to such a file
 */
async function requireObjects(
  document: OpenApiDocument,
  shown: string,
  resolver: BaseResolver,
  parseYaml: ParseYaml,
): Promise<void> {
  const maps = { paths: document.paths, ...asObject(document.components) };
  for (const [kind, map] of Object.entries(maps)) {
    if (kind.startsWith("x-")) continue;
    for (const [name, member] of Object.entries(asObject(map))) {
      // A schema may be a boolean.
      if (isObject(member) || typeof member === "boolean" || name.startsWith("x-")) continue;
      const reference = await referenceTo(member, resolver, parseYaml);
      const at = kind === "paths" ? pointerTo("#/paths", name) : pointerTo("#/components", kind, name);
      throw new DocumentError(
        reference
          ? `${reference.file} at ${reference.pointer}: The $ref "${reference.reference}" leads to ${typeName(member)}, not to an object. ${REMEDY}`
          : `${shown} at ${at}: It is ${typeName(member)}, not an object. Correct it.`,
      );
    }
  }
}

/** Finds the reference to the file with a content, in all files that were read; undefined if there is none. */
async function referenceTo(
  content: Json,
  resolver: BaseResolver,
  parseYaml: ParseYaml,
): Promise<{ file: string; pointer: string; reference: string } | undefined> {
  // Others could not be read.
  const settled = await Promise.allSettled(resolver.cache.values());
  const read = settled.flatMap((file) =>
    file.status === "fulfilled" && !(file.value instanceof Error) ? [file.value] : [],
  );
  const wanted = new Set(read.filter(({ parsed }) => parsed === content).map(({ source }) => source.absoluteRef));
  for (const { source } of read.filter(({ parsed }) => isObject(parsed))) {
    // The bundler has changed the references in what it parsed.
    const pending: [unknown, string][] = [[parseYaml(source.body), "#"]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [node, pointer] = next;
      if (typeof node !== "object" || node === null) continue;
      const reference = isObject(node) ? asText(node.$ref) : undefined;
      if (reference !== undefined && wanted.has(resolver.resolveExternalRef(source.absoluteRef, reference))) {
        return { file: shownFile(source.absoluteRef), pointer, reference };
      }
      for (const [name, member] of Object.entries(node)) pending.push([member, pointerTo(pointer, name)]);
    }
  }
  return undefined;
}

function shownFile(location: string): string {
  return isUrl(location) ? shownUrl(location) : relative(process.cwd(), location);
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

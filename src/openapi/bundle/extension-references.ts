import type { BaseResolver } from "@redocly/openapi-core";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { nodesIn, type Visited, walkWithData } from "../document/walk.js";

/**
 * Takes the place of `$ref` in extensions while a document is bundled. The bundler resolves some of them, and leaves
 * others, whose file is then unknown.
 */
const HIDDEN = "$ref in an extension";

/**
 * Hides the references in the extensions of a file from the bundler, in place.
 *
 * @param content the parsed file
 * @param file its path or URL
 */
export function hideReferences(content: unknown, file: string): void {
  const seen = new Set<unknown>();
  walkWithData(content, (part) => {
    const { node } = part;
    // An alias of YAML may contain itself.
    if (seen.has(node)) return false;
    seen.add(node);
    if (!isObject(node) || typeof node.$ref !== "string" || !isInExtension(part)) return true;
    node[HIDDEN] = { reference: node.$ref, file };
    delete node.$ref;
    return true;
  });
}

/** A map may have names that begin with `x-`. `paths` may not (OpenAPI 3.1, 4.8.8). */
function isInExtension({ name, around }: Visited): boolean {
  if (!around) return false;
  const isChosen = around.name === "examples" || (around.isMap && around.name !== "paths");
  return (name.startsWith("x-") && !isChosen) || isInExtension(around);
}

/**
 * Replaces the hidden references of a bundled document by their targets, in place. A reference that leads nowhere stays as
 * it was written, because only the readers of the extension know its meaning. So do references of the document to itself.
 *
 * @param root the path or URL of the document
 */
export async function resolveHiddenReferences(
  document: OpenApiDocument,
  resolver: BaseResolver,
  root: string,
): Promise<void> {
  for (const place of nodesIn(document)) {
    for (const [name, member] of Object.entries(place)) {
      if (!isObject(member) || member[HIDDEN] === undefined) continue;
      Object.assign(place, { [name]: await resolvedCopy({ resolver, root }, member, root, []) });
    }
  }
}

/**
 * A copy in which references are replaced by their targets.
 *
 * @param file the file of the node
 * @param trail the references that led to the node; one that leads back to one of them becomes an empty object
 */
async function resolvedCopy(
  files: { resolver: BaseResolver; root: string },
  node: Json,
  file: string,
  trail: readonly string[],
): Promise<Json> {
  if (Array.isArray(node)) return Promise.all(node.map((item) => resolvedCopy(files, item, file, trail)));
  if (!isObject(node)) return node;
  const { [HIDDEN]: hidden, $ref: plain, ...rest } = node;
  const members = await Promise.all(
    Object.entries(rest).map(async ([name, value]) => [name, await resolvedCopy(files, value, file, trail)] as const),
  );
  const siblings: JsonObject = Object.fromEntries(members);
  const from = isObject(hidden) ? { reference: String(hidden.reference), file: String(hidden.file) } : undefined;
  const link = from ?? (typeof plain === "string" ? { reference: plain, file } : undefined);
  if (!link) return plain === undefined ? siblings : { $ref: plain, ...siblings };
  const unresolved = { $ref: link.reference, ...siblings };
  if (link.file === files.root && link.reference.startsWith("#")) return unresolved;
  const target = await targetOf(files.resolver, link);
  if (!target) return unresolved;
  const key = `${target.file}#${target.pointer}`;
  if (trail.includes(key)) return siblings;
  const copied = await resolvedCopy(files, target.value, target.file, [...trail, key]);
  return isObject(copied) ? { ...copied, ...siblings } : copied;
}

/** The value that a reference leads to, and its file; undefined if it leads nowhere. */
async function targetOf(
  resolver: BaseResolver,
  { reference, file }: { reference: string; file: string },
): Promise<{ value: Json; file: string; pointer: string } | undefined> {
  const [uri = "", pointer = ""] = reference.split("#", 2);
  const location = uri === "" ? file : resolver.resolveExternalRef(file, uri);
  const document = await resolver.resolveDocument(null, location).catch((error: Error) => error);
  if (document instanceof Error) return undefined;
  const value = valueAt(document.parsed, pointer);
  return value === undefined ? undefined : { value, file: document.source.absoluteRef, pointer };
}

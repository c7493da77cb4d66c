import { asList, isObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { MAX_LEVELS } from "../document/nesting.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { placeOf, type Visited, walkWithData } from "../document/walk.js";
import { findExpansion, MAX_PARTS } from "./find-expansion.js";

/** A part of a document that would lead its readers down without end. */
export interface Defect {
  pointer: string;
  /** The fault, and how to correct it. */
  message: string;
}

/** How many names of a pointer, or references of a cycle, are shown: enough for the schema of a response. */
const SHOWN_NAMES = 8;

/**
 * Finds a part that is nested too deeply, or a schema that consists of very many parts. It also finds schemas that consist
 * of themselves through `$ref` and `allOf` (JSON Schema Core, 9.4.1).
 */
export function findDefect(document: OpenApiDocument): Defect | undefined {
  const references = new Set<string>();
  const deep = tooDeep(document, references);
  if (deep) {
    return {
      pointer: pointerTo("#", ...pointerNames(placeOf(deep)).slice(0, SHOWN_NAMES)),
      message: `it is nested more than ${MAX_LEVELS} levels deep. Move inner parts to components, and refer to them.`,
    };
  }
  const cycle = findCycle(document, references);
  const last = cycle?.at(-1);
  if (!cycle || last === undefined) return expansionIn(document, references);
  const shown = cycle.length > SHOWN_NAMES ? [...cycle.slice(0, SHOWN_NAMES), "…", last] : cycle;
  return {
    pointer: last,
    message: `it refers to itself: ${[last, ...shown].join(" → ")}. Remove one of these references.`,
  };
}

function expansionIn(document: OpenApiDocument, references: Iterable<string>): Defect | undefined {
  const pointer = findExpansion(document, references);
  if (pointer === undefined) return undefined;
  return {
    pointer,
    message: `it has more than ${MAX_PARTS} parts, because schemas refer several times to the same schema through allOf, anyOf or oneOf. Refer to each schema once.`,
  };
}

/**
 * A part below the allowed levels; undefined if there is none.
 *
 * @param references receives each `$ref` that is not in data
 */
function tooDeep(document: OpenApiDocument, references: Set<string>): Visited | undefined {
  let deep: Visited | undefined;
  walkWithData(document, (part) => {
    const { node, depth, isData } = part;
    if (depth === MAX_LEVELS) deep ??= part;
    else if (!isData && isObject(node) && typeof node.$ref === "string") references.add(node.$ref);
    return deep === undefined;
  });
  return deep;
}

/** An object on the way through references, and the objects that it consists of. */
interface Step {
  node: JsonObject;
  /** The reference that led here; undefined for a part of `allOf`. */
  reference: string | undefined;
}

/** A step, and the next ones that were not taken yet. */
interface Branch extends Step {
  pending: Step[];
}

/** The references of a cycle; the last one leads back to its begin. Undefined if there is no cycle. */
function findCycle(document: OpenApiDocument, references: Iterable<string>): string[] | undefined {
  const done = new Set<JsonObject>();
  for (const start of references) {
    // A list of steps instead of recursion, so that a long chain of references cannot exhaust the stack.
    const way: Branch[] = [{ node: {}, reference: undefined, pending: target(document, start) }];
    const open = new Set<JsonObject>();
    for (let here = way.at(-1); here; here = way.at(-1)) {
      const next = here.pending.pop();
      if (!next) {
        way.pop();
        open.delete(here.node);
        done.add(here.node);
      } else if (open.has(next.node)) {
        const begin = way.findIndex(({ node }) => node === next.node);
        return [...way.slice(begin + 1), next].flatMap(({ reference }) => reference ?? []);
      } else if (!done.has(next.node)) {
        way.push({ ...next, pending: parts(document, next.node) });
        open.add(next.node);
      }
    }
  }
  return undefined;
}

function parts(document: OpenApiDocument, { $ref: reference, allOf }: JsonObject): Step[] {
  const inline = asList(allOf).flatMap((node) => (isObject(node) ? [{ node, reference: undefined }] : []));
  return typeof reference === "string" ? [...target(document, reference), ...inline] : inline;
}

/** The object that a reference leads to, as a list of one. An empty list for a reference that leads nowhere. */
function target(document: OpenApiDocument, reference: string): Step[] {
  const node = reference.startsWith("#") ? valueAt(document, reference) : undefined;
  return isObject(node) ? [{ node, reference }] : [];
}

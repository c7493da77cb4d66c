import { isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { DocumentError } from "../document/document-error.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import type { Overlay, OverlayAction } from "./overlay.js";

/** A part of a document: the names and indexes that lead to it. */
type Location = readonly (string | number)[];

/** Finds the parts of a document that a JSONPath (RFC 9535) selects. */
type Query = (path: string, document: Json) => Location[];

/**
 * Applies an overlay to a document, action by action (Overlay 1.0.0, 4.4.3). Unlike there, a target that selects nothing is
 * an error: a misspelled path would change nothing without a word.
 *
 * @param shown the overlay as messages name it
 * @returns the changed document; the given one stays as it is
 * @throws DocumentError that names the action
 */
export async function applyOverlay(
  document: OpenApiDocument,
  overlay: Overlay,
  shown: string,
): Promise<OpenApiDocument> {
  const query = await loadQuery();
  let changed: Json = document;
  for (const [index, action] of overlay.actions.entries()) {
    changed = applyAction(query, changed, action, `${shown} at ${pointerTo("#/actions", index)}`);
  }
  if (!isObject(changed)) throw new DocumentError(`${shown} leaves no object of the document.`);
  return changed;
}

/** Loads the library only where an overlay is applied: it takes 30 ms. */
async function loadQuery(): Promise<Query> {
  const { jsonpath } = await import("./jsonpath.js");
  return (path, document) => {
    // Documents are read without long integers.
    const { nodes } = jsonpath.query(path, document as Parameters<typeof jsonpath.query>[1]);
    // Two selectors may select the same part.
    return [...new Map(nodes.map(({ path: normalized, location }) => [normalized, location])).values()];
  };
}

function applyAction(query: Query, document: Json, { target, update, remove }: OverlayAction, where: string): Json {
  const targets = partsOf(query, document, target, where);
  // The last ones first: the index of an item depends on the items before it.
  return targets.toReversed().reduce<Json>((whole, location) => {
    if (remove) return removed(whole, location, where);
    const value = valueAt(whole, pointerTo("", ...location));
    if (update === undefined || value === undefined) return whole;
    if (typeof value !== "object" || value === null) {
      throw new DocumentError(
        `${where}: ${target} selects a ${typeof value}. Select the object or list that contains it.`,
      );
    }
    if (isObject(value) && !isObject(update)) {
      throw new DocumentError(`${where}: ${target} selects an object, and the update is not one.`);
    }
    return replaced(whole, location, () => (Array.isArray(value) ? [...value, update] : merged(value, update)));
  }, document);
}

function partsOf(query: Query, document: Json, target: string, where: string): Location[] {
  try {
    const found = query(target, document);
    if (found.length > 0) return found;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new DocumentError(`${where}: ${target} is not a JSONPath (RFC 9535): ${error.message}.`);
  }
  throw new DocumentError(`${where}: ${target} selects nothing in the document.`);
}

/** Objects are merged, lists are joined, and other values replaced. */
function merged(value: Json, update: Json): Json {
  if (Array.isArray(value) && Array.isArray(update)) return [...value, ...update];
  if (!isObject(value) || !isObject(update)) return update;
  const entries = Object.entries(update).map(([name, member]): [string, Json] => {
    const before = Object.hasOwn(value, name) ? value[name] : undefined;
    return [name, before === undefined ? member : merged(before, member)];
  });
  return Object.fromEntries([...Object.entries(value), ...entries]);
}

/** A copy in which the value at a location is another one. */
function replaced(whole: Json, [step, ...rest]: Location, change: (value: Json) => Json): Json {
  if (step === undefined) return change(whole);
  if (Array.isArray(whole)) return whole.map((item, index) => (index === step ? replaced(item, rest, change) : item));
  if (!isObject(whole)) return whole;
  const entries = Object.entries(whole).map(([name, member]): [string, Json] => {
    return [name, name === step ? replaced(member, rest, change) : member];
  });
  return Object.fromEntries(entries);
}

function removed(whole: Json, location: Location, where: string): Json {
  const last = location.at(-1);
  if (last === undefined) throw new DocumentError(`${where}: the whole document cannot be removed.`);
  return replaced(whole, location.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== last);
    return isObject(parent) ? Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last)) : parent;
  });
}

import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType, Operation, Paging } from "#openapi/operations/operation.js";
import { plainName, singularOf } from "./names.js";
import { schemaLayers } from "./resources/envelope-schema.js";
import { lastSegment } from "./resources/path-parameters.js";
import { descriptionsAt, hasKeyword, propertiesAt, successContents } from "./schema-fields.js";

/** An operation that responds with a list, and how the list is paged. */
export interface ListOperation {
  operation: Operation;
  paging: Paging;
}

/** Names of the property that holds the items of a page. */
const USUAL = ["items", "data", "results", "records", "entries", "values", "elements", "list", "content", "rows"];

/** Names of an object around the items. */
const WRAPPERS = ["data", "result", "results", "response", "_embedded", "payload"];

/** The names of the properties that the items of a list may have. */
export function itemProperties(document: OpenApiDocument, { operation, paging }: ListOperation): string[] {
  const at = pointerTo(paging.items, 0);
  return successContents(operation).flatMap((content) => propertiesAt(document, content, at));
}

/** Words of a field that a list shows without its value: "Empty when listing." */
const HIDDEN_IN_LISTS =
  /\b(empty|blank|null|omitted|absent|hidden|(not|never|only) (shown|returned|included|listed|set|available))\b[^.]*\blist/i;

/** The names of the fields that a list shows empty, as their descriptions say. */
export function hiddenWhenListed(document: OpenApiDocument, { operation, paging }: ListOperation): string[] {
  const at = pointerTo(paging.items, 0);
  return successContents(operation).flatMap((content) =>
    propertiesAt(document, content, at).filter((name) =>
      descriptionsAt(document, content, pointerTo(at, name)).some((words) => HIDDEN_IN_LISTS.test(words)),
    ),
  );
}

/**
 * Where the items of a list are in its body, as a JSON pointer. The schema has one list that is likely to be meant.
 * Undefined if the operation does not respond with a list.
 */
export function itemsPointer(document: OpenApiDocument, operation: Operation): string | undefined {
  for (const content of successContents(operation)) {
    const outer = listIn(document, content, operation, "");
    if (outer !== undefined) return outer;
    for (const name of propertiesAt(document, content, "").filter((property) => WRAPPERS.includes(property))) {
      const inner = listIn(document, content, operation, pointerTo("", name));
      if (inner !== undefined) return inner;
    }
    // Around a list of another name, the resource itself may be.
    for (const at of schemaLayers(document, content).slice(1)) {
      const [inner] = likelyNames(listNames(document, content, at), operation);
      if (inner !== undefined) return pointerTo(at, inner);
    }
  }
  return undefined;
}

/**
 * Where a resource has the items of a collection below it, as a JSON pointer. It is a list of objects of the same name,
 * `items` of `/carts/{id}/items`. Undefined if the successes of an operation have none.
 */
export function embeddedPointer(
  document: OpenApiDocument,
  operation: Operation,
  collection: string,
): string | undefined {
  const wanted = singularOf(collection);
  for (const content of successContents(operation)) {
    const names = propertiesAt(document, content, "");
    const around = names.length === 1 ? ["", ...names.map((name) => pointerTo("", name))] : [""];
    for (const at of around) {
      const isOfItems = (name: string) =>
        singularOf(name) === wanted &&
        hasKeyword(document, content, pointerTo(at, name), "items") &&
        propertiesAt(document, content, pointerTo(at, name, 0)).length > 0;
      const name = propertiesAt(document, content, at).find(isOfItems);
      if (name !== undefined) return pointerTo(at, name);
    }
  }
  return undefined;
}

/** The list at a place of a body, or in a property there. */
function listIn(document: OpenApiDocument, content: MediaType, operation: Operation, at: string): string | undefined {
  if (hasKeyword(document, content, at, "items")) return at;
  const names = listNames(document, content, at);
  const likely = likelyNames(names, operation);
  const [name] = likely.length > 0 ? likely : names.length === 1 ? names : [];
  return name === undefined ? undefined : pointerTo(at, name);
}

/** The names that are usual for items, or the name of the collection. */
function likelyNames(names: readonly string[], { path }: Operation): string[] {
  const own = plainName(lastSegment(path));
  return names.filter((name) => USUAL.includes(name) || plainName(name) === own);
}

/** The names of the lists in an object. */
function listNames(document: OpenApiDocument, content: MediaType, at: string): string[] {
  const isList = (name: string) => hasKeyword(document, content, pointerTo(at, name), "items");
  return propertiesAt(document, content, at).filter(isList);
}

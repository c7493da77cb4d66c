import { isJson } from "#http/media-type.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { singularOf } from "#statements/names.js";
import { listOf } from "#statements/paging/paging.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { identifyingParameter, resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import {
  collectionPath,
  endsInParameter,
  lastSegment,
  pathKey,
  resourcePaths,
} from "#statements/resources/path-parameters.js";
import { creatingOperation } from "#statements/resources/resource.js";
import { hasKeyword, propertiesAt, successContents } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import { type PathLink, pathLinkOf } from "./path-links.js";

/** Two resources that a request links. The second one is in its path, or in a list in its body. */
export interface Link extends PathLink {
  /** The media type of the body, and where it has the list of identifiers. Undefined if the path has one. */
  sent?: { type: string; at: string };
}

/** The resources between which an operation makes or removes a link. Its path or a list in its body names the second one. */
export function linkOf(contract: Contract, operation: Operation): Link | undefined {
  return linksOf(contract)(operation);
}

const linksOf = oncePer((contract: Contract) =>
  oncePer((operation: Operation) => pathLinkOf(contract, operation) ?? findLink(contract, operation)),
);

const METHODS = ["post", "put", "delete"];

/**
 * A link by a body: `POST /playlists/{}/songs` with `{ "songIds": [ … ] }`. A GET of the same path lists what is linked, and the
 * path creates nothing itself. A path of its own, `/playlists/{}/songs/{song}`, may have the name of another collection's kind.
 */
function findLink(contract: Contract, operation: Operation): Link | undefined {
  const { path, method, requestBody } = operation;
  const outer = resourcePaths(path).at(-1);
  if (!METHODS.includes(method) || outer === undefined || endsInParameter(path)) return undefined;
  const around = resourcesOf(contract).get(pathKey(outer));
  const isBelow = pathKey(collectionPath(path)) === pathKey(outer);
  const isListed = contract.operationsAt(path).some((other) => listOf(contract.document, other) !== undefined);
  if (!around || !isBelow || !isListed) return undefined;
  const own = resourceCreatedBy(contract, operation);
  const nameOfOwn = own && identifyingParameter(own)?.name;
  const collection = lastSegment(path);
  const content = requestBody?.content.find(({ name }) => isJson(name));
  const at = content && listIn(contract, content);
  if (!content || at === undefined) return undefined;
  const names = own ? [nameOfOwn ?? ""] : [pointerNames(at).at(-1) ?? "", singularOf(collection)];
  const kinds = names.flatMap((name) => kindsNamed(contract, name)).map(({ resource }) => resource);
  const linked = [...new Set(kinds)].filter(
    (kind) => kind.position === 0 && kind !== around && kind !== own && creatingOperation(kind),
  );
  return linked.length > 0 ? { around, linked, collection, sent: { type: content.name, at } } : undefined;
}

/** A link that a path removes: `DELETE /lists/{}/ids/{item}`, which a body at `/lists/{}/ids` has made. */
interface RemovedLink extends PathLink {
  /** Whether the list of the links has their identifiers alone: then the path names one of these, and nothing else. */
  isListedAlone: boolean;
}

/** The link that an operation removes by its path, where a body makes such links. Undefined for any other operation. */
export function linkRemovedBy(contract: Contract, operation: Operation): RemovedLink | undefined {
  const { path, method } = operation;
  if (method !== "delete" || !endsInParameter(path)) return undefined;
  const key = pathKey(collectionPath(path));
  const beside = contract.operations.filter((other) => pathKey(other.path) === key);
  const [link] = beside.flatMap((other) => {
    const made = other.method === "delete" ? undefined : linkOf(contract, other);
    return made?.sent ? [made] : [];
  });
  const lists = beside.flatMap((other) => listOf(contract.document, other) ?? []);
  const isListedAlone = lists.some((list) => hasPlainItems(contract, list));
  return link && { ...link, isListedAlone };
}

/** Whether the items of a list are texts or numbers. */
function hasPlainItems({ document }: Contract, { operation, paging }: ListOperation): boolean {
  const at = pointerTo(paging.items, 0);
  return successContents(operation).some((content) => hasKeyword(document, content, at, "type", ["string", "integer"]));
}

/** The list of texts or numbers that is all that a body has; undefined if it has anything else. */
function listIn({ document }: Contract, content: MediaType): string | undefined {
  const [only, ...others] = propertiesAt(document, content, "");
  if (others.length > 0) return undefined;
  const at = only === undefined ? "" : pointerTo("", only);
  return hasKeyword(document, content, pointerTo(at, 0), "type", ["string", "integer"]) ? at : undefined;
}

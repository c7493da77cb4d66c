import { oncePer } from "#openapi/document/once-per.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { listOf } from "../paging/paging.js";
import { resourcesOf } from "./find-resources.js";
import { collectionPath, pathKey } from "./path-parameters.js";
import type { DocumentOperations, Resource } from "./resource.js";

/** Words of a bin: deleted things stay there, and can come back. */
const BIN_WORDS = new Set(["bin", "deleted", "recycled", "trash", "trashcan", "trashed", "wastebasket"]);

/** Verbs of an operation that takes a thing out of a bin, the words of each in one text. */
const RESTORING = new Set(["put back", "recover", "reinstate", "restore", "un delete", "undelete", "untrash"]);

/** The bin of the resources of one kind: `/bin/things` of `/things`, `/things/trash`, and `/deleted-things`. */
export interface Bin {
  /** The resources as the bin has them: its list, its read, and the deletion that is for good. */
  binned: Resource;
  /** The operation that takes one out, at the path of the bin or at that of the resource. */
  restore: Operation | undefined;
}

/** The bin of a kind. Undefined if the document has none, or no operation shows what is in it. */
export function binOf(contract: DocumentOperations, resource: Resource): Bin | undefined {
  return binsOf(contract).get(resource);
}

/** The resource whose bin an operation shows or changes; undefined for any other operation. */
export function binnedBy(contract: DocumentOperations, operation: Operation): Resource | undefined {
  return usersOf(contract).get(operation);
}

/** Whether an operation takes a deleted resource out of its bin. */
export function restores(contract: DocumentOperations, operation: Operation): boolean {
  const resource = binnedBy(contract, operation);
  return resource !== undefined && binOf(contract, resource)?.restore === operation;
}

const usersOf = oncePer(
  (contract: DocumentOperations): ReadonlyMap<Operation, Resource> =>
    new Map(
      [...binsOf(contract)].flatMap(([resource, { binned, restore }]) =>
        [binned.list?.operation, binned.retrieve, binned.remove, restore].flatMap(
          (operation): [Operation, Resource][] => (operation ? [[operation, resource]] : []),
        ),
      ),
    ),
);

const binsOf = oncePer((contract: DocumentOperations): ReadonlyMap<Resource, Bin> => {
  const collections = new Set(contract.operations.map(({ path }) => pathKey(path)).filter((key) => !key.endsWith("}")));
  return new Map(
    [...resourcesOf(contract).values()].flatMap((resource): [Resource, Bin][] => {
      const bin = resource.remove && resource.create ? findBin(contract, resource, collections) : undefined;
      return bin ? [[resource, bin]] : [];
    }),
  );
});

function findBin(contract: DocumentOperations, resource: Resource, collections: ReadonlySet<string>): Bin | undefined {
  const own = collectionPath(resource.key);
  const at = [...collections].find((key) => isBinOf(key, own));
  if (at === undefined) return undefined;
  const operationAt = (key: string, methods: readonly string[]) =>
    contract.operations.find(({ path, method }) => pathKey(path) === key && methods.includes(method));
  const key = `${at}/{}`;
  const listed = operationAt(at, ["get"]);
  const list = listed && listOf(contract.document, listed);
  const binned: Resource = {
    ...resource,
    ...{ key, list },
    ...{ retrieve: operationAt(key, ["get"]), remove: operationAt(key, ["delete"]) },
    ...{ embedded: undefined, create: undefined, replace: undefined, update: undefined, nested: [] },
  };
  if (!binned.list && !binned.retrieve) return undefined;
  return { binned, restore: restoring(contract, [`${key}/`, `${resource.key}/`]) };
}

/** The operation at one of these paths whose last segment says that it takes something back. It needs no body. */
function restoring({ operations }: DocumentOperations, starts: readonly string[]): Operation | undefined {
  return operations.find(({ path, method, requestBody }) => {
    const key = pathKey(path);
    const start = starts.find((candidate) => key.startsWith(candidate));
    const isAct = ["post", "put", "patch"].includes(method) && requestBody?.required !== true;
    return isAct && start !== undefined && RESTORING.has(wordsOf(key.slice(start.length)).join(" "));
  });
}

/** Whether the path of a collection is that of another one, with one more word: that of a bin. */
function isBinOf(key: string, collection: string): boolean {
  const [words, own] = [key, collection].map((path) => path.split("/").map((segment) => wordsIn(segment)));
  if (!words || !own || key === collection) return false;
  return words.some((segment, index) => {
    const without = segment.filter((word) => !BIN_WORDS.has(word));
    if (without.length !== segment.length - 1) return false;
    const rest = without.length === 0 ? [] : [without];
    return textOf([...words.slice(0, index), ...rest, ...words.slice(index + 1)]) === textOf(own);
  });
}

function textOf(segments: readonly (readonly string[])[]): string {
  return segments.map((each) => each.join(" ")).join("/");
}

function wordsIn(segment: string): string[] {
  return segment === "{}" ? [segment] : wordsOf(segment);
}

import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";

/** The operation that takes an action back. */
export interface Undo {
  operation: Operation;
  /** Whether it is `DELETE` of the path of the action, after which all is as before. */
  isSamePath: boolean;
}

/** Prefixes of verbs that take back what the verb without them does: `unarchive`, `disconnect`, `deactivate`, `reopen`. */
const PREFIXES = ["un", "dis", "de"];

/** Verbs, and those that take them back without such a prefix. */
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  archive: ["restore"],
  close: ["reopen", "open"],
  disable: ["enable"],
  hide: ["show"],
  join: ["leave"],
  pause: ["resume", "continue"],
  resolve: ["reopen"],
  start: ["stop"],
  suspend: ["resume", "reinstate", "reactivate"],
  trash: ["restore"],
};

/**
 * The operation that takes an action back: `DELETE` of its path, as in `DELETE /stories/{id}/favorite`, or the opposite verb
 * beside it, as in `POST /stories/{id}/unarchive` beside `/archive`.
 *
 * @param resource its operations are searched
 */
export function undoOf({ nested }: Pick<Resource, "nested">, action: Operation): Undo | undefined {
  if (action.method === "delete") return undefined;
  const key = pathKey(action.path);
  const remove = nested.find(({ method, path }) => method === "delete" && pathKey(path) === key);
  if (remove) return { operation: remove, isSamePath: true };
  const [verb = "", ...rest] = wordsOf(lastSegment(action));
  const opposites = [...PREFIXES.map((prefix) => prefix + verb), ...(OPPOSITES[verb] ?? [])];
  const wanted = opposites.map((other) => [other, ...rest].join(" "));
  const around = (path: string) => pathKey(path).split("/").slice(0, -1).join("/");
  const opposite = nested.find(
    (other) =>
      ["post", "put", "patch"].includes(other.method) &&
      other.requestBody?.required !== true &&
      around(other.path) === around(action.path) &&
      wanted.includes(wordsOf(lastSegment(other)).join(" ")),
  );
  return opposite && { operation: opposite, isSamePath: false };
}

function lastSegment({ path }: Operation): string {
  return path.split("/").at(-1) ?? "";
}

import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { wordSet } from "../dangers/action-words.js";
import { hasKeyword, membersAt, successContents } from "../schema-fields.js";
import { schemaLayers } from "./envelope-schema.js";
import { lastSegment, pathKey } from "./path-parameters.js";
import type { Resource } from "./resource.js";

/** The verb of an action, the last word of its path, without its ending: `archiv` of `POST /stories/{id}/archive`. */
export interface Verb {
  stem: string;
  /** Whether the action takes back what the verb says: `DELETE` of its path, or `unarchive`. */
  isUndone: boolean;
}

/** Shorter verbs are parts of too many words. */
const MIN_STEM = 3;

/** Words of a path before the state that an action sets: `mark-as-paid`. */
const BEFORE_STATE = ["mark", "set", "make", "as", "is"];

/** The word that says what an action does: `archive` of `/archive`, and `paid` of `/mark-paid`. */
export function actionWord({ path }: Pick<Operation, "path">): string {
  const words = wordsOf(lastSegment(path));
  return words.find((word) => !BEFORE_STATE.includes(word)) ?? words[0] ?? "";
}

export function verbOf(operation: Operation): Verb | undefined {
  const { method } = operation;
  const word = actionWord(operation);
  const opposite = /^un(.{4,})$/.exec(word)?.[1];
  const stem = (opposite ?? word).replace(/(ed|e)$/, "");
  return stem.length < MIN_STEM ? undefined : { stem, isUndone: (method === "delete") !== (opposite !== undefined) };
}

/** Whether a text has a word of the verb: `archivedAt` of `archive`. */
export function isNamedBy({ stem }: Verb, text: string): boolean {
  return wordsOf(text).some((word) => word.startsWith(stem));
}

/** The values that the document lists for a field of a resource. */
export function documentedStates(
  document: OpenApiDocument,
  { retrieve }: Pick<Resource, "retrieve">,
  name: string,
): Json[] {
  return (retrieve ? successContents(retrieve) : []).flatMap((content) =>
    schemaLayers(document, content).flatMap((at) => membersAt(document, content, pointerTo(at, name))),
  );
}

/** Whether the document says that the server alone sets a field of a resource, to a date or a time. */
export function isServedMoment(
  document: OpenApiDocument,
  { retrieve }: Pick<Resource, "retrieve">,
  name: string,
): boolean {
  return (retrieve ? successContents(retrieve) : []).some((content) =>
    schemaLayers(document, content).some((layer) => {
      const at = pointerTo(layer, name);
      const isMoment = hasKeyword(document, content, at, "format", ["date", "date-time"]);
      return isMoment && hasKeyword(document, content, at, "readOnly", [true]);
    }),
  );
}

/** Verbs of actions that take a resource from one state to another. */
const MOVING = wordSet(`
  abort activate approve archive block cancel close complete confirm deactivate decline disable enable end fail finish hold
  issue lock open pause place publish reject release reopen resolve restore resume revoke start stop submit suspend terminate
  unarchive unblock unlock unpublish void withdraw
`);

/** Whether an action takes a resource from one state to another, by its verb. */
export function movesState({ path, method }: Operation): boolean {
  const [verb = "", ...more] = wordsOf(lastSegment(path));
  return method !== "delete" && more.length === 0 && MOVING.has(verb);
}

/** Verbs of actions that end something. Nothing that was just created has come to such an end. */
const ENDING = wordSet("abort archive cancel close complete end finish reject resolve revoke terminate void withdraw");

/** Whether an action ends what it is done to, by its verb. */
export function endsState(operation: Operation): boolean {
  return movesState(operation) && ENDING.has(wordsOf(lastSegment(operation.path))[0] ?? "");
}

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
  park: ["resume"],
  pause: ["resume", "continue"],
  resolve: ["reopen"],
  start: ["stop"],
  suspend: ["resume", "reinstate", "reactivate"],
  trash: ["restore"],
};

/**
 * The operation that takes an action back. It is `DELETE` of its path, as in `DELETE /stories/{id}/favorite`. Or it is the
 * opposite verb beside it, as in `POST /stories/{id}/unarchive` beside `/archive`.
 *
 * @param resource its operations are searched
 */
export function undoOf({ nested }: Pick<Resource, "nested">, action: Operation): Undo | undefined {
  if (action.method === "delete") return undefined;
  const key = pathKey(action.path);
  const remove = nested.find(({ method, path }) => method === "delete" && pathKey(path) === key);
  if (remove) return { operation: remove, isSamePath: true };
  const [verb = "", ...rest] = wordsOf(lastSegment(action.path));
  const opposites = [...PREFIXES.map((prefix) => prefix + verb), ...(OPPOSITES[verb] ?? [])];
  const wanted = opposites.map((other) => [other, ...rest].join(" "));
  const around = (path: string) => pathKey(path).split("/").slice(0, -1).join("/");
  const opposite = nested.find(
    (other) =>
      ["post", "put", "patch"].includes(other.method) &&
      other.requestBody?.required !== true &&
      around(other.path) === around(action.path) &&
      wanted.includes(wordsOf(lastSegment(other.path)).join(" ")),
  );
  return opposite && { operation: opposite, isSamePath: false };
}

import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { membersAt, successContents } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import { isTimestamp } from "#verify/model/finding/moments.js";
import { schemaLayers } from "#verify/relations/envelope.js";
import type { Resource } from "#verify/relations/resource.js";

/** An effect of an action on a field that its name suggests, which does not show. */
export interface MissingEffect {
  name: string;
  expected: string;
  received: Json | undefined;
}

/** The verb of an action, the last word of its path, without its ending: `archiv` of `POST /stories/{id}/archive`. */
interface Verb {
  stem: string;
  /** Whether the action takes back what the verb says: `DELETE` of its path, or `unarchive`. */
  isUndone: boolean;
}

/** Shorter verbs are parts of too many words. */
const MIN_STEM = 3;

function verbOf({ path, method }: Operation): Verb | undefined {
  const [word = ""] = wordsOf(path.split("/").at(-1) ?? "");
  const opposite = /^un(.{4,})$/.exec(word)?.[1];
  const stem = (opposite ?? word).replace(/(ed|e)$/, "");
  return stem.length < MIN_STEM ? undefined : { stem, isUndone: (method === "delete") !== (opposite !== undefined) };
}

/** The values that the document lists for a field of a resource. */
export function documentedStates({ document }: Contract, { retrieve }: Resource, name: string): Json[] {
  return (retrieve ? successContents(retrieve) : []).flatMap((content) =>
    schemaLayers(document, content).flatMap((at) => membersAt(document, content, pointerTo(at, name))),
  );
}

/**
 * The fields of a resource on which its name suggests an effect of an action, and that do not show it: a flag
 * (`favorited`), a state among documented ones (`archived`), a time (`archived_at`), and a count that follows the flag
 * (`favoritesCount`).
 *
 * @param before the resource before the action
 * @param after the resource afterwards
 */
export function missingEffects(
  contract: Contract,
  resource: Resource,
  action: Operation,
  before: JsonObject,
  after: JsonObject,
): MissingEffect[] {
  const verb = verbOf(action);
  if (!verb) return [];
  const isNamed = (text: string) => wordsOf(text).some((word) => word.startsWith(verb.stem));
  const flags = Object.keys(after).filter((name) => typeof after[name] === "boolean" && isNamed(name));
  const missing: MissingEffect[] = [];
  for (const name of flags) {
    if (after[name] === verb.isUndone) missing.push({ name, expected: String(!verb.isUndone), received: after[name] });
  }
  for (const [name, value] of Object.entries(after)) {
    if (typeof value === "number" && flags.length > 0 && isNamed(name)) {
      const change = flags.some((flag) => before[flag] !== after[flag]) ? (verb.isUndone ? -1 : 1) : 0;
      const wanted = typeof before[name] === "number" ? before[name] + change : value;
      if (value !== wanted) missing.push({ name, expected: String(wanted), received: value });
    }
    if (typeof value !== "string" || isTimestamp(value)) continue;
    const state = documentedStates(contract, resource, name).find(
      (member) => typeof member === "string" && isNamed(member),
    );
    if (state !== undefined && isNamed(value) === verb.isUndone) {
      const expected = verb.isUndone ? `another value than ${jsonText(state)}` : jsonText(state);
      missing.push({ name, expected, received: value });
    }
  }
  for (const name of Object.keys({ ...before, ...after }).filter((key) => isNamed(key))) {
    const isTime = [before[name], after[name]].some((value) => isTimestamp(value));
    const isSet = after[name] !== undefined && after[name] !== null;
    if (isTime && isSet === verb.isUndone) {
      missing.push({ name, expected: verb.isUndone ? "no time" : "a time", received: after[name] });
    }
  }
  return missing;
}

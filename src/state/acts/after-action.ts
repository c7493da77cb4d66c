import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isTimestamp } from "#statements/moments.js";
import { documentedStates, isNamedBy, undoOf, type Verb, verbOf } from "#statements/resources/actions.js";
import type { Resource } from "#statements/resources/resource.js";

/**
 * A resource after an action, in the fields that are named after it. They are a flag (`archived`), a count that follows the
 * flag, a state (`status: archived`), and a time (`archivedAt`). A sent field of the same name is kept as well.
 *
 * @param now milliseconds since 1970
 * @returns undefined if no field shows the action
 */
export function afterAction(
  document: OpenApiDocument,
  resource: Resource,
  action: Operation,
  before: JsonObject,
  sent: JsonObject,
  now: number,
): JsonObject | undefined {
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(before, name));
  const verb = verbFor(resource, action);
  const changed = verb ? Object.entries(effects(document, resource, verb, before, now)) : [];
  const all = [...known, ...changed];
  return all.length === 0 ? undefined : { ...before, ...Object.fromEntries(all) };
}

/** The verb of an action, or of the one that it takes back under another name: `restore` of `archive`. */
function verbFor(resource: Resource, action: Operation): Verb | undefined {
  const undone = resource.nested.find((other) => undoOf(resource, other)?.operation === action);
  const verb = verbOf(undone ?? action);
  return verb && undone ? { ...verb, isUndone: true } : verb;
}

function effects(
  document: OpenApiDocument,
  resource: Resource,
  verb: Verb,
  before: JsonObject,
  now: number,
): JsonObject {
  const { isUndone } = verb;
  const named = Object.entries(before).filter(([name]) => isNamedBy(verb, name));
  const flags = named.filter(([, value]) => typeof value === "boolean");
  const isNew = flags.some(([, value]) => value === isUndone);
  const step = isNew ? (isUndone ? -1 : 1) : 0;
  const changed = named.flatMap(([name, value]): [string, Json][] => {
    if (typeof value === "boolean") return [[name, !isUndone]];
    if (typeof value === "number" && flags.length > 0) return [[name, Math.max(0, value + step)]];
    if (isTimestamp(value) || value === null) return [[name, isUndone ? null : new Date(now).toISOString()]];
    return [];
  });
  const states = Object.entries(before).flatMap(([name, value]): [string, Json][] => {
    if (typeof value !== "string" || isTimestamp(value)) return [];
    const members = documentedStates(document, resource, name).filter((member) => typeof member === "string");
    const own = members.find((member) => isNamedBy(verb, member));
    const other = members.find((member) => !isNamedBy(verb, member));
    if (own === undefined) return [];
    if (!isUndone) return [[name, own]];
    return isNamedBy(verb, value) && other !== undefined ? [[name, other]] : [];
  });
  return Object.fromEntries([...changed, ...states]);
}

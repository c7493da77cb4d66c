import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isTimestamp } from "#statements/moments.js";
import { plainName } from "#statements/names.js";
import { flagIn, outcomesOf, takesToNext } from "#statements/resources/action-outcomes.js";
import { isNamedBy, undoOf, type Verb, verbOf } from "#statements/resources/actions.js";
import type { Resource } from "#statements/resources/resource.js";
import { isOfState } from "../stated-members.js";

/** The facts about the fields of a resource by which an action changes them. */
export interface Fields {
  /** The texts that the document lists for a field. */
  membersOf(name: string): readonly string[];
  /** Whether responses may show a value in a field. */
  admits(name: string, value: Json): boolean;
}

/**
 * A resource after an action, in the fields that are named after it. They are a flag (`archived`), a count that follows the
 * flag, a state (`status: archived`), and a time (`archivedAt`). A sent field of the same name is kept as well, and a sent
 * text that is a state.
 *
 * @param now milliseconds since 1970
 * @returns undefined if no field shows the action
 */
export function afterAction(
  fields: Fields,
  resource: Resource,
  action: Operation,
  before: JsonObject,
  sent: JsonObject,
  now: number,
): JsonObject | undefined {
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(before, name));
  const changed = [...effects(fields, resource, action, before, now), ...sentStates(fields, before, sent)];
  const all = [...known, ...changed.filter(([name, value]) => fields.admits(name, value))];
  return all.length === 0 ? undefined : { ...before, ...Object.fromEntries(all) };
}

/** The verb of an action, or of the one that it takes back under another name: `restore` of `archive`. */
function verbFor(resource: Resource, action: Operation): Verb | undefined {
  const undone = resource.nested.find((other) => undoOf(resource, other)?.operation === action);
  const verb = verbOf(undone ?? action);
  return verb && undone ? { ...verb, isUndone: true } : verb;
}

function effects(
  fields: Fields,
  resource: Resource,
  action: Operation,
  before: JsonObject,
  now: number,
): [string, Json][] {
  const verb = verbFor(resource, action);
  if (!verb) return [];
  const { isUndone } = verb;
  const outcomes = outcomesOf(action);
  const stepped = takesToNext(action) ? stepOf(before, fields) : undefined;
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
    if (typeof value === "boolean") {
      const [flag] = outcomes.flatMap((state) => flagIn(state, name) ?? []);
      return flag === undefined ? [] : [[name, flag]];
    }
    if (typeof value !== "string" || isTimestamp(value)) return [];
    const members = fields.membersOf(name);
    const next =
      stepped === undefined
        ? stateAfter(members, value, verb, outcomes)
        : name === stepped
          ? members[members.indexOf(value) + 1]
          : undefined;
    return next === undefined ? [] : [[name, next]];
  });
  return [...changed, ...states];
}

/** The field with the step that comes before another one. A stage is one rather than a status. */
function stepOf(before: JsonObject, { membersOf }: Fields): string | undefined {
  const states = Object.keys(before)
    .filter((name) => isOfState(name) && membersOf(name).includes(String(before[name])))
    .toSorted((one, other) => one.length - other.length);
  return states.find((name) => /stage$|phase$/i.test(name)) ?? states[0];
}

/** The state after an action; undefined if no state is named after it. */
function stateAfter(
  members: readonly string[],
  value: string,
  verb: Verb,
  outcomes: readonly string[],
): string | undefined {
  const [outcome] = outcomes.flatMap((plain) => members.find((member) => plainName(member) === plain) ?? []);
  if (outcome !== undefined) return outcome;
  const own = members.find((member) => isNamedBy(verb, member));
  if (own === undefined || !verb.isUndone) return own;
  return isNamedBy(verb, value) ? members.find((member) => !isNamedBy(verb, member)) : undefined;
}

/** The states that the texts of a request name under other names: `status` after `{ "result": "won" }`. */
function sentStates({ membersOf }: Fields, before: JsonObject, sent: JsonObject): [string, Json][] {
  const states = Object.keys(before).filter((name) => isOfState(name) && !Object.hasOwn(sent, name));
  return Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
    if (Object.hasOwn(before, name) || typeof value !== "string") return [];
    const [only, ...others] = states.filter((state) => membersOf(state).includes(value));
    return only === undefined || others.length > 0 ? [] : [[only, value]];
  });
}

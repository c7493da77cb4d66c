import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isTimestamp } from "#statements/moments.js";
import { documentedStates, isNamedBy, isServedMoment, verbOf } from "#statements/resources/actions.js";
import type { Resource } from "#statements/resources/resource.js";

/** An effect of an action on a field that its name suggests, which does not show. */
export interface MissingEffect {
  name: string;
  expected: string;
  received: Json | undefined;
}

/**
 * The fields of a resource on which the name of an action suggests an effect, without that effect. They are a flag
 * (`favorited`), a state among documented ones (`archived`), and a time (`archived_at`). The last one is a count that
 * follows the flag (`favoritesCount`).
 *
 * @param before the resource before the action
 * @param after the resource afterwards
 * @param turned what the body of the action says by its only member, a flag: `PUT /posts/{id}/pinned` with `{ "value": false }`
 */
export function missingEffects(
  document: OpenApiDocument,
  resource: Resource,
  action: Operation,
  before: JsonObject,
  after: JsonObject,
  turned?: boolean,
): MissingEffect[] {
  const named = verbOf(action);
  if (!named) return [];
  const verb = turned === undefined ? named : { ...named, isUndone: named.isUndone === turned };
  const isNamed = (text: string) => isNamedBy(verb, text);
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
    const state = documentedStates(document, resource, name).find(
      (member) => typeof member === "string" && isNamed(member),
    );
    if (state !== undefined && isNamed(value) === verb.isUndone) {
      const expected = verb.isUndone ? `another value than ${jsonText(state)}` : jsonText(state);
      missing.push({ name, expected, received: value });
    }
  }
  for (const name of Object.keys({ ...before, ...after }).filter((key) => isNamed(key))) {
    const isTime =
      [before[name], after[name]].some((value) => isTimestamp(value)) ||
      (after[name] === null && isServedMoment(document, resource, name));
    const isSet = after[name] !== undefined && after[name] !== null;
    if (isTime && isSet === verb.isUndone) {
      missing.push({ name, expected: verb.isUndone ? "no time" : "a time", received: after[name] });
    }
  }
  return missing;
}

import { onOneLine } from "#cli/unprintable.js";
import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { WrittenSetting } from "../../report/settings-yaml.js";
import { type Suggestion, suggested } from "./suggestion.js";

/**
 * The resources that a run was shown for a path parameter of an operation. Each has the values of the parameters before
 * it, too.
 */
export type Parents = (operation: string, parameter: string) => readonly Readonly<Record<string, Json>>[];

/** The most characters of a schema or a value in a comment. */
const MAX_COMMENT = 300;

/** The most values that are offered in place of one. */
const MAX_OFFERED = 5;

/**
 * The lines of values that a run lacked. Each has the first value that the run was shown, or a placeholder. They stay
 * comments, because the owners of the resource see what the run creates below it.
 */
export function offeredParents(parents: Parents, lacked: readonly Suggestion[]) {
  const offers = new Map(lacked.map((suggestion) => [suggestion, parents(...partOf(suggestion))]));
  const chosen = chosenTogether([...offers.values()]);
  return (suggestion: Suggestion, description: readonly string[]): WrittenSetting => {
    const { comments = [], ...setting } = suggested(suggestion);
    const [, name] = partOf(suggestion);
    const shown = suggestion.isList ? [] : (offers.get(suggestion) ?? []);
    const isShared = suggestion.setting[0] === "parameters";
    const own = isShared ? shown.filter((values) => agrees(values, chosen, name)) : shown;
    const [first, ...others] = new Set(own.flatMap(({ [name]: value }) => value ?? []));
    if (first === undefined) return { ...setting, comments: [...description, ...comments] };
    const more = others.slice(0, MAX_OFFERED - 1).map(inComment);
    const note = `The run was shown this one${more.length > 0 ? `, and ${more.join(", ")}` : ""}. It would create below it.`;
    return {
      ...setting,
      value: isShared ? (chosen[name] ?? first) : first,
      comments: [...description, ...comments, note],
    };
  };
}

/** The operation and the parameter of a suggestion. */
function partOf({ setting: [kind, first = "", second = ""], operations: [operation = ""] = [] }: Suggestion) {
  return kind === "parameters" ? ([operation, first] as const) : ([first, second] as const);
}

/** A value for each name. The innermost resource is chosen first, with its parents. */
function chosenTogether(offers: readonly (readonly Readonly<Record<string, Json>>[])[]): Record<string, Json> {
  const depth = ([first = {}]: readonly object[]) => Object.keys(first).length;
  const chosen: Record<string, Json> = {};
  for (const shown of offers.toSorted((one, other) => depth(other) - depth(one))) {
    Object.assign(chosen, shown.find((values) => agrees(values, chosen)) ?? {});
  }
  return chosen;
}

/** Whether values have the chosen ones, apart from that of a name. */
function agrees(values: Readonly<Record<string, Json>>, chosen: Readonly<Record<string, Json>>, except = ""): boolean {
  return Object.entries(values).every(
    ([name, value]) => name === except || chosen[name] === undefined || chosen[name] === value,
  );
}

/** A schema or a value for a comment of one line. */
export function inComment(value: Json): string {
  const text = onOneLine(jsonText(value));
  return text.length > MAX_COMMENT ? `${text.slice(0, MAX_COMMENT)}…` : text;
}

import { onOneLine } from "#cli/unprintable.js";
import type { Addition } from "../../report/additions.js";
import { type WrittenSetting, written } from "../../report/settings-yaml.js";
import { counted } from "../../report/wording.js";

/** A setting to suggest, and the test cases that lacked it. */
export type Suggestion = Pick<Addition, "setting" | "isList" | "cases"> & Partial<Pick<Addition, "operations">>;

/** The suggestions for settings, or parts of requests, that others do not concern. */
export function withoutThose(
  excluded: readonly Pick<Suggestion, "setting">[],
  suggestions: readonly Suggestion[],
): Suggestion[] {
  const keyOf = ({ setting }: Pick<Suggestion, "setting">) => JSON.stringify(setting.slice(0, 3));
  const known = new Set(excluded.map(keyOf));
  return suggestions.filter((suggestion) => !known.has(keyOf(suggestion)));
}

/** A setting with a placeholder, as a comment, with the test cases that need it. */
export function suggested(suggestion: Suggestion): WrittenSetting {
  const [first, ...rest] = suggestion.cases;
  const more = rest.length > 0 ? `, and ${counted(rest.length, "other")}` : "";
  const comments = first === undefined ? [] : [`Needed by ${onOneLine(first)}${more}.`];
  return { ...written(suggestion), comments, isOptional: true };
}

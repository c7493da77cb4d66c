import { allNames } from "#cli/names-text.js";
import type { OperationState } from "../model/coverage.js";
import { isRejection } from "../model/request/exchange.js";
import type { Leftover } from "../model/target/ownership.js";

/** The verdict of a run as a sign and a word. */
export const VERDICTS: Record<"passed" | "failed" | "incomplete" | "error", { sign: string; headline: string }> = {
  passed: { sign: "✓", headline: "Passed" },
  failed: { sign: "✗", headline: "Failed" },
  incomplete: { sign: "–", headline: "Incomplete" },
  error: { sign: "!", headline: "Error" },
};

/** The advice about resources that runs left. A line of its own would have to repeat the target and the key. */
export const CLEAN_UP = "The same command with --clean-up removes what it can, and names the rest.";

/** A number with a comma between thousands, the same in every locale. */
export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 case`, `1,024 cases`. */
export function counted(count: number, singular: string, many = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : many}`;
}

/** The keys of a target file that tested nothing, a sentence each. @param actors whose keys they are */
export function unusedKeyTexts(actors: readonly string[] = []): string[] {
  return actors.map((actor) => `No request used credentials.${actor}: no test case of this run needs it.`);
}

/** Milliseconds in a unit of their size: `12 ms`, `3.4 s`, `1 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** The shortest wait for a target that is worth a line, in milliseconds. */
const LEAST_WAIT = 1000;

/** How long a run waited for its target; undefined if that is not worth a line. */
export function waitedText(milliseconds = 0): string | undefined {
  return milliseconds < LEAST_WAIT ? undefined : `${formatDuration(milliseconds)} (429 or 503, Retry-After)`;
}

/** An ISO 8601 date in UTC, without milliseconds: `2026-01-02 03:04:05 UTC`. Any other text is returned unchanged. */
export function formatDate(date: string): string {
  return date.replace(/^(.{10})T(.{8}).*Z$/, "$1 $2 UTC");
}

/** A text with a full stop, as the end of a longer text. */
export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A text with a capital letter and a full stop. Names such as `listThings` keep their first letter. */
export function sentence(text: string): string {
  return capitalized(ended(text));
}

/** A text whose first word has a capital letter, unless it is a name such as `listThings`. */
export function capitalized(text: string): string {
  return text.replace(/^[a-z]+(?=[\s,.]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** The name of a resource that was not removed: its address. Without it, its place and the sent body, if known. */
export function leftoverName({ resource, sent, below }: Leftover): string {
  if (resource !== "") return resource;
  const place = below === undefined ? [] : [`below ${below}`];
  const body = sent === undefined ? [] : [`with the body ${sent}`];
  return [...place, ...body].join(", ");
}

/** A created resource that was not removed, in words: what it is, and why it remains. */
export function leftoverText(leftover: Leftover): string {
  const parts = [leftover.operation, leftoverName(leftover)].filter((part) => part !== "");
  return `${parts.join(" ") || "the final cleanup"} (${leftover.reason})`;
}

/**
 * How far a run came with the operations: `tested 3 of 9 operations; 1 was only rejected: addPet; 5 not called: listPets …`.
 * Test cases of other methods at the path of an operation do not call it.
 */
export function operationsText(operations: readonly OperationState[]): string {
  const idsOf = (wanted: OperationState["state"]) =>
    operations.filter(({ state }) => state === wanted).map(({ operation }) => operation);
  const [tested, unsuccessful, uncalled] = [idsOf("tested"), idsOf("unsuccessful"), idsOf("not reached")];
  const how = howUnsuccessful(operations.filter(({ state }) => state === "unsuccessful"));
  const rest = [
    ...(unsuccessful.length > 0
      ? [`${counted(unsuccessful.length, "was", "were")} ${how}: ${listed(unsuccessful)}`]
      : []),
    ...(uncalled.length > 0 ? [`${formatNumber(uncalled.length)} not called: ${listed(uncalled)}`] : []),
  ];
  return [`tested ${formatNumber(tested.length)} of ${counted(operations.length, "operation")}`, ...rest].join("; ");
}

/** How operations responded that never succeeded. */
export function howUnsuccessful(operations: readonly Pick<OperationState, "statuses">[]): string {
  const isRejected = operations.every(({ statuses }) => statuses.every((status) => isRejection({ status })));
  return isRejected ? "only rejected" : "without success";
}

/** How many items of a list are named in a sentence. */
const MAX_LISTED = 3;

/** Several items in a sentence, each once. Items that are lists themselves are separated by semicolons. */
export function listed(all: readonly string[]): string {
  const items = [...new Set(all)];
  const shown = items.slice(0, MAX_LISTED);
  const hidden = items.length - shown.length;
  if (shown.length > 1 && shown.some((item) => /, | and /.test(item)))
    return `${shown.join("; ")}${hidden > 0 ? `; and ${hidden} more` : ""}`;
  if (hidden > 0) return `${shown.join(", ")} and ${hidden} more`;
  return allNames(shown);
}

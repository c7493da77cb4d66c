import { allNames } from "#cli/names-text.js";
import { groupBy } from "../model/group-by.js";
import { WRITE_LEVELS } from "../model/target/writes.js";
import { isSkippedFor, type Need, settingOf, settingPath, skipText } from "../model/test-case/need.js";
import { type CaseResult, skippedOf } from "../model/test-case/outcome.js";
import { counted } from "./wording.js";

/** A setting of the target file with which skipped test cases run. */
export interface Addition {
  /** Its names in the target file: `values`, an operation, a parameter, and an example, for instance. */
  setting: readonly string[];
  /** Whether the run consumes the values, so that the setting is a list of them. */
  isList: boolean;
  /** The reasons of the test cases. */
  reasons: readonly string[];
  /** The names of the skipped test cases that need it, first of those that need nothing else. */
  cases: readonly string[];
  /** The operations of these test cases. */
  operations: readonly string[];
}

/** A skipped test case that no setting of the target file helps. */
export interface Unaided {
  reason: string;
  cases: readonly string[];
}

/** The settings that open as many test cases, in the order in which people add them. */
const ORDER = ["writes", "credentials", "parameters", "values", "provision", "allowed"];

/**
 * The settings with which skipped test cases run, each once, those of most test cases first. Also the skipped test cases
 * that no setting helps.
 */
export function additionsOf(cases: readonly CaseResult[]): { additions: Addition[]; unaided: Unaided[] } {
  const skipped = skippedOf(cases);
  const lacks = skipped.flatMap(({ needs, ...skip }) =>
    needs.flatMap((need) => {
      const setting = settingOf(need);
      return setting ? [{ ...skip, need, setting, isAlone: needs.length === 1 }] : [];
    }),
  );
  const additions = [...groupBy(lacks, ({ setting }) => settingPath(...setting)).values()].map((group) => ({
    setting: group[0]?.setting ?? [],
    isList: group.some(({ need }) => isList(need)),
    reasons: reasonsOf(group),
    // A target file names the first one, and its setting has to be enough for it.
    cases: namesOf(group.toSorted((one, other) => Number(other.isAlone) - Number(one.isAlone))),
    operations: [...new Set(group.map(({ operation }) => operation))],
  }));
  const unsettable = skipped.filter(({ needs }) => needs.every((need) => settingOf(need) === undefined));
  return {
    additions: additions.toSorted((one, other) => {
      const order = levelPlace(one.setting) - levelPlace(other.setting);
      return order || other.cases.length - one.cases.length || place(one.setting) - place(other.setting);
    }),
    unaided: [...groupBy(unsettable, ({ reason }) => reason)].map(([reason, group]) => ({
      reason,
      cases: namesOf(group),
    })),
  };
}

/** The reasons of test cases that lack one setting. A test case that lacks more gives the reason of another one. */
function reasonsOf(group: readonly { reason: string; isAlone: boolean }[]): string[] {
  const own = group.filter(({ isAlone }) => isAlone);
  return [...new Set((own.length > 0 ? own : group).map(({ reason }) => reason))];
}

function isList(need: Need): boolean {
  return need.kind === "value" && need.isList;
}

function namesOf(skipped: readonly { name: string }[]): string[] {
  return [...new Set(skipped.map(({ name }) => name))];
}

const LEVELS = Object.keys(WRITE_LEVELS);

/** Levels of writes come first, the safest one before the other. Settings that are added together are not a level. */
function levelPlace([kind, level = ""]: readonly string[] = [], ...others: readonly unknown[]): number {
  return kind === "writes" && others.length === 0 ? LEVELS.indexOf(level) : LEVELS.length;
}

function place([kind = ""]: readonly string[] = []): number {
  return ORDER.indexOf(kind);
}

/** How many settings reports advise to add: more would hide the important ones. */
const MAX_ADVISED = 5;

/** Settings to add together, as people write them, and what they open. */
interface Advice {
  written: string;
  opens: string;
}

/**
 * The settings to add that open the most test cases, and how many more there are. A test case counts once, with all that it
 * lacks. `allowed` comes last, because its requests may do harm: its first reason says which. A number is the most that may run: values may be lacking
 * that no response shows.
 */
export function settingsToAdd(cases: readonly CaseResult[]): { settings: Advice[]; more: number } {
  const lacks = skippedOf(cases).flatMap(({ needs, ...skip }) => {
    const settings = needs.flatMap((need) => {
      const setting = settingOf(need);
      return setting ? [setting] : [];
    });
    // A run with the settings tells what else it needs.
    const isEnough = settings.length === needs.length && needs.length > 0;
    return isEnough ? [{ ...skip, settings }] : [];
  });
  const groups = [...groupBy(lacks, ({ settings }) => allNames(settings.map(writtenSetting)))].map(
    ([written, group]) => ({ written, group, settings: group[0]?.settings ?? [] }),
  );
  const isAllowed = ({ settings }: (typeof groups)[number]) => settings.some(([kind]) => kind === "allowed");
  const sorted = groups.toSorted(
    (one, other) =>
      Number(isAllowed(one)) - Number(isAllowed(other)) ||
      levelPlace(...one.settings) - levelPlace(...other.settings) ||
      other.group.length - one.group.length ||
      place(one.settings[0]) - place(other.settings[0]),
  );
  const settings = sorted.slice(0, MAX_ADVISED).map(({ written, group, settings: added }) => {
    // A level permits what the safer ones do.
    const safer = groups.filter((each) => levelPlace(...each.settings) < levelPlace(...added));
    const isLevel = levelPlace(...added) < LEVELS.length;
    const opened = isLevel ? [...safer.flatMap((each) => each.group), ...group] : group;
    const operations = new Set(opened.map(({ operation }) => operation)).size;
    const count = `up to ${counted(opened.length, "test case")}`;
    const opens = isLevel ? `${count} of ${counted(operations, "operation")}` : count;
    const why = added.length === 1 && added[0]?.[0] === "allowed" ? `: ${group[0]?.reason}` : "";
    return { written, opens: `${opens}${why}` };
  });
  return { settings, more: groups.length - settings.length };
}

function writtenSetting(setting: readonly string[]): string {
  return setting[0] === "writes" ? setting.join(": ") : settingPath(...setting);
}

/** The reason of most skipped test cases that no setting helps, and how many there are. Undefined without such test cases. */
export function commonReason(cases: readonly CaseResult[]): { text: string; count: number } | undefined {
  const { unaided } = additionsOf(cases);
  const [most, ...rest] = unaided.toSorted((one, other) => other.cases.length - one.cases.length);
  if (!most) return undefined;
  const more = rest.length > 0 ? `; ${counted(rest.length, "more reason")} in the report` : "";
  const count = unaided.reduce((sum, { cases: names }) => sum + names.length, 0);
  return { text: `${most.reason}${more}`, count };
}

/**
 * The reason that skipped the most test cases, with what to do about it. Undefined if a setting excludes all that are
 * skipped.
 */
export function commonSkip(cases: readonly CaseResult[]): { text: string; count: number } | undefined {
  const skipped = skippedOf(cases).filter((skip) => !isSkippedFor(skip, "excluded"));
  const groups = [...groupBy(skipped, (skip) => skipText(skip))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return groups[0] && { text: groups[0][0], count: groups[0][1].length };
}

/** The settings for want of which no valid request was sent at all, most useful first. Empty if one was sent. */
export function lackedValues(cases: readonly CaseResult[]): string[] {
  const examples = cases.filter(({ suite }) => suite === "examples");
  if (examples.some(({ outcome }) => outcome.statuses.length > 0)) return [];
  return additionsOf(examples)
    .additions.filter(({ setting: [kind = ""] }) => ["parameters", "values"].includes(kind))
    .map(({ setting }) => settingPath(...setting));
}

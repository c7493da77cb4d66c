import { groupBy } from "../model/group-by.js";
import { type Need, settingOf, settingPath } from "../model/test-case/need.js";
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
  /** The names of the skipped test cases that need it. */
  cases: readonly string[];
}

/** A skipped test case that no setting of the target file helps. */
export interface Unaided {
  reason: string;
  cases: readonly string[];
}

/** The settings in the order in which people add them. */
const ORDER = ["writes", "credentials", "parameters", "values", "provision", "allowed"];

/** The settings with which skipped test cases run, each once, and the skipped test cases that no setting helps. */
export function additionsOf(cases: readonly CaseResult[]): { additions: Addition[]; unaided: Unaided[] } {
  const skipped = skippedOf(cases);
  const lacks = skipped.flatMap(({ needs, ...skip }) =>
    needs.flatMap((need) => {
      const setting = settingOf(need);
      return setting ? [{ ...skip, need, setting }] : [];
    }),
  );
  const additions = [...groupBy(lacks, ({ setting }) => settingPath(...setting)).values()].map((group) => ({
    setting: group[0]?.setting ?? [],
    isList: group.some(({ need }) => isList(need)),
    reasons: [...new Set(group.map(({ reason }) => reason))],
    cases: namesOf(group),
  }));
  const unsettable = skipped.filter(({ needs }) => needs.every((need) => settingOf(need) === undefined));
  return {
    additions: additions.toSorted((one, other) => place(one) - place(other)),
    unaided: [...groupBy(unsettable, ({ reason }) => reason)].map(([reason, group]) => ({
      reason,
      cases: namesOf(group),
    })),
  };
}

function isList(need: Need): boolean {
  return need.kind === "value" && need.isList;
}

function namesOf(skipped: readonly { name: string }[]): string[] {
  return skipped.map(({ name }) => name);
}

function place({ setting: [kind = ""] }: Addition): number {
  return ORDER.indexOf(kind);
}

/** The settings to add, as people write them in a sentence. */
export function settingsToAdd(cases: readonly CaseResult[]): string[] {
  return additionsOf(cases).additions.map(({ setting }) => {
    return setting[0] === "writes" ? "writes: allow" : settingPath(...setting);
  });
}

/** The reason of most skipped test cases that no setting helps, and how many more there are; undefined without such test cases. */
export function commonReason(cases: readonly CaseResult[]): string | undefined {
  const { unaided } = additionsOf(cases);
  const [most, ...rest] = unaided.toSorted((one, other) => other.cases.length - one.cases.length);
  return most && rest.length > 0
    ? `${most.reason}; ${counted(rest.length, "more reason")} in the report`
    : most?.reason;
}

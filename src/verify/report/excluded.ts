import { groupBy } from "../model/group-by.js";
import { settingPath } from "../model/test-case/need.js";
import type { CaseResult } from "../model/test-case/outcome.js";
import { counted } from "./wording.js";

/** A part of a run that a setting excludes: the requests to an operation, or findings that it switches off. */
export interface Exclusion {
  kind: "requests" | "findings";
  /** The names of the setting: `exclude` and an operation, for instance. */
  setting: readonly string[];
  /** The reason that the setting gives; left out for findings. */
  reason?: string;
  /** The operations of the test cases. */
  operations: readonly string[];
  /** The names of the test cases that were skipped, or that had such findings. */
  cases: readonly string[];
}

/** The parts of a run that settings exclude, each setting once. */
export function excludedOf(cases: readonly CaseResult[]): Exclusion[] {
  const parts = cases.flatMap((result) => [...skippedParts(result), ...offParts(result)]);
  return [...groupBy(parts, ({ setting }) => settingPath(...setting)).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const all = (key: "operations" | "cases") => [...new Set(group.flatMap((part) => part[key]))];
    return [{ ...first, operations: all("operations"), cases: all("cases") }];
  });
}

function skippedParts({ name, operation, outcome }: CaseResult): Exclusion[] {
  if (outcome.verdict !== "skipped") return [];
  return outcome.needs.flatMap((need): Exclusion[] => {
    if (need.kind !== "excluded") return [];
    const setting = ["exclude", need.operation];
    return [{ kind: "requests", setting, reason: need.reason, operations: [operation], cases: [name] }];
  });
}

function offParts({ name, operation, off = [] }: CaseResult): Exclusion[] {
  return off.flatMap(({ setting }): Exclusion[] =>
    setting ? [{ kind: "findings", setting, operations: [operation], cases: [name] }] : [],
  );
}

/** An exclusion in words: the setting, its reason, and its extent. */
export function exclusionText(exclusion: Exclusion): string {
  const { setting, reason = "off" } = exclusion;
  return `${settingPath(...setting)}: ${reason} (${exclusionExtent(exclusion)})`;
}

/** How much an exclusion excludes, in words. */
export function exclusionExtent({ kind, operations, cases }: Exclusion): string {
  const count = counted(cases.length, "test case");
  if (kind === "requests") return `${count} skipped`;
  return `findings of ${count} in ${counted(operations.length, "operation")}`;
}

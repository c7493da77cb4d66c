import { expect, test } from "vitest";
import type { Change } from "#scripts/diff/change.js";
import type { Comparison } from "#scripts/diff/compare.js";
import { entryOf, suggestedNotes } from "#scripts/release/changelog.js";

const change = (impact: Change["impact"], message: string, more: Partial<Change> = {}): Change => ({
  ...{
    rule: "removed",
    impact,
    message,
    pointer: "#/paths/~1a/get",
    affects: "callers",
    unstable: false,
    uses: [],
    old: undefined,
    new: undefined,
    code: undefined,
  },
  ...more,
});
const comparison = (changes: Change[]): Comparison => ({
  ...{ title: "API", changes, impact: "minor" },
  stated: { base: "0.1.0", revision: "0.1.0" },
  versions: { base: "0.1.0", revision: "0.1.0", needed: "0.2.0" },
});

const REMOVED = change("major", "The operation was removed.", { unstable: true });
const ADDED = change("minor", "A property was added.");

test.each<[string, Comparison | undefined, string]>([
  ["there was no release before", undefined, ""],
  ["the contract is unchanged", comparison([]), ""],
  [
    "the contract changed",
    comparison([ADDED, REMOVED, ADDED, change("major", "`Thing` was renamed.", { affects: "importers" })]),
    [
      "- The operation was removed. (`#/paths/~1a/get`, beta)",
      "- `Thing` was renamed. (`#/paths/~1a/get`, in code that imports generated/)",
      "- A property was added. (`#/paths/~1a/get`)",
    ].join("\n"),
  ],
])("the suggested notes list each change once, breaking ones first: %s", (_, given, want) => {
  expect(suggestedNotes(given)).toBe(want);
});

test("an entry lists the changes of the contract beside the notes, unless these have them", () => {
  const given = comparison([REMOVED, ADDED]);
  expect(entryOf("0.2.0", "2026-11-22", suggestedNotes(given), given)).toBe(
    `## 0.2.0 (2026-11-22)\n\n${suggestedNotes(given)}`,
  );
  expect(entryOf("0.2.0", "2026-11-22", "Better.", given)).toBe(
    "## 0.2.0 (2026-11-22)\n\nBetter.\n\nBreaking in the contract:\n\n- The operation was removed. (`#/paths/~1a/get`, beta)\n\nOther changes of the contract:\n\n- A property was added. (`#/paths/~1a/get`)",
  );
});

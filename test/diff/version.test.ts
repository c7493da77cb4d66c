import { expect, test } from "vitest";
import { type Impact, nextVersion, versionOf } from "#scripts/diff/version.js";

const ROWS: { from: string; impact: Impact; want: string }[] = [
  { from: "0.1.0", impact: "none", want: "0.1.0" },
  { from: "0.1.0", impact: "patch", want: "0.1.1" },
  { from: "0.1.9", impact: "minor", want: "0.2.0" },
  { from: "0.1.9", impact: "major", want: "0.2.0" },
  { from: "0.9.12", impact: "minor", want: "0.10.0" },
  { from: "1.2.3", impact: "patch", want: "1.2.4" },
  { from: "1.2.3", impact: "minor", want: "1.3.0" },
  { from: "1.2.3", impact: "major", want: "2.0.0" },
];

test.each(ROWS)("a $impact change of $from leads to $want", ({ from, impact, want }) => {
  expect(nextVersion(versionOf(from, "The version"), impact)).toBe(want);
});

test.each(["1.0", "v1.0.0", "1.0.0-rc.1", "1.0.0+build", "01.0.0", " 1.0.0", undefined, 1])(
  "%j is not a version",
  (value) => {
    expect(() => versionOf(value, "The version")).toThrow("Give it three numbers");
  },
);

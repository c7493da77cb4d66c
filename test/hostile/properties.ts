import { expect } from "vitest";
import { errorText, UserError } from "#cli/user-error.js";
import { anyCharacters, fc } from "#test/property.js";
import { exhaustive } from "#test/sample.js";
import { renderedReports } from "#test/verify/reporters/rendered.js";
import type { Report } from "#verify/report/report.js";
import { githubAnnotations } from "#verify/reporters/github.js";
import { terminalReport } from "#verify/reporters/terminal.js";

/** A key with characters that encodings change. */
export const SECRET = "can/ary~7f3a9c+Zq";

/** Forms of the key that a server may send back. */
const ECHOES = [
  SECRET,
  `Bearer ${SECRET}`,
  encodeURIComponent(SECRET),
  Buffer.from(`Bearer ${SECRET}`).toString("base64"),
  Buffer.from(SECRET).toString("hex"),
  SECRET.toUpperCase(),
];

/** What a terminal, a CI log or a parser may act on. */
const ODD_TEXTS = [
  ...[
    "",
    " ",
    "\0",
    "\u001b[2J\u001b]0;title\u0007",
    "\u009b31m",
    "\u202e",
    "\u2028",
    "\ud800",
    "\r\n",
    "\n::error::forged",
  ],
  ...["##[error]forged", "__proto__", "constructor", "toString", "$(id)", "`id`", "'", "%00", "%", "../..", "/", "~1"],
  ...["<script>alert(1)</script>", "]]>", "x".repeat(5000), "é", "🎉", "NaN", "null", "-0", "1e999"],
];

/** A text that is odd or arbitrary, and holds no key. */
export const oddName: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...ODD_TEXTS), anyCharacters(30));

/** A text that is odd, an echo of the key, or arbitrary. */
export const oddText: fc.Arbitrary<string> = fc.oneof(oddName, fc.constantFrom(...ECHOES));

/** A JSON value of any form, with these names of members, and these texts. */
export function oddJsonWith(names: fc.Arbitrary<string>, texts = oddText): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER + 1),
      texts,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(names, tie("value"), { maxKeys: 5 }),
    ),
  })).value;
}

const RUNS = Number(process.env.HOSTILE_RUNS ?? (exhaustive ? 1 : 0.2));

/**
 * The settings of a property. The same values are tried each time; `HOSTILE_SEED` and `HOSTILE_RUNS` (a factor) try others.
 *
 * @param numRuns how many values are tried; a fifth of them in a quick run
 */
export const trying = (numRuns: number): fc.Parameters<unknown> => ({
  seed: Number(process.env.HOSTILE_SEED ?? 1),
  numRuns: Math.ceil(numRuns * RUNS),
  endOnFailure: process.env.HOSTILE_SEED === undefined,
});

/** Control and format characters, except for line feeds and tabs. */
const CONTROLS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** Requires that no output of a report shows a key, or has a control character, and that the terminal is not flooded. */
export function expectSafeOutputs(report: Report): void {
  const terminal = terminalReport(report);
  const outputs = [terminal, githubAnnotations(report).join("\n"), ...renderedReports(report)];
  for (const output of outputs) {
    for (const echo of ECHOES) expect(output).not.toContain(echo);
    expect(CONTROLS.exec(output)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
  }
  expect(terminal.length).toBeLessThan(200_000);
}

/** The result of work, or undefined if it ends with an error for people, in visible characters and without a key. */
export async function resultOrUserError<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const text = errorText(error);
    for (const echo of ECHOES) expect(text).not.toContain(echo);
    expect(text).not.toMatch(CONTROLS);
    return undefined;
  }
}

/** Requires that a run ended with one of its verdicts, and that no test case ended by a defect of ours. */
export function expectOrderlyEnd({ verdict, cases }: Report): void {
  expect(["passed", "failed", "incomplete", "error"]).toContain(verdict);
  const stacks = cases.flatMap(({ outcome }) => (outcome.verdict === "error" && outcome.stack ? [outcome.stack] : []));
  expect(
    stacks.filter(
      (stack) => !/^\w*(UserError|InvalidPattern|Undecided)?: (The schema|#|The pattern|The value)/.test(stack),
    ),
  ).toEqual([]);
}

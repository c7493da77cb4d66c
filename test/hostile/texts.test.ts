import { expect, test } from "vitest";
import { renderedReports } from "#test/verify/reporters/rendered.js";
import { runCase } from "#verify/engine/run/run-case.js";
import { createRunContext } from "#verify/engine/run/run-context.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import type { Outcome } from "#verify/model/test-case/outcome.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { githubAnnotations } from "#verify/reporters/github.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import { broken } from "#verify/rules/sentence.js";
import { plannedCase, THINGS } from "../verify/engine/planned-case.js";
import { exchangeOf } from "../verify/exchange.js";
import { report } from "../verify/reporters/sample.js";
import { testTarget } from "../verify/target.js";

/** What a terminal, a CI log or a reader may take for something else. */
const PIECES = [
  ...["\u001b[2J", "\u001b]0;title\u0007", "\0", "\u009b31m", "\u007f", "\b", "\r", "\n", "\t", "\v"],
  ...["\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\u2029", "\u0085", "\ud800", "\udc00"],
  ...["::error::forged", "\n::error::forged", "\n  ::set-output name=a::b", "##[error]forged", "##vso[task.complete]"],
  ...["###[group]", "<script>", "]]>", "'", '"', "a", " ", "é", "🎉"],
];
const COMMAND = /^\s*::(?!error title=)|##(\[|vso\[)/im;
const ACTED_ON = /[\p{Bidi_Control}\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}/u;

const generator = new GeneratedValues(11);
const hostileText = () =>
  Array.from({ length: 8 }, () => PIECES[Math.floor(generator.random() * PIECES.length)]).join("");

const DRAFT: FindingDraft = {
  ...broken("body-unreadable", { part: "the body", problem: "is not JSON" }),
  ...{ place: "#/paths", expected: "e", received: "r" },
};
const run = createRunContext(THINGS, testTarget("http://127.0.0.1:9"));

const SHOWN_IN: [
  field: string,
  verdict: Outcome["verdict"],
  testCase: (text: string) => Parameters<typeof plannedCase>[0],
][] = [
  ...(["message", "place", "expected", "received"] as const).map(
    (field): [string, Outcome["verdict"], (text: string) => Parameters<typeof plannedCase>[0]] => [
      `the ${field} of a finding`,
      "failed",
      (text) => ({
        run: async (context) =>
          void context.judge([{ finding: { ...DRAFT, [field]: text }, exchange: exchangeOf({}) }]),
      }),
    ],
  ),
  [
    "the body of a request that is sent again",
    "failed",
    (text) => ({
      run: async (context) => {
        context.judge([{ finding: DRAFT, exchange: exchangeOf({ request: { method: "POST", body: text } }) }]);
      },
    }),
  ],
  [
    "the name of a test case",
    "failed",
    (name) => ({ name, run: async (context) => void context.judge([{ finding: DRAFT, exchange: exchangeOf({}) }]) }),
  ],
  ["the reason of a skipped test case", "skipped", (text) => ({ run: () => Promise.reject(new Skipped(text)) })],
  ["the message and the stack of an error", "error", (text) => ({ run: () => Promise.reject(new Error(text)) })],
];

test.each(SHOWN_IN)("no report shows hostile text in %s as it came", async (_, verdict, testCase) => {
  for (let count = 0; count < 40; count += 1) {
    const text = hostileText();
    const result = await runCase(run, plannedCase(testCase(text)));
    expect(result.outcome.verdict).toBe(verdict);
    const whole = report({ cases: [result] });
    const outputs = [...renderedReports(whole), terminalReport(whole), githubAnnotations(whole).join("\n")];
    for (const output of outputs) {
      // The page's own scripts and styles are not in question.
      const shown = output.replace(/<(script|style)\b.*?<\/\1>/gs, "");
      expect(ACTED_ON.exec(shown)?.[0], JSON.stringify(text)).toBeUndefined();
      expect(COMMAND.exec(shown)?.[0], JSON.stringify(text)).toBeUndefined();
    }
  }
});

import { expect, test } from "vitest";
import { githubAnnotations } from "#verify/reporters/github.js";
import { failed, failedWithError, finding, findingAt, report, requirement, result, skipped } from "./sample.js";

test("each cause is an error command, with every character escaped that would end it early", () => {
  const outcome = failed(finding({ received: '"bounced, 100%"', message: "first\r\nsecond" }));
  const cases = [result("a: b, c", outcome), result("d"), result("e", skipped("the list is empty"))];
  expect(githubAnnotations(report({ cases, requirements: [requirement("T1", "failed")] }))).toEqual([
    expect.stringMatching(
      /^::error title=GET \/things%3A first%0D%0Asecond \(T1\):: {2}requirement {2}T1 .*%0A {2}received {5}"bounced, 100%25"%0A {2}test cases {3}listThings › a: b, c%0Areproduce: [^\n]*$/,
    ),
  ]);
});

test("the test cases of one cause are one annotation", () => {
  const cases = ["a", "b", "c"].map((title) => result(title, failed(finding())));
  const lines = githubAnnotations(report({ cases }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("%0A  test cases   3: listThings › a; listThings › b; listThings › c%0A");
});

test("several causes are listed in one annotation before the others", () => {
  const cases = [result("a", failed(findingAt("at"), findingAt("on")))];
  const [overview, ...others] = githubAnnotations(report({ cases }));
  expect(overview).toBe(
    "::notice title=2 causes::GET /things: the body at /at must be a date (T1)%0AGET /things: the body at /on must be a date (T1)",
  );
  expect(others).toHaveLength(2);
});

test("an annotation is at the line of the repository that has its place", () => {
  const place = "#/components/schemas/Thing/properties/at/format";
  const lines = { [place]: { file: "openapi/a, b.yaml", line: 12 } };
  const cases = [result("a", failed(finding()))];
  const [line] = githubAnnotations(report({ cases, contract: { title: "Things", version: "1", lines } }));
  expect(line).toMatch(/^::error title=GET [^:,]*,file=openapi\/a%2C b\.yaml,line=12::/);
});

test("a missing response is an annotation", () => {
  const cases = [result("a", failedWithError("GET /things: no response (reset)"))];
  expect(githubAnnotations(report({ cases }))[0]).toMatch(
    /^::error title=GET \/things sends no response \(reset\):: {2}test cases {3}listThings › a%0Areproduce: curl/,
  );
});

test("there are at most ten annotations of a kind, and all causes are listed", () => {
  const cases = Array.from({ length: 12 }, (_, index) =>
    result(String(index), failed(findingAt(`f${index}`)), {
      warnings: [{ ...findingAt(`w${index}`), basis: "inferred" }],
    }),
  );
  const lines = githubAnnotations(report({ cases }));
  const of = (kind: string) => lines.filter((line) => line.startsWith(`::${kind}`));
  expect([of("error").length, of("warning").length]).toEqual([10, 10]);
  expect(of("notice")[0]?.split("%0A")).toHaveLength(12);
});

test("a run that proves nothing has its reason as the only annotation", () => {
  const cases = [result("a", failed(finding()))];
  expect(githubAnnotations(report({ verdict: "error", reason: "Check KEY.", cases }))).toEqual([
    "::error title=Verification error::Check KEY.",
  ]);
});

test("a passed run has no annotations", () => {
  expect(githubAnnotations(report({ cases: [result("a")] }))).toEqual([]);
});

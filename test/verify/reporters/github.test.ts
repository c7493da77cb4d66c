import { expect, test } from "vitest";
import { githubAnnotations } from "#verify/reporters/github.js";
import { failed, failedWithError, finding, report, requirement, result, skipped } from "./sample.js";

test("each failure is an error command, with every character escaped that would end it early", () => {
  const outcome = failed(finding({ received: '"bounced, 100%"', message: "first\r\nsecond" }));
  const cases = [result("a: b, c", outcome), result("d"), result("e", skipped("the list is empty"))];
  expect(githubAnnotations(report({ cases, requirements: [requirement("T1", "failed")] }))).toEqual([
    expect.stringMatching(
      /^::error title=listThings › a%3A b%2C c::body: first%0D%0Asecond%0A {2}requirement {2}T1 .*%0A {2}received {5}"bounced, 100%25"%0Areproduce: [^\n]*$/,
    ),
  ]);
});

test("equal failures are one annotation", () => {
  const cases = ["a", "b", "c"].map((title) => result(title, failed(finding())));
  const lines = githubAnnotations(report({ cases }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^::error title=×3%2C first%3A listThings › a::/);
});

test("a missing response is an annotation", () => {
  const cases = [result("a", failedWithError("GET /things: no response (reset)"))];
  expect(githubAnnotations(report({ cases }))[0]).toMatch(
    /^::error title=listThings › a::GET \/things: no response \(reset\)%0Areproduce: curl/,
  );
});

test("there are at most ten annotations", () => {
  const cases = Array.from({ length: 12 }, (_, index) =>
    result(String(index), failed(finding({ place: `#/${index}` }))),
  );
  expect(githubAnnotations(report({ cases }))).toHaveLength(10);
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

import { expect, test } from "vitest";
import { type Secrets, singleCredential } from "#verify/model/target/target.js";
import { sanitize, sanitizeFinding, sanitizeStack } from "#verify/report/redaction/sanitize.js";
import { finding } from "../../reporters/sample.js";

const KEY = 'Se/cret "key" & <more>';
const SECRETS: Secrets = { credentials: { own: singleCredential(KEY, "KEY") }, headers: {} };

test.each<[title: string, text: string, want: string]>([
  ["line breaks", "one\ntwo\r", "one\\ntwo\\x0d"],
  ["control sequences of a terminal", "\u001b[2J", "\\x1b[2J"],
  ["line separators of Unicode", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
  ["characters that change the direction of a text", "a\u202eb\u2066c", "a\\u202eb\\u2066c"],
  ["halves of surrogate pairs", "a\ud800b", "a\\ud800b"],
  ["commands of GitHub Actions", "::error::forged", "\\x3a:error::forged"],
  ["indented commands of GitHub Actions", "  ::error::forged", "  \\x3a:error::forged"],
  ["commands of GitHub Actions in a line", "a ##[error]forged", "a #\\x23[error]forged"],
  ["commands of Azure Pipelines", "a ##vso[task.setvariable]", "a #\\x23vso[task.setvariable]"],
  ["secrets", `${KEY}\n`, "$KEY\\n"],
])("a sanitized text is one visible line, without %s", (_, text, want) => {
  expect(sanitize(text, SECRETS)).toBe(want);
});

test("a sanitized text is cut after 400 characters, and the whole length is shown", () => {
  expect(sanitize("x".repeat(400), SECRETS)).toBe("x".repeat(400));
  expect(sanitize("x".repeat(401), SECRETS)).toBe(`${"x".repeat(400)}… (401 characters)`);
});

test("a secret is not shown in part where a text is cut", () => {
  expect(sanitize("x".repeat(395) + KEY, SECRETS)).toBe(`${"x".repeat(395)}$KEY`);
});

test("every text of a finding is sanitized", () => {
  const hostile = `${KEY}\n\u001b`;
  const given = { message: hostile, expected: hostile, received: hostile };
  const clean = sanitizeFinding(
    finding({ ...given, place: "#/\u202e", assumes: ["values.\n"], reproduce: "curl '\u001b'" }),
    SECRETS,
  );
  const text = "$KEY\\n\\x1b";
  expect(clean).toEqual(
    finding({
      ...{ message: text, expected: text, received: text },
      ...{ place: "#/\\u202e", assumes: ["values.\\n"], reproduce: "curl '\\x1b'" },
    }),
  );
});

test("a stack keeps its lines, and each is sanitized", () => {
  expect(sanitizeStack(`Error: ${KEY}\u001b\n::error::forged\n    at run`, SECRETS)).toBe(
    "Error: $KEY\\x1b\n\\x3a:error::forged\n    at run",
  );
});

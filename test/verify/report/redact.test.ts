import { describe, expect, test } from "vitest";
import { type Secrets, singleCredential } from "../../../src/verify/model/target.js";
import { redact, sanitize, sanitizeFinding } from "../../../src/verify/report/redact.js";
import { finding } from "../reporters/sample.js";

const KEY = 'Se/cret "key" & <more>';
const SECRETS: Secrets = {
  credentials: { own: singleCredential(KEY, "KEY"), otherTeam: singleCredential(`${KEY}-other`, "OTHER") },
  headers: { "X-Gate": { value: "gate-1234", variable: "GATE" }, "X-Env": "staging" },
};

const json = JSON.stringify(KEY).slice(1, -1);

describe("a secret is replaced by its variable", () => {
  test.each<[encoding: string, text: string]>([
    ["itself", KEY],
    ["in upper case", KEY.toUpperCase()],
    ["in JSON", json],
    ["in JSON with escaped slashes", json.replaceAll("/", "\\/")],
    ["in JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["in a URL", encodeURIComponent(KEY)],
    ["in HTML", KEY.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")],
    ["in Base64", btoa(KEY)],
    ["without its last character", KEY.slice(0, -1)],
    ["without its last two characters", KEY.slice(0, -2)],
    ["without its first character", KEY.slice(1)],
  ])("%s", (_, text) => {
    expect(redact(`before ${text} after`, SECRETS)).toBe("before $KEY after");
  });

  test.each([
    ["a longer secret that begins with another one", `${KEY}-other`, "$OTHER"],
    ["a secret of a header", "gate-1234", "$GATE"],
    ["each occurrence", `${KEY} ${KEY}`, "$KEY $KEY"],
  ])("%s", (_, text, want) => {
    expect(redact(text, SECRETS)).toBe(want);
  });
});

test.each([
  ["a header that is not a secret", "staging"],
  ["a text without a secret", "nothing to hide"],
])("%s is not replaced", (_, text) => {
  expect(redact(text, SECRETS)).toBe(text);
});

test("a key of less than four characters is not replaced, because ordinary words contain it", () => {
  const secrets = { credentials: { own: singleCredential("key", "KEY") }, headers: {} };
  expect(redact("the key of the monkey", secrets)).toBe("the key of the monkey");
});

test.each<[title: string, text: string, want: string]>([
  ["line breaks", "one\ntwo\r", "one\\ntwo\\x0d"],
  ["control sequences of a terminal", "\u001b[2J", "\\x1b[2J"],
  ["line separators of Unicode", "a\u2028b\u2029c", "a\\x2028b\\x2029c"],
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

test("every text of a finding that may come from the server is sanitized", () => {
  const hostile = `${KEY}\n\u001b`;
  const clean = sanitizeFinding(
    finding({ message: hostile, expected: hostile, received: hostile, reproduce: `curl ${KEY}` }),
    SECRETS,
  );
  const text = "$KEY\\n\\x1b";
  expect(clean).toEqual(finding({ message: text, expected: text, received: text, reproduce: "curl $KEY" }));
});

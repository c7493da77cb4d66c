import { describe, expect, test } from "vitest";
import { processorTime } from "#openapi/patterns/within-time.js";
import { type Secrets, singleCredential } from "#verify/model/target/target.js";
import { addSecret, redact } from "#verify/report/redaction/redact.js";
import { shortSecretNotes } from "#verify/report/redaction/short-secrets.js";

const secretsWith = (key: string): Secrets => ({
  credentials: { own: singleCredential(key, "KEY"), otherTeam: singleCredential(`${key}-other`, "OTHER") },
  headers: { "X-Gate": { value: "gate-1234", variable: "GATE" }, "X-Env": "staging" },
});

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");

describe.each([
  'Se/cret~ "key" & <more>',
  'Se/cret~"key"&<more>',
  'Se/cret~"key"+%41&<more>',
  'Se/cret~"key"\\u0041+&<more>',
])("the secret %s is replaced by its variable", (KEY) => {
  const SECRETS = secretsWith(KEY);
  const escapeEach = (write: (code: number) => string) =>
    Array.from(KEY, (character) => write(character.charCodeAt(0))).join("");
  const json = JSON.stringify(KEY).slice(1, -1);

  test.each<[encoding: string, text: string]>([
    ["itself", KEY],
    ["in upper case", KEY.toUpperCase()],
    ["in JSON", json],
    ["in JSON with escaped slashes", json.replaceAll("/", "\\/")],
    ["in JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["in a URL", encodeURIComponent(KEY)],
    ["in HTML", KEY.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")],
    ["in Base64", btoa(KEY)],
    ["in Base64 for a URL", Buffer.from(KEY).toString("base64url")],
    ["in hexadecimal", Buffer.from(KEY).toString("hex")],
    ["in hexadecimal, in upper case", Buffer.from(KEY).toString("hex").toUpperCase()],
    ["in a JSON pointer", KEY.replaceAll("~", "~0").replaceAll("/", "~1")],
    ["in a JSON pointer in JSON", JSON.stringify(KEY.replaceAll("/", "~1")).slice(1, -1)],
    ["with every character percent-encoded", escapeEach((code) => `%${hex(code, 2)}`)],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(KEY))],
    ["in a form", new URLSearchParams({ "": KEY }).toString().slice(1)],
    ["with every character escaped for JSON", escapeEach((code) => `\\u${hex(code, 4)}`)],
    ["with every character as a number in HTML", escapeEach((code) => `&#${code};`)],
    ["with every character as a hexadecimal number in HTML", escapeEach((code) => `&#x${hex(code, 2)};`)],
    ["without its last character", KEY.slice(0, -1)],
    ["without its last two characters", KEY.slice(0, -2)],
    ["without its first character", KEY.slice(1)],
  ])("%s", (_, text) => {
    expect(redact(`before ${text} after`, SECRETS)).toBe("before $KEY after");
  });

  test.each(["Bearer ", "Basic user:", "a", "ab", "abc"])("in the Base64 of %j and the key and more", (before) => {
    for (const after of ["", "x", "xy", "xyz"]) {
      for (const encoding of ["base64", "base64url"] as const) {
        const clean = redact(Buffer.from(before + KEY + after).toString(encoding), SECRETS);
        expect(clean).toContain("$KEY");
        // At most one octet of the key remains beside its neighbors.
        expect(Buffer.from(clean.replace("$KEY", "AAAA"), "base64").toString()).not.toMatch(/ecr|cre|ret|key|mor/);
      }
    }
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
  expect(redact(text, secretsWith("any key"))).toBe(text);
});

test("a key of less than four characters is not replaced, because ordinary words contain it", () => {
  const secrets = { credentials: { own: singleCredential("key", "KEY") }, headers: {} };
  expect(redact("the key of the monkey", secrets)).toBe("the key of the monkey");
});

test("a long text of one character is searched in linear time for keys of that character", () => {
  const secrets: Secrets = { credentials: {}, headers: {} };
  // Each key, with and without its first and last characters, is found at each place of the text.
  for (let length = 10; length < 30; length += 1) addSecret(secrets, { value: "x".repeat(length), variable: "KEY" });
  const begun = processorTime();
  expect(redact(`a ${"x".repeat(100_000)} b`, secrets)).toBe("a $KEY b");
  // When each place was kept, this took 10 seconds.
  expect(processorTime() - begun).toBeLessThan(3000);
});

test.each([
  ["abc", "KEY has 3 characters, so reports may show it. Use a longer one."],
  [
    "1815",
    "KEY has 4 characters. Reports have $KEY wherever they would show this text, also in values of others. A longer one avoids that.",
  ],
  ["s3cret-key", undefined],
  ["", undefined],
])("a secret that is too short has a note: %j", (key, note) => {
  const credentials = { own: singleCredential(key, "KEY") };
  expect(shortSecretNotes({ credentials, headers: {} })).toEqual(note === undefined ? [] : [note]);
});

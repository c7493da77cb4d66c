import { describe, expect, test } from "vitest";
import { sample } from "#test/sample.js";
import { SHELLS, shellOutput } from "#test/shell.js";
import type { SentRequest, ShownPart } from "#verify/model/request/exchange.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import { curl } from "#verify/transport/curl.js";

const URL = "https://api.example.com/things";
const GET: SentRequest = { method: "GET", url: URL, headers: [], body: undefined, secrets: [] };
const SECRETS: SentRequest["secrets"] = [["secret0x5a", "$KEY"]];

test.each<[title: string, request: Partial<SentRequest>, arguments_: string]>([
  ["a GET has only its URL", {}, `'${URL}'`],
  ["another method is named", { method: "DELETE" }, `-X DELETE '${URL}'`],
  ["HEAD has its own option, because curl would wait for a body", { method: "HEAD" }, `--head '${URL}'`],
  ["headers are in single quotes", { headers: [["X-Team", "north"]] }, `'${URL}' -H 'X-Team: north'`],
  ["an empty header is sent", { headers: [["X-Team", ""]] }, `'${URL}' -H 'X-Team;'`],
  [
    "secrets are in double quotes, so that the shell expands the variable",
    { headers: [["Authorization", "Bearer secret0x5a"]], secrets: SECRETS },
    `'${URL}' -H "Authorization: Bearer $KEY"`,
  ],
  [
    "the key of HTTP Basic is the user and password of curl, which encodes them",
    {
      headers: [["Authorization", "Basic c2VjcmV0"]],
      secrets: [...SECRETS, ["c2VjcmV0", `$(printf %s "$KEY" | base64 | tr -d '\\n')`]],
    },
    `'${URL}' -u "$KEY"`,
  ],
  [
    "a changed key of HTTP Basic is encoded by the shell",
    {
      headers: [["Authorization", "Basic c2VjcmV0"]],
      secrets: [["c2VjcmV0", `$(printf %s "$KEY-x" | base64 | tr -d '\\n')`]],
    },
    `'${URL}' -H "Authorization: Basic $(printf %s "$KEY-x" | base64 | tr -d '\\n')"`,
  ],
  [
    "a secret in the URL is the variable, and the URL is in double quotes",
    { url: `${URL}?key=secret0x5a&a=1`, secrets: SECRETS },
    `"${URL}?key=$KEY&a=1"`,
  ],
  [
    "a name after a variable does not continue the variable",
    { headers: [["X-Key", "secret0x5a_1"]], secrets: SECRETS },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    `'${URL}' -H "X-Key: ${"${KEY}"}_1"`,
  ],
  [
    "only the variable is in double quotes if a shell would expand the rest",
    { url: `${URL}/$HOME?key=secret0x5a`, secrets: SECRETS },
    `'${URL}/$HOME?key='"$KEY"`,
  ],
  ["curl does not read brackets as a pattern", { url: `${URL}?a[b]=1` }, `--globoff '${URL}?a[b]=1'`],
  [
    "a body follows its headers",
    { method: "POST", headers: [["Content-Type", "application/json"]], body: '{"a":1}' },
    `-X POST '${URL}' -H 'Content-Type: application/json' --data-raw '{"a":1}'`,
  ],
  [
    "an empty body is sent, and curl adds no media type",
    { method: "POST", body: "" },
    `-X POST '${URL}' -H 'Content-Type:' --data-raw ''`,
  ],
  [
    "a single quote is escaped",
    { headers: [["content-type", "text/plain"]], body: "it's" },
    `'${URL}' -H 'content-type: text/plain' --data-raw 'it'\\''s'`,
  ],
  [
    "the fields of a multipart form are not read as files or as types",
    {
      method: "POST",
      form: [textPart("a", "@/etc/passwd;type=text/html"), textPart("k", "secret0x5a")],
      secrets: SECRETS,
    },
    `-X POST '${URL}' --form-string 'a=@/etc/passwd;type=text/html' --form-string "k=$KEY"`,
  ],
  [
    "an unprintable character of a form is written by printf",
    { form: [textPart("a", "it's\n\u202ex")] },
    `'${URL}' --form-string "$(printf %b 'a=it'\\''s\\0012\\0342\\0200\\0256x')"`,
  ],
])("%s", (_, request, arguments_) => {
  const { method = "GET" } = request;
  const line = curl({ ...GET, ...request });
  expect(line).toBe(`curl -sS -i ${arguments_}`);
  expect(line.includes(" -X ")).toBe(method !== "GET" && method !== "HEAD");
});

test("every text is redacted before it is quoted: a server may have returned the key", () => {
  const request = { ...GET, url: `${URL}/k'y`, headers: [["X-Id", "k'y"]] satisfies [string, string][], body: "k'y\n" };
  const line = curl(request, (text) => text.replaceAll("k'y", "$KEY"));
  expect(line).toBe(
    `printf %b '$KEY\\0012' | curl -sS -i '${URL}/$KEY' -H 'X-Id: $KEY' -H 'Content-Type:' --data-binary @-`,
  );
});

test.each([["secret"], ["0x5a"], ["secret0x5a"], ["cret"]])(
  "a key that is in a placeholder, such as %j, leaves the variable",
  (key) => {
    const request = {
      ...GET,
      headers: [["Authorization", "Bearer secret0x5a"]] satisfies [string, string][],
      secrets: SECRETS,
    };
    const line = curl({ ...request, url: `${URL}/${key}` }, (text) => text.replaceAll(key, "$PASSWORD"));
    expect(line).toContain(`-H "Authorization: Bearer $KEY"`);
  },
);

/** A part that is not a file. */
function textPart(name: string, content: string): ShownPart {
  return { name, content, filename: undefined, type: undefined };
}

/** What curl would receive: its arguments and its standard input. */
function received(shell: (typeof SHELLS)[number], line: string): { words: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *@-) cat;; esac; }\n${line}`;
  const words = shellOutput(shell, script, { KEY: "s3cret", GITHUB_TOKEN: "leaked" }).split("\0");
  return { words: words.slice(0, -1), input: words.at(-1) ?? "" };
}

describe.each(SHELLS)("%s", (shell) => {
  test("reads the fields of a form as they were meant, and expands nothing but the key", () => {
    const form = [textPart("a", "it's `id` $(id)\n$GITHUB_TOKEN \\0101"), textPart("b", "secret0x5a\t$GITHUB_TOKEN")];
    const { words } = received(shell, curl({ ...GET, method: "POST", form, secrets: SECRETS }));
    expect(words.filter((word) => /^[ab]=/.test(word))).toEqual([
      "a=it's `id` $(id)\n$GITHUB_TOKEN \\0101",
      "b=s3cret\t$GITHUB_TOKEN",
    ]);
  });

  const PIECES = [
    ...[
      "$GITHUB_TOKEN",
      "$(id)",
      "`id`",
      "'",
      '"',
      "\\",
      "!",
      "!!",
      "$\u007bKEY}",
      "$KEY",
      "*",
      "~",
      "#",
      "##[error]",
      "; id",
      "&& id",
    ],
    ...[
      "| id",
      ">/tmp/x",
      "\\0101",
      "%s",
      "%25",
      "-o",
      "{a,b}",
      "[1]",
      "é",
      "取",
      "\u{1f600}",
      "a",
      "B",
      "7",
      " ",
      "secret0x5a",
      "@",
    ],
  ];
  const UNPRINTED = [
    "\n",
    "\n::error::forged\n",
    "\t",
    "\r",
    "\u001b[31m",
    "\u0007",
    "\u202e",
    "\u2028",
    "\u0085",
    "\u007f",
  ];

  test("reads lines with text that a server may choose as they were meant, and expands nothing but the key", () => {
    const generator = new GeneratedValues(7);
    const random = () => generator.random();
    const textOf = (pieces: readonly string[]) =>
      Array.from({ length: 1 + Math.floor(random() * 9) }, () => pieces[Math.floor(random() * pieces.length)]).join("");
    const lines = Array.from({ length: 60 }, () => {
      const [path, header, body] = [textOf(PIECES), textOf(PIECES), textOf([...PIECES, ...UNPRINTED])];
      const headers: SentRequest["headers"] = [["X-Any", `a${header}`]];
      return {
        path,
        header,
        body,
        line: curl({ method: "POST", url: `${URL}/${path}`, headers, body, secrets: SECRETS }),
      };
    });
    const withKey = (text: string) => text.replaceAll("secret0x5a", "s3cret");
    for (const { path, header, body, line } of sample(lines, 6)) {
      const { words: all, input } = received(shell, line);
      const words = all.filter((word) => word !== "Content-Type:");
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]|##\[/u);
      expect(words.filter((word) => word !== "--globoff").slice(0, 7), line).toEqual([
        ...["-sS", "-i", "-X", "POST", withKey(`${URL}/${path}`), "-H", withKey(`X-Any: a${header}`)],
      ]);
      expect([words.at(-1), input], line).toContain(withKey(body));
    }
  });
});

test.each(SHELLS)("%s sends the bytes of a file as they are", (shell) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const line = curl({ ...GET, method: "PUT", body: bytes.toString("latin1"), isBytes: true });
  const [command = ""] = line.split(" | curl");
  const hex = shellOutput(shell, `${command} | od -An -v -tx1 | tr -d ' \\n'`);
  expect(hex).toBe(bytes.toString("hex"));
});

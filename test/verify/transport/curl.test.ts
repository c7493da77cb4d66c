import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { SentRequest } from "../../../src/verify/model/exchange.js";
import { curl } from "../../../src/verify/transport/curl.js";

const URL = "https://api.example.com/things";
const GET: SentRequest = { method: "GET", url: URL, headers: [], body: undefined, secretHeaders: [] };

test.each<[title: string, request: Partial<SentRequest>, arguments_: string]>([
  ["a GET has only its URL", {}, `'${URL}'`],
  ["another method is named", { method: "DELETE" }, `-X DELETE '${URL}'`],
  ["headers are in single quotes", { headers: [["X-Team", "north"]] }, `'${URL}' -H 'X-Team: north'`],
  [
    "secrets are in double quotes, so that the shell expands the variable",
    { secretHeaders: [["Authorization", "Bearer $KEY"]] },
    `'${URL}' -H "Authorization: Bearer $KEY"`,
  ],
  [
    "a secret in the URL is the variable, and the URL is in double quotes",
    { url: `${URL}?a=1&key=%24KEY` },
    `"${URL}?a=1&key=$KEY"`,
  ],
  [
    "a body follows its headers",
    { method: "POST", headers: [["Content-Type", "application/json"]], body: '{"a":1}' },
    `-X POST '${URL}' -H 'Content-Type: application/json' --data-raw '{"a":1}'`,
  ],
  ["an empty body is sent", { method: "POST", body: "" }, `-X POST '${URL}' --data-raw ''`],
  ["a single quote is escaped", { body: "it's" }, `'${URL}' --data-raw 'it'\\''s'`],
])("%s", (_, request, arguments_) => {
  const { method = "GET" } = request;
  const line = curl({ ...GET, ...request });
  expect(line).toBe(`curl -sS -i ${arguments_}`);
  expect(line.includes(" -X ")).toBe(method !== "GET");
});

test("a shell reads the line as it was meant, whatever the body is", () => {
  const body = `{"a":"it's \\"$HOME\\" \`id\` $(id) \\\\ !"}\n`;
  const line = curl({ ...GET, method: "POST", body, secretHeaders: [["X-Key", "$KEY"]] });
  const printed = execFileSync("sh", ["-c", line.replace(/^curl/, "printf '%s\\0'")], { env: { KEY: "secret" } });
  expect(printed.toString().split("\0")).toEqual([
    ...["-sS", "-i", "-X", "POST", URL, "-H", "X-Key: secret", "--data-raw", body],
    "",
  ]);
});

import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { safeParse } from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, unwrap } from "#generated/client.js";
import { SuppressionSchema } from "#generated/schemas.js";
import { createMock } from "#index.js";
import { type Mock, startMock } from "#mock/mock.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
});
afterAll(() => mock.close());

/** Runs code of a page. @returns the lines that it prints */
async function printed(code: string, names: Record<string, unknown>): Promise<string[]> {
  const { code: script } = await transform(code.replace("http://127.0.0.1:4010", mock.url), { loader: "ts" });
  const lines: string[] = [];
  const log = (...parts: unknown[]) => lines.push(`${parts.join(" ")}\n`);
  const all = { ...names, console: { log } };
  await Reflect.construct(Function, [...Object.keys(all), `return (async () => {${script}})()`])(...Object.values(all));
  return lines;
}

/** The block of a page that has a text, without its imports. */
async function blockWith(page: string, part: string): Promise<string> {
  const text = await readFile(`docs/${page}.md`, "utf8");
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
  const block = blocks.find((code) => code.includes(part));
  expect(block, `docs/${page}.md has no code with ${part}`).toBeDefined();
  return block?.replaceAll(/^import .*\n/gm, "") ?? "";
}

test.each(["frontend", "client"])("docs/%s.md shows the exact output of its code with the mock", async (page) => {
  const text = await readFile(`docs/${page}.md`, "utf8");
  const [, code = "", output = ""] =
    /^```ts\nimport [^\n]*\n((?:(?!^```).)*?)^```\n\n^```text\n(.*?)^```/ms.exec(text) ?? [];
  const lines = await printed(code, { createClient, unwrap });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("").replaceAll(mock.url, "http://127.0.0.1:4010")).toBe(output);
});

test("the program of docs/frontend.md starts a mock on a free port, and ends it", async () => {
  const [url = ""] = await printed(await blockWith("frontend", "createMock("), { createMock });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  await expect(fetch(url.trim())).rejects.toThrow();
});

test("the schema of docs/client.md reads a valid value, and no other", async () => {
  const code = await blockWith("client", "SuppressionSchema");
  expect(await printed(code, { safeParse, SuppressionSchema, fetch })).toEqual(["no-more-mail@example.org\n"]);
  const invalid = async () => Response.json(null);
  expect(await printed(code, { safeParse, SuppressionSchema, fetch: invalid })).toEqual([]);
});

test("the call of docs/client.md sends its options", async () => {
  const sent: Request[] = [];
  const send = (request: Request) => fetch(sent[sent.push(request) - 1] ?? request);
  const api = createClient({ baseUrl: mock.url, apiKey: "any", fetch: send });
  await printed(await blockWith("client", "AbortController"), { api });
  expect(sent[0]?.url).toBe(`${mock.url}/suppressions?limit=50`);
  expect(sent[0]?.headers.get("x-trace")).toBe("1");
});

test("the mock responds to the requests of docs/frontend.md as the page says", async () => {
  const text = await readFile("docs/frontend.md", "utf8");
  const [bounces = "", invalid = ""] = [...text.matchAll(/^curl 'http:\/\/127\.0\.0\.1:4010(.*?)' -H/gm)].map(
    ([, path = ""]) => path,
  );
  const [, status, message = ""] = /the second (\d+) and `(.*?)`/.exec(text) ?? [];
  const get = (path: string) => fetch(mock.url + path, { headers: { authorization: "Bearer any-key" } });
  const { data }: { data: { origin: string }[] } = await (await get(bounces)).json();
  expect(new Set(data.map(({ origin }) => origin))).toEqual(new Set(["bounce"]));
  const response = await get(invalid);
  expect([String(response.status), await response.text()]).toEqual([status, expect.stringContaining(message)]);
});

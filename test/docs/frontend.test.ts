import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "#generated/client.js";
import { type Mock, startMock } from "#mock/mock.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
});
afterAll(() => mock.close());

test("docs/frontend.md shows the exact output of its code, which reads the pages of the mock", async () => {
  const text = await readFile("docs/frontend.md", "utf8");
  const [, code = "", output = ""] = /^```ts\nimport .*?\n(.*?)^```\n\n^```text\n(.*?)^```/ms.exec(text) ?? [];
  const { code: script } = await transform(code.replace("http://127.0.0.1:4010", mock.url), { loader: "ts" });
  const lines: string[] = [];
  const log = (...parts: string[]) => lines.push(`${parts.join(" ")}\n`);
  await Reflect.construct(Function, ["createClient", "console", `return (async () => {${script}})()`])(createClient, {
    log,
  });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("")).toBe(output);
});

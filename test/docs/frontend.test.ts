import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, unwrap } from "#generated/client.js";
import { type Mock, startMock } from "#mock/mock.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
});
afterAll(() => mock.close());

test.each(["frontend", "client"])("docs/%s.md shows the exact output of its code with the mock", async (page) => {
  const text = await readFile(`docs/${page}.md`, "utf8");
  const [, code = "", output = ""] =
    /^```ts\nimport [^\n]*\n((?:(?!^```).)*?)^```\n\n^```text\n(.*?)^```/ms.exec(text) ?? [];
  const { code: script } = await transform(code.replace("http://127.0.0.1:4010", mock.url), { loader: "ts" });
  const lines: string[] = [];
  const log = (...parts: unknown[]) => lines.push(`${parts.join(" ")}\n`);
  await Reflect.construct(Function, ["createClient", "unwrap", "console", `return (async () => {${script}})()`])(
    createClient,
    unwrap,
    { log },
  );
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("").replaceAll(mock.url, "http://127.0.0.1:4010")).toBe(output);
});

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.js";
import { consumer } from "../package/consumer.js";

const OPTIONS = {
  target: "ES2022",
  module: "nodenext",
  lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: ["node"],
  strict: true,
  // Declarations are tested in test/package.
  skipLibCheck: true,
  noEmit: true,
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rows: 45 });
});
afterAll(() => sandbox.close());

test.each([
  ["tanstack-query", ["@tanstack/query-core"], { pages: 3, ids: 48, same: true, failure: ["ErrorResponse", 404] }],
  ["msw-handlers", ["msw"], { before: 404, same: true, origin: "manual", emails: ["kim@example.com"] }],
  ["server-handlers", ["fastify"], [200, 404, 201, 422]],
])("the recipe %s compiles and runs with the package", async (name, packages, want) => {
  const { folder, node } = await consumer([...packages, "@types/node"], {
    "tsconfig.json": JSON.stringify({ compilerOptions: OPTIONS }),
    "recipe.ts": await readFile(`test/recipes/${name}.ts`, "utf8"),
    "use.ts": await readFile(`test/recipes/fixtures/${name}.ts`, "utf8"),
  });
  expect((await node([resolve("node_modules/typescript/bin/tsc")])).stdout).toBe("");
  await build({
    entryPoints: [join(folder, "use.ts")],
    outfile: join(folder, "use.js"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  const { stdout, stderr } = await node(["use.js", sandbox.url, sandbox.keys.first]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(want);
});

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { exhaustive } from "../sample.js";
import { consumer, toolsConsumer } from "./consumer.js";

const calls = await readFile("test/package/fixtures/calls.ts", "utf8");
const esm = '{ "type": "module" }';
const commonJs = '{ "type": "commonjs" }';

/** Settings of most repos. The declarations of packages are checked too, but not the libraries of the compiler. */
const STRICT = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: [],
  strict: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  noEmit: true,
};
const NODE = { ...STRICT, module: "nodenext", moduleResolution: "nodenext" };
const BUNDLER = { ...STRICT, module: "esnext", moduleResolution: "bundler", exactOptionalPropertyTypes: true };

type Setting = [name: string, options: object, files: Record<string, string>];

/** The kinds of repos that use the package. */
const ESM: Setting = ["Node, ESM and .cts", NODE, { "package.json": esm, "calls.ts": calls, "common.cts": calls }];
const COMMON_JS: Setting = [
  "Node, CommonJS and .mts",
  NODE,
  { "package.json": commonJs, "calls.ts": calls, "module.mts": calls },
];
const BUNDLED: Setting = ["a bundler", BUNDLER, { "package.json": esm, "calls.ts": calls }];

/** A .cts file resolves as a .ts file of a CommonJS package does, so the slow compilers skip the second of them. */
const COMPILERS = [
  { version: "5.9", name: "typescript", settings: [ESM, BUNDLED] },
  { version: "6", name: "typescript6", settings: [ESM, BUNDLED] },
  { version: "7", name: "typescript7", settings: [ESM, COMMON_JS, BUNDLED] },
];

/** A quick run has the last one only, which takes a tenth of the time. */
for (const { version, name, settings } of exhaustive ? COMPILERS : COMPILERS.slice(-1)) {
  test(`the package ${name} is TypeScript ${version}`, async () => {
    expect(JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8")).version).toMatch(
      new RegExp(`^${version.replace(".", "\\.")}\\.`),
    );
  });

  test.concurrent.for(settings)(
    `TypeScript ${version} accepts correct calls and rejects wrong ones, for %s`,
    async ([, options, files], { expect }) => {
      const { node } = await consumer([], {
        ...files,
        "tsconfig.json": JSON.stringify({ compilerOptions: options }),
      });
      const { stdout, code } = await node([resolve(`node_modules/${name}/bin/tsc`)]);
      expect({ stdout, code }).toEqual({ stdout: "", code: 0 });
    },
  );
}

const QUERIES = `import { QueryClient, skipToken } from "@tanstack/query-core";
import { createClient } from "team-api";
import { queriesOf } from "team-api/tanstack-query";

const queries = queriesOf(createClient({ baseUrl: "/api", apiKey: "any-key" }));
const optionsOf = (suppression?: string) =>
  queries.retrieveSuppression.query(suppression ? { path: { suppression } } : skipToken);
const client = new QueryClient();
export const email: string | undefined = client.getQueryData(optionsOf("a").queryKey)?.email;
export const fetched: Promise<{ email: string }> = client.fetchQuery(queries.retrieveSuppression.query({ path: { suppression: "a" } }));
export const token: typeof skipToken | Function = optionsOf().queryFn;
`;

test("ESM and CommonJS, each with its declarations of TanStack Query, get the same types of queries", async () => {
  const { node } = await consumer(["@tanstack/query-core"], {
    "tsconfig.json": JSON.stringify({ compilerOptions: NODE }),
    "package.json": commonJs,
    "queries.ts": QUERIES,
    "module.mts": QUERIES,
  });
  expect(await node([resolve("node_modules/typescript7/bin/tsc")])).toMatchObject({ stdout: "", code: 0 });
});

/** The example of a page that has a text, as it is written there. */
async function exampleOf(page: string, text: string): Promise<string> {
  const examples = [...(await readFile(page, "utf8")).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
    ([, code = ""]) => code,
  );
  return examples.find((code) => code.includes(text)) ?? "";
}

const MSW = ["msw", "ajv", "ajv-formats", "@types/node"];
const IN_NODE = { ...NODE, target: "es2023", lib: ["es2023"], types: ["node"], skipLibCheck: true };

test.each([
  ["CommonJS", commonJs, "typescript"],
  ["CommonJS", commonJs, "typescript7"],
  ["ESM", esm, "typescript"],
  ["ESM", esm, "typescript7"],
])("the handlers of docs/client.md compile in a package of %s, %s, by %s, in both kinds of files", async (...row) => {
  const [, manifest, compiler] = row;
  const example = await exampleOf("docs/client.md", 'from "team-api/msw"');
  expect(example).toContain("server.use");
  const { node } = await consumer(MSW, {
    ...{ "package.json": manifest, "tsconfig.json": JSON.stringify({ compilerOptions: IN_NODE }) },
    ...{ "uses.ts": example, "uses.cts": example, "uses.mts": example },
  });
  const { stdout, code } = await node([resolve(`node_modules/${compiler}/bin/tsc`)]);
  expect({ stdout, code }).toEqual({ stdout: "", code: 0 });
});

test("the handlers respond to code that requires them, as they do to code that imports them", async () => {
  const rest = `server.listen({ onUnhandledRequest: "error" });
const get = (path) => fetch("https://api.example.com" + path, { headers: { authorization: "Bearer any-key" } });
Promise.all(["/suppressions/x", "/suppressions/no-more-mail%40example.org"].map(get)).then((responses) => {
  console.log(...responses.map(({ status }) => status));
  server.close();
});
`;
  const example = (await exampleOf("docs/client.md", 'from "team-api/msw"')) + rest;
  const required = example.replaceAll(/^import (\{.*\}) from (".*");$/gm, "const $1 = require($2);");
  const { node } = await consumer(MSW, { "uses.cjs": required, "uses.mjs": example });
  for (const file of ["uses.cjs", "uses.mjs"]) {
    expect(await node([file])).toMatchObject({ stdout: "404 200\n", code: 0 });
  }
});

test("the types need no other package", async () => {
  const { node } = await consumer([], {
    "tsconfig.json": JSON.stringify({ compilerOptions: NODE }),
    "uses.ts":
      'import type { Suppression } from "team-api/types";\nexport const email = (of: Suppression) => of.email;\n',
    "run.js": 'console.log(Object.keys(await import("team-api/types")).length);',
  });
  expect(await node([resolve("node_modules/typescript7/bin/tsc")])).toMatchObject({ stdout: "", code: 0 });
  expect(await node(["run.js"])).toMatchObject({ stdout: "0\n", code: 0 });
});

test("the types of the client need no DOM if the types of Node are installed", async () => {
  const { node } = await consumer(["@types/node"], {
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...NODE, lib: ["ES2022"], types: ["node"] } }),
    "calls.ts": calls,
  });
  expect(await node([resolve("node_modules/typescript7/bin/tsc")])).toMatchObject({ stdout: "", code: 0 });
});

test("the types of the tools need the types of Node, and of Vitest for its entry, and no other package", async () => {
  const { node } = await toolsConsumer(
    {
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...NODE, lib: ["ES2023"], types: ["node"] } }),
      "uses.ts": `import { createMock, createSandbox, type Provision, type Reporter, verify } from "team-api-tools";
import { contractTests } from "team-api-tools/vitest";
export const provision: Provision = { isTokenValid: async (token: string) => token === "a" };
export const reporter: Reporter = { id: "ids", fileName: "ids.txt", render: ({ cases }) => String(cases.length) };
export const all = [createMock, createSandbox, verify, contractTests];
`,
    },
    ["@types/node", "vitest"],
  );
  expect(await node([resolve("node_modules/typescript7/bin/tsc")])).toMatchObject({ stdout: "", code: 0 });
});

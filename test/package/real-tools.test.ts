import type { ChildProcess } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateCommand } from "#scripts/generate/command.js";
import { Cleanup } from "#test/products/cleanup.js";
import { type NpmPackage, npmFolder } from "#test/products/npm-folder.js";
import { removeFolder } from "#test/products/remove-folder.js";
import { stopProcess } from "#test/products/stop-process.js";
import { ended, startNode } from "../command-line.js";
import { runHere } from "../run-here.js";
import { serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { consumer, type ToolsConsumer, toolsConsumer } from "./consumer.js";
import { lineOf } from "./page-lines.js";

// The programs that users run on our output, by the lines of the docs. They are too large for dependencies of this repo, so
// `npm run test:tools` installs them in a folder of the user, once.

/** Installing takes a minute for each. */
const TIMEOUT = 600_000;

const NEWMAN = { name: "newman", version: "6.2.2" };
const BRUNO = { name: "@usebruno/cli", version: "4.1.0" };
const NEXT = { name: "next", version: "16.4.6" };
const ORVAL = { name: "orval", version: "7.13.2" };

/** The packages of TanStack Query, and how each one is given options. */
const FRAMEWORKS: (NpmPackage & { use: string; options: string; value: string })[] = [
  { name: "@tanstack/react-query", version: "5.108.4", use: "use", options: "", value: "" },
  {
    ...{ name: "@tanstack/vue-query", version: "5.104.0", beside: ["vue@3.5.45"] },
    ...{ use: "use", options: "", value: ".value" },
  },
  { name: "@tanstack/svelte-query", version: "6.3.6", use: "create", options: "() => ", value: "" },
  { name: "@tanstack/solid-query", version: "5.104.5", use: "use", options: "() => ", value: "" },
];

const cleanup = new Cleanup();
let repo: ToolsConsumer;
let mock: string;
beforeAll(async () => {
  repo = await toolsConsumer();
  mock = await repo.serve(["mock", "--port", "0", "--quiet"]);
});
afterAll(() => cleanup.run());

/** The folder of an installed program. */
const installed = (program: NpmPackage) => npmFolder(cleanup, program);

test.for([
  { program: NEWMAN, bin: "newman/bin/newman.js", name: "newman" as const, format: "postman", folder: "." },
  { program: BRUNO, bin: "@usebruno/cli/bin/bru.js", name: "bru" as const, format: "bruno", folder: "collection" },
])(
  "$name passes with the exported collection and the mock, and fails with a wrong server",
  { timeout: TIMEOUT },
  async ({ program, bin, name, format, folder }) => {
    const modules = join(await installed(program), "node_modules");
    expect(await repo.teamApi(["export", "--format", format])).toMatchObject({ code: 0 });
    const words = (await lineOf(name)) ?? [];
    const run = (url: string) => {
      const args = words.map((word) => word.replace("http://127.0.0.1:4010", url));
      return ended(startNode([join(modules, bin), ...args], {}, join(repo.folder, folder)));
    };
    const { code, stdout } = await run(mock);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    const wrong = await serve((_, response) => response.writeHead(500).end());
    expect((await run(wrong.url)).code).not.toBe(0);
    await wrong.close();
  },
);

test("orval makes a client that compiles from the document without ranges", { timeout: TIMEOUT }, async () => {
  const modules = join(await installed(ORVAL), "node_modules");
  const folder = await temporaryFolder("orval");
  expect(await runHere(generateCommand, ["--concrete-statuses", "--out", folder])).toMatchObject({ code: 0 });
  const args = ((await lineOf("orval")) ?? []).map((word) => word.replace(/^\.\.\/web\/api/, folder));
  expect(await ended(startNode([join(modules, "orval/dist/bin/orval.js"), ...args], {}, folder))).toMatchObject({
    code: 0,
  });
  const settings = ["--strict", "--noEmit", "--types", "", "--target", "es2022", "--lib", "es2022,dom"];
  const tsc = [
    resolve("node_modules/typescript7/bin/tsc"),
    ...settings,
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
  ];
  const compiled = await ended(startNode([...tsc, "client.ts"], {}, folder));
  expect(compiled).toEqual({ code: 0, stdout: "", stderr: "" });
});

/** The client component of a page: it reads all pages of the mock. */
const EMAILS = `"use client";
import { createClient } from "team-api";
import { useEffect } from "react";
export default function Emails({ url }) {
  useEffect(() => {
    const read = async () => {
      const emails = [];
      const api = createClient({ baseUrl: url, apiKey: "any-key" });
      for await (const { email } of api.listSuppressions.items({ query: { limit: 1 } })) emails.push(email);
      document.title = emails.join();
    };
    read();
  }, [url]);
}
`;

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

test("Next builds the page of docs/client.md, and it runs in a browser", { timeout: TIMEOUT }, async () => {
  const next = await installed(NEXT);
  const app = await appIn(next);
  const program = [join(next, "node_modules/next/dist/bin/next")];
  const env = { TEAM_API_URL: mock, TEAM_API_KEY: "any-key", NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const built = await ended(startNode([...program, "build"], env, app));
  expect(built, built.stdout + built.stderr).toMatchObject({ code: 0 });
  expect(await readFile(join(app, ".next/server/app/index.html"), "utf8")).toContain("left-the-company@example.com");
  if (!CHROMIUM) return;
  const server = startNode([...program, "start", "--hostname", "127.0.0.1", "--port", "0"], env, app);
  cleanup.add(() => stopProcess(server));
  const browser = await startBrowser(CHROMIUM);
  try {
    await browser.show(await addressOf(server), { width: 800 });
    await expect
      .poll(() => browser.evaluate<string>("document.title"))
      .toBe("jo+news@example.net,no-more-mail@example.org,left-the-company@example.com");
  } finally {
    await browser.close();
  }
});

/** An app with the packed client, in the folder of Next: its bundler reads no file outside of the root. */
async function appIn(next: string): Promise<string> {
  const text = await readFile("docs/client.md", "utf8");
  const blocks = [...text.matchAll(/^```tsx\n(.*?)^```/gms)].map(([, code = ""]) => code);
  const page = blocks.find((code) => code.includes("export default async function Page")) ?? "";
  const { folder } = await consumer([]);
  const app = await mkdtemp(join(next, "app-"));
  cleanup.add(() => removeFolder(app));
  await cp(join(folder, "node_modules"), join(app, "node_modules"), { recursive: true, dereference: true });
  const files = {
    "package.json": '{ "private": true }',
    "app/layout.jsx": LAYOUT,
    "app/emails.jsx": EMAILS,
    "app/page.jsx": `import Emails from "./emails";\n${page}`.replace("<ul>", `<Emails url="${mock}" /><ul>`),
  };
  await mkdir(join(app, "app"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(app, name), text);
  return app;
}

/** The address that a server prints. */
async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error("The server has no output.");
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\/\/127[\d.]+:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error("The server ended before it listened.");
}

test.for(FRAMEWORKS)(
  "the options for TanStack Query compile strictly with $name",
  { timeout: TIMEOUT },
  async ({ use, options, value, ...program }) => {
    const folder = await mkdtemp(join(await installed(program), "app-"));
    cleanup.add(() => removeFolder(folder));
    const code = `import { ${use}InfiniteQuery, ${use}Mutation, ${use}Query, useQueryClient } from "${program.name}";
import { createClient } from ${JSON.stringify(resolve("generated/client.js"))};
import { queriesOf } from ${JSON.stringify(resolve("src/tanstack-query/index.js"))};
const queries = queriesOf(createClient({ baseUrl: "" }));
const client = useQueryClient();
const one = ${use}Query(${options}queries.retrieveSuppression.query({ path: { suppression: "a" } }));
const list = ${use}InfiniteQuery(${options}queries.listSuppressions.infiniteQuery({ query: { origin: "bounce" } }));
const onSuccess = () => client.invalidateQueries({ queryKey: queries.listSuppressions.key() });
${use}Mutation(${options}({ ...queries.addSuppression.mutation(), onSuccess })).mutate({ body: { email: "kim@example.com" } });
export const emails: (string | undefined)[] = [one.data${value}?.email, list.data${value}?.pages[0]?.data[0]?.email];
export const reason: "TimeoutFailure" | undefined = one.error${value}?.name === "TimeoutFailure" ? "TimeoutFailure" : undefined;
// @ts-expect-error the data has no such field
export const wrong = one.data${value}?.mail;
`;
    await writeFile(join(folder, "use.ts"), code);
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
    };
    const compilerOptions = {
      ...strict,
      target: "ES2023",
      module: "ESNext",
      moduleResolution: "bundler",
      typeRoots: [resolve("node_modules/@types")],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const run = await ended(startNode([resolve("node_modules/typescript7/bin/tsc"), "-p", folder]));
    expect(run).toMatchObject({ code: 0, stdout: "" });
  },
);

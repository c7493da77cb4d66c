import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientCommand } from "#client-package/command.js";
import { clientReadme } from "#client-package/readme.js";
import { type ClientPackage, writeClientPackage } from "#client-package/write-package.js";
import { asObject } from "#openapi/document/document.js";
import { runHere } from "../run-here.js";
import { temporaryFolder } from "../temporary.js";

// `test/package/other-client.test.ts` runs the packed command, and uses what it writes.

/** A package with one module, on a runtime with one module. */
const packageOf = (out: string, title: string): ClientPackage => ({
  facts: { name: "@acme/things", version: "1.0.0", description: title },
  document: { openapi: "3.1.1", info: { title, version: "1.0.0" }, paths: {} },
  code: new Map([["client.ts", `export const title: string = ${JSON.stringify(title)};\n`]]),
  out,
  runtime: {
    needs: { engines: {}, dependencies: {}, optionalPeers: [] },
    notice: "",
    files: { "dist/runtime.js": "" },
  },
});

test("a package is replaced by the next one of its name, and files of its owner stay", async () => {
  const out = join(await temporaryFolder("replaced"), "things");
  await writeClientPackage(packageOf(out, "Things"));
  await writeFile(join(out, "dist/stale.js"), "");
  await writeFile(join(out, "CHANGELOG.md"), "Ours");
  await writeClientPackage(packageOf(out, "Lending Library"));
  expect(await readFile(join(out, "README.md"), "utf8")).toContain("Lending Library");
  expect(await readFile(join(out, "dist/generated/client.js"), "utf8")).toContain("Lending Library");
  expect(await readdir(join(out, "dist"))).toEqual(["generated", "runtime.js"]);
  expect(await readFile(join(out, "CHANGELOG.md"), "utf8")).toBe("Ours");
});

test("the README installs the package by its path, and never by its name, which anybody can register", async () => {
  const out = join(await temporaryFolder("readme"), "things");
  await writeClientPackage(packageOf(out, "Things"));
  const readme = await readFile(join(out, "README.md"), "utf8");
  const installed = [...readme.matchAll(/(?:npm install|npx) (?:-D )?([^\n`]+)/g)].map(([, what]) => what);
  expect(installed).toEqual(["./things", "msw ajv ajv-formats", "valibot"]);
  expect(clientReadme({ openapi: "3.1.1", paths: {} }, "@acme/things", "packages/things")).toContain(
    "npm install ./packages/things\n",
  );
});

test("the client of the README has a key if any operation needs one, also if the shown one is public", () => {
  const responses = { 200: { description: "Done." } };
  const readme = (write: object) =>
    clientReadme(
      {
        openapi: "3.1.1",
        components: { securitySchemes: { Bearer: { type: "http", scheme: "bearer" } } },
        paths: { "/books": { get: { operationId: "listBooks", responses }, post: { responses, ...write } } },
      },
      "@acme/things",
      "things",
    );
  const keyed = readme({ operationId: "addBook", security: [{ Bearer: [] }] });
  expect(keyed).toContain("await api.listBooks()");
  expect(keyed).toContain('  apiKey: () => process.env.ACME_THINGS_KEY ?? "",\n');
  expect(readme({ operationId: "addBook" })).not.toContain("apiKey:");
});

test("the client of the README says that the key of HTTP Basic is user:password", () => {
  const security = [{ Basic: [] }];
  const document = {
    openapi: "3.1.1",
    components: { securitySchemes: { Basic: { type: "http", scheme: "basic" } } },
    paths: { "/me": { get: { operationId: "me", security, responses: { 200: { description: "Done." } } } } },
  };
  expect(clientReadme(document, "things", "things")).toContain(
    '  apiKey: () => process.env.THINGS_KEY ?? "", // user:password\n',
  );
});

test.each<[title: string, paths: object, call: string | undefined]>([
  ["a GET before a DELETE", { "/me": { delete: { operationId: "deleteMe" }, get: { operationId: "me" } } }, "me()"],
  [
    "a GET of a later path",
    { "/out": { post: { operationId: "out" } }, "/me": { get: { operationId: "me" } } },
    "me()",
  ],
  ["nothing that may change data", { "/me": { delete: { operationId: "deleteMe" } } }, undefined],
])("the sample of the README calls %s", (_, paths, call) => {
  const responses = { 200: { description: "Done." } };
  const described = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(asObject(item)).map(([method, facts]) => [method, { responses, ...asObject(facts) }]),
    ),
  ]);
  const readme = clientReadme({ openapi: "3.1.1", paths: Object.fromEntries(described) }, "@acme/things", "things");
  expect(/await api\.(.*);/.exec(readme)?.[1]).toBe(call);
});

test.each<[string, Record<string, string>]>([
  ["other files", { "mine.txt": "mine" }],
  ["a package of another name", { "package.json": '{ "name": "@acme/thing" }' }],
  ["a package.json that is not JSON", { "package.json": "{" }],
])("nothing is written to a folder with %s", async (_, files) => {
  const out = await temporaryFolder("others");
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  await expect(writeClientPackage(packageOf(out, "Things"))).rejects.toThrow(
    `${out} has files, and is not the package @acme/things. Nothing was written. Name an empty folder: --out DIR`,
  );
  expect(await readdir(out)).toEqual(Object.keys(files));
  for (const [name, text] of Object.entries(files)) expect(await readFile(join(out, name), "utf8")).toBe(text);
});

test("a package without sources has no maps, and comments in the declarations alone", async () => {
  const out = join(await temporaryFolder("small"), "things");
  const code =
    '/** A title. */\nexport const title: string = /* @__PURE__ */ String("/** kept */");\nexport interface Thing {\n    /** Its id. */\n    id: string;\n}\n';
  await writeClientPackage({ ...packageOf(out, "Things"), code: new Map([["client.ts", code]]) });
  const folder = join(out, "dist/generated");
  expect((await readdir(folder)).toSorted()).toEqual(["client.d.ts", "client.js"]);
  const script = 'export const title = /* @__PURE__ */ String("/** kept */");\n';
  expect(await readFile(join(folder, "client.js"), "utf8")).toBe(script);
  const types =
    "/** A title. */\nexport declare const title: string;\nexport interface Thing {\n\t/** Its id. */\n\tid: string;\n}\n";
  expect(await readFile(join(folder, "client.d.ts"), "utf8")).toBe(types);
});

const MISTAKES: [name: string, options: string[], message: string][] = [
  [
    "a name that npm refuses",
    ["--name", "Acme API", "--out", "packages/a"],
    "--name Acme API is not a name of a package.",
  ],
  ["no name", ["--out", "packages/a"], "Name the package: --name acme-api"],
  ["no folder", ["--name", "acme"], "Name the folder of the package: --out"],
  ["a version of another kind", ["--name", "a", "--out", "b", "--package-version", "v1"], "Write it like 1.2.0."],
];

test.each(MISTAKES)("%s is an error that says what to do, and nothing is written", async (_, options, message) => {
  const folder = await temporaryFolder("mistake");
  await mkdir(join(folder, "packages"));
  const { code, stderr } = await runHere(clientCommand, ["--spec", "api.yaml", ...options], folder);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(await readdir(folder, { recursive: true })).toEqual(["packages"]);
});

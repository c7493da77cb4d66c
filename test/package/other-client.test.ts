import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exhaustive } from "../sample.js";
import { json, serve, type TestServer } from "../server.js";
import { type ToolsConsumer, toolsConsumer } from "./consumer.js";

// `team-api client` of the packed commands, in a folder that has nothing else: no clone, no compiler, no registry.

/** The settings of a strict repo. The declarations of the packages are checked too. */
const SETTINGS = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    module: "nodenext",
    moduleResolution: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
  },
};

/** What the declarations of the entries need. */
const PEERS = ["openapi-fetch", "@tanstack/query-core", "msw", "ajv", "ajv-formats", "valibot", "@types/node"];

const USES = `
import { createClient } from "@acme/parcels";
import type { Parcel } from "@acme/parcels/types";
import { handlers } from "@acme/parcels/msw";
import { queriesOf } from "@acme/parcels/tanstack-query";

const api = createClient({ baseUrl: process.argv[2] ?? "", apiKey: { DeskKey: "key" }, validate: true });
const labels: string[] = [];
for await (const parcel of api.listParcels.items({ header: { "X-Desk": "north" } })) labels.push(parcel.label);
const fetched = await api.fetchParcel({ path: { id: 7 } });
const shown: Parcel | string | undefined = fetched.ok ? fetched.data : undefined;
console.log(JSON.stringify([labels, shown, fetched.failure?.name, handlers().length, queriesOf(api).listParcels.key()]));

export async function neverCalled() {
  // @ts-expect-error the header X-Desk is required
  await api.listParcels({ query: {} });
  // @ts-expect-error the parameter is a number
  await api.fetchParcel({ path: { id: "7" } });
}
`;

let repo: ToolsConsumer;
let server: TestServer;
beforeAll(async () => {
  repo = await toolsConsumer({ "tsconfig.json": JSON.stringify(SETTINGS) }, PEERS);
  server = await serve(({ url }, response) => {
    const parcel = { id: 1, label: "glass", note: null, box: [1, 1], state: "new" };
    if (url.startsWith("/parcels?") || url === "/parcels") {
      json(response, 200, { page: { next: null, parcels: [parcel] } }, { "x-total": "1" });
    } else json(response, 200, { id: "seven" });
  });
});
afterAll(() => server.close());

/** Writes a package, and installs it as npm does from a folder. */
async function written(file: string, name: string): Promise<string> {
  await cp(join("test/documents", file), join(repo.folder, file));
  const out = `packages/${name}`;
  const run = await repo.teamApi(["client", "--spec", file, "--name", `@acme/${name}`, "--out", out]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(`Wrote @acme/${name} `) });
  await mkdir(join(repo.folder, "node_modules/@acme"), { recursive: true });
  const link = join(repo.folder, "node_modules/@acme", name);
  await rm(link, { force: true });
  await symlink(join(repo.folder, out), link);
  return join(repo.folder, out);
}

const compile = () => repo.node([resolve("node_modules/typescript7/bin/tsc")]);

test("a package of another document compiles strictly, calls its server, validates, and has every entry", async () => {
  const folder = await written("parcels.yaml", "parcels");
  await writeFile(join(repo.folder, "uses.ts"), USES);
  expect(await compile()).toEqual({ code: 0, stdout: "", stderr: "" });

  await writeFile(
    join(repo.folder, "uses.mjs"),
    USES.replace(/^import type.*$/m, "").replace(/: (string\[\]|Parcel.*?) =/g, " ="),
  );
  const { stdout, stderr } = await repo.node(["uses.mjs", server.url]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([["glass"], null, "InvalidResponse", 4, expect.anything()]);

  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ version: "2.0.0", description: expect.stringContaining("Parcel Desk") });
  expect(manifest.license).toBeUndefined();
  expect(await readFile(join(folder, "NOTICES.md"), "utf8")).toContain("MIT License");
  await rm(join(repo.folder, "uses.ts"));
});

/** A document with moments, in both directions. */
const EVENT = { type: "object", required: ["at"], properties: { at: { type: "string", format: "date-time" } } };
const EVENTS = {
  openapi: "3.1.1",
  info: { title: "Events", version: "1.0" },
  paths: {
    "/events": {
      post: {
        operationId: "addEvent",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
        },
        responses: {
          200: { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } } },
        },
      },
    },
  },
  components: { schemas: { Event: EVENT } },
};

const USES_DATES = `
import { createClient, unwrap } from "@acme/events";
import { EventSchema } from "@acme/events/schemas";
import { parse } from "valibot";

const api = createClient({ baseUrl: process.argv[2] ?? "" });
const sent = new Date(Date.UTC(2024, 0, 2, 3, 4, 5));
const event = unwrap(await api.addEvent({ body: { at: sent } }));
const year: number = event.at.getUTCFullYear();
const parsed: Date = parse(EventSchema, { at: "2020-01-01T00:00:00Z" }).at;
const standard = await EventSchema["~standard"].validate({ at: "never" });
console.log(JSON.stringify([year, parsed.getTime(), standard.issues?.length]));
`;

test("with --dates, the client sends and returns a Date, and so does the schema of each component", async () => {
  await writeFile(join(repo.folder, "events.json"), JSON.stringify(EVENTS));
  const out = "packages/events";
  const options = ["--name", "@acme/events", "--out", out, "--dates", "Date"];
  const { code, stdout } = await repo.teamApi(["client", "--spec", "events.json", ...options]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("Wrote @acme/events 0.0.0 with 1 operation to"),
  });
  await mkdir(join(repo.folder, "node_modules/@acme"), { recursive: true });
  await symlink(join(repo.folder, out), join(repo.folder, "node_modules/@acme/events"));
  await writeFile(join(repo.folder, "dates.ts"), USES_DATES);
  expect(await compile()).toEqual({ code: 0, stdout: "", stderr: "" });
  await rm(join(repo.folder, "dates.ts"));
  await writeFile(join(repo.folder, "dates.mjs"), USES_DATES.replace(/: (number|Date) =/g, " ="));
  const events = await serve(({ body }, response) => json(response, 200, JSON.parse(body)));
  const run = await repo.node(["dates.mjs", events.url]);
  await events.close();
  expect(run).toMatchObject({ code: 0, stdout: `${JSON.stringify([2024, Date.UTC(2020, 0, 1), 1])}\n`, stderr: "" });
  expect(events.seen[0]?.body).toBe('{"at":"2024-01-02T03:04:05.000Z"}');
});

test("a package is replaced by the next one of its name, and files of its owner stay", async () => {
  const folder = await written("accounts.yaml", "replaced");
  await writeFile(join(folder, "dist/stale.js"), "");
  await writeFile(join(folder, "CHANGELOG.md"), "Ours");
  await written("library.yaml", "replaced");
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain("Lending Library");
  expect(await readdir(join(folder, "dist"))).not.toContain("stale.js");
  expect(await readFile(join(folder, "CHANGELOG.md"), "utf8")).toBe("Ours");
});

test("the sample and every entry of a package compile, for documents of several kinds", async () => {
  const names = exhaustive ? ["library", "accounts", "members", "telemetry", "streams", "pets"] : ["library"];
  const uses = await Promise.all(
    names.map(async (name) => {
      const folder = await written(`${name}.yaml`, name);
      const text = await readFile(join(folder, "README.md"), "utf8");
      const samples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code).join("\n");
      expect(samples).toContain("createClient(");
      const entries = ["", "/types", "/validation", "/schemas", "/tanstack-query", "/msw"].map((entry, index) => {
        return `import * as entry${index} from "@acme/${name}${entry}";\nexport type Entry${index} = typeof entry${index};`;
      });
      const file = join(repo.folder, `sample-${name}.ts`);
      await writeFile(file, `${samples}\n${entries.join("\n")}\n`);
      return file;
    }),
  );
  expect(await compile()).toEqual({ code: 0, stdout: "", stderr: "" });
  for (const file of uses) await rm(file);
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
  [
    "a folder with other files",
    ["--name", "acme", "--out", "others"],
    "others has files, and is not the package acme.",
  ],
];

// Each starts a process.
test.each(exhaustive ? MISTAKES : MISTAKES.slice(-1))(
  "%s is an error that says what to do, and nothing is written",
  async (_, options, message) => {
    await mkdir(join(repo.folder, "others"), { recursive: true });
    await writeFile(join(repo.folder, "others/mine.txt"), "mine");
    await cp("test/documents/library.yaml", join(repo.folder, "library.yaml"));
    const { code, stderr } = await repo.teamApi(["client", "--spec", "library.yaml", ...options]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(await readdir(join(repo.folder, "others"))).toEqual(["mine.txt"]);
  },
);

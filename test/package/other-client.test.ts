import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../command-line.js";
import { exhaustive } from "../sample.js";
import { json, serve, type TestServer } from "../server.js";
import { type ToolsConsumer, toolsConsumer } from "./consumer.js";

// `team-api client` of the packed commands, in a folder that has nothing else: no clone, no compiler, no registry. Both packages
// are compiled at once. `test/client-package/` tests the rest of the command without a process.

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
const PEERS = ["@tanstack/query-core", "msw", "openapi-fetch", "ajv", "ajv-formats", "valibot", "@types/node"];

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

/** The documents whose samples and entries are compiled too. */
const MORE = exhaustive ? ["library", "accounts", "members", "telemetry", "streams", "pets"] : [];

let repo: ToolsConsumer;
let server: TestServer;
/** The messages of the command that wrote `parcels`. */
let parcels: Run;
beforeAll(async () => {
  const files = {
    "tsconfig.json": JSON.stringify(SETTINGS),
    "events.json": JSON.stringify(EVENTS),
    "uses.ts": USES,
    "uses.mjs": USES.replace(/^import type.*$/m, "").replace(/: (string\[\]|Parcel.*?) =/g, " ="),
    "dates.ts": USES_DATES,
    "dates.mjs": USES_DATES.replace(/: (number|Date) =/g, " ="),
  };
  repo = await toolsConsumer(files, PEERS);
  for (const name of ["parcels", ...MORE]) await cp(`test/documents/${name}.yaml`, join(repo.folder, `${name}.yaml`));
  const docs = await readFile("docs/client-package.md", "utf8");
  const [plain, dates] = [...docs.matchAll(/^npx --no -- team-api (client .*)$/gm)].map(([, line = ""]) => line);
  [parcels] = await Promise.all([
    repo.teamApi(wordsFor("parcels.yaml", plain)),
    repo.teamApi(wordsFor("events.json", dates)),
    ...MORE.map((name) => repo.teamApi(wordsFor(`${name}.yaml`, plain))),
  ]);
  for (const name of ["parcels", "events", ...MORE]) await install(name);
  server = await serve(({ url }, response) => {
    const parcel = { id: 1, label: "glass", note: null, box: [1, 1], state: "new" };
    if (url.startsWith("/parcels?") || url === "/parcels") {
      json(response, 200, { page: { next: null, parcels: [parcel] } }, { "x-total": "1" });
    } else json(response, 200, { id: "seven" });
  });
});
afterAll(() => server.close());

/** The words of a command of docs/client-package.md, for another document, after which the package is named. */
function wordsFor(file: string, line = ""): string[] {
  const { name } = parse(file);
  const changes = { "openapi.yaml": file, "acme-api": `@acme/${name}`, "packages/acme-api": `packages/${name}` };
  return line.split(" ").map((word) => new Map(Object.entries(changes)).get(word) ?? word);
}

/** Installs a package as npm does from a folder, and writes a module with the samples of its README, and with each entry. */
async function install(name: string): Promise<void> {
  const link = join(repo.folder, "node_modules/@acme", name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(repo.folder, "packages", name), link);
  const text = await readFile(join(link, "README.md"), "utf8");
  const samples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code).join("\n");
  expect(samples).toContain("createClient(");
  const entries = ["", "/types", "/validation", "/schemas", "/tanstack-query", "/openapi-fetch", "/msw"].map(
    (entry, index) => {
      return `import * as entry${index} from "@acme/${name}${entry}";\nexport type Entry${index} = typeof entry${index};`;
    },
  );
  await writeFile(join(repo.folder, `sample-${name}.ts`), `${samples}\n${entries.join("\n")}\n`);
}

test("code against a package, the samples of its README, and every entry compile strictly", async () => {
  expect(await repo.node([resolve("node_modules/typescript7/bin/tsc")])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a package of another document calls its server, validates, and has every entry", async () => {
  expect(parcels).toMatchObject({ code: 0, stdout: expect.stringContaining("Wrote @acme/parcels ") });
  const { stdout, stderr } = await repo.node(["uses.mjs", server.url]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([["glass"], null, "InvalidResponse", 4, expect.anything()]);

  const folder = join(repo.folder, "packages/parcels");
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ version: "2.0.0", description: expect.stringContaining("Parcel Desk") });
  expect(manifest.license).toBeUndefined();
  expect(await readFile(join(folder, "NOTICES.md"), "utf8")).toContain("MIT License");
});

test("with --dates, the client sends and returns a Date, and so does the schema of each component", async () => {
  const events = await serve(({ body }, response) => json(response, 200, JSON.parse(body)));
  const run = await repo.node(["dates.mjs", events.url]);
  await events.close();
  expect(run).toMatchObject({ code: 0, stdout: `${JSON.stringify([2024, Date.UTC(2020, 0, 1), 1])}\n`, stderr: "" });
  expect(events.seen[0]?.body).toBe('{"at":"2024-01-02T03:04:05.000Z"}');
});

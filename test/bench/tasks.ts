import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { interleaved, median, type Row, ratios, row, type Series } from "./harness.js";
import { BENCH, COMMANDS, expectCode, PROJECT, peer, runNode, WORK } from "./processes.js";
import { castsIn, linesOf, type TaskFigures, taskCode, tasksPage } from "./tasks/page.js";
import { partSizes } from "./tasks/parts.js";

const SOURCES = join(BENCH, "tasks");
const FOLDER = join(WORK, "tasks");
const CLIENTS = ["team-api", "hey-api", "openapi-fetch"] as const;
type Client = (typeof CLIENTS)[number];

const SETTINGS = {
  ...{ target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], module: "ESNext", types: [] },
  ...{ moduleResolution: "bundler", strict: true, skipLibCheck: true, noEmit: true },
};

/** Compares twelve everyday tasks, written for each client as its manual says: lines, casts, size in a page, time of the compiler. */
export async function tasks(): Promise<Row[]> {
  await generated();
  const codes = new Map<Client, string>();
  for (const client of CLIENTS) {
    const code = await readFile(join(SOURCES, `${client}.txt`), "utf8");
    codes.set(client, code);
    await writeFile(join(FOLDER, `${client}.ts`), code);
    const settings = { compilerOptions: SETTINGS, files: [`${client}.ts`] };
    await writeFile(join(FOLDER, `${client}.json`), JSON.stringify(settings));
  }
  const figures = async (unit: string, figure: (client: Client, code: string) => Promise<number> | number) => {
    const series: Series[] = [];
    for (const [client, code] of codes) series.push({ name: client, unit, values: [await figure(client, code)] });
    return series;
  };
  const compiler = join(PROJECT, "node_modules/typescript/bin/tsc");
  const compiling = (client: Client) => async () =>
    expectCode(await runNode([compiler, "-p", join(FOLDER, `${client}.json`)]), client).time;
  const times = await interleaved(
    { "team-api": compiling("team-api"), "hey-api": compiling("hey-api"), "openapi-fetch": compiling("openapi-fetch") },
    "ms",
    5,
    1,
  );
  const lines = await figures("lines", (_, code) => linesOf(code).length);
  const casts = await figures("casts", (_, code) => castsIn(code));
  const sizes = await figures("kB", (client) => kilobytes(client));
  await writePage(codes, { lines, casts, "kB in a page": sizes, "ms of `tsc` (TypeScript 5.9)": Object.values(times) });
  return [
    ...compared("lines of twelve tasks", lines, 1),
    ...compared("casts in twelve tasks", casts, 1),
    ...compared("twelve tasks in a page, minified and zipped", sizes),
    ...compared("`tsc` over twelve tasks", Object.values(times), 1.2),
  ];
}

/** The code that each generator writes for the API of the tasks. */
async function generated(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(join(FOLDER, "node_modules"), { recursive: true });
  const spec = join(FOLDER, "api.yaml");
  await cp(join(SOURCES, "api.yaml"), spec);
  const typescript = join(
    dirname(createRequire(import.meta.url).resolve("openapi-typescript/package.json")),
    "bin/cli.js",
  );
  const runs = {
    client: [COMMANDS, "client", "--spec", spec, "--name", "desk", "--out", join(FOLDER, "node_modules/desk")],
    "hey-api": [peer("@hey-api/openapi-ts/bin/run.js"), "-i", spec, "-o", join(FOLDER, "hey"), "--no-log-file"],
    "openapi-typescript": [typescript, spec, "--output", join(FOLDER, "ot.d.ts")],
  };
  for (const [name, args] of Object.entries(runs)) expectCode(await runNode(args, { cwd: FOLDER }), name);
}

/** Writes the page of the comparison. */
async function writePage(codes: ReadonlyMap<Client, string>, whole: Record<string, Series[]>): Promise<void> {
  const parts = [...codes].map(([client, code]) => ({ client, ...taskCode(code) }));
  const tasks: Parameters<typeof tasksPage>[1][number][] = [];
  for (const [index, { title }] of (parts[0]?.tasks ?? []).entries()) {
    const figures: TaskFigures[] = [];
    for (const { client, head, tasks } of parts) {
      const code = tasks[index]?.code ?? "";
      await writeFile(join(FOLDER, `${client}-${index}.ts`), head + code);
      const size = await kilobytes(`${client}-${index}`);
      figures.push({ lines: linesOf(code).length, casts: castsIn(code), kilobytes: size });
    }
    tasks.push({ title, figures });
  }
  const text = (value: number) => String(value < 100 ? Math.round(value * 10) / 10 : Math.round(value));
  const rows = Object.entries(whole).map(([title, series]) => ({
    title,
    cells: series.map(({ values }) => text(median(values))),
  }));
  const sizes = await partSizes((codes.get("team-api") ?? "").replace("desk/operations", "operations"));
  await writeFile(join(BENCH, "TASKS.md"), tasksPage(CLIENTS, tasks, rows, sizes));
}

async function kilobytes(name: string): Promise<number> {
  const { outputFiles } = await build({
    ...{ entryPoints: [join(FOLDER, `${name}.ts`)], bundle: true, minify: true, write: false, logLevel: "silent" },
    ...{ format: "esm", platform: "browser", target: "es2022" },
  });
  return gzipSync(outputFiles?.[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1000;
}

/** A row against each other client. */
function compared(what: string, [own, ...others]: readonly Series[], atMost?: number): Row[] {
  if (!own) return [];
  return others.map((other) =>
    row({
      what,
      against: other.name,
      ratios: ratios(own, other),
      figures: [own, other],
      ...(atMost !== undefined && { atMost }),
    }),
  );
}

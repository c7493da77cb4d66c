import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "#cli/user-error.js";
import type { Row } from "./harness.js";
import { BENCH, expectCode, NPM, PEERS, PROJECT, peer, run, WORK } from "./processes.js";
import { compact, comparison, machine, pictures, type Results, render, withBefore } from "./results.js";

// Measures the project beside tools that people would use instead, and writes results.json and RESULTS.md.
// `npm run bench -- planning client` measures these two, and keeps the results of the others.

const ROWS: Record<string, () => Promise<Row[]>> = {
  planning: async () => (await import("./planning.js")).planning(),
  memory: async () => (await import("./memory.js")).memory(),
  verify: async () => (await import("./verify.js")).verify(),
  generate: async () => (await import("./generate.js")).generate(),
  client: async () => (await import("./client.js")).client(),
  tasks: async () => (await import("./tasks.js")).tasks(),
  sandbox: async () => (await import("./sandbox.js")).sandbox(),
  paging: async () => (await import("./paging.js")).paging(),
  mock: async () => (await import("./mock.js")).mock(),
  proxy: async () => (await import("./proxy.js")).proxy(),
  checks: async () => (await import("./checks.js")).checks(),
  values: async () => (await import("./values.js")).values(),
  "first-run": async () => (await import("./first-run.js")).firstRun(),
  faults: async () => (await import("./faults/faults.js")).faults(),
  report: async () => (await import("./report.js")).report(),
  page: async () => (await import("./page.js")).page(),
  tests: async () => (await import("./tests.js")).tests(),
};

const FILE = join(BENCH, "results.json");

/** The installed versions of our dependencies, and of the peers. */
async function versions(): Promise<Record<string, string>> {
  const read = async (file: string): Promise<{ version: string; dependencies: Record<string, string> }> =>
    JSON.parse(await readFile(file, "utf8"));
  const { dependencies } = await read(join(PEERS, "package.json"));
  const own = ["openapi-typescript", "@stoplight/prism-cli", "@redocly/cli", "fastify", "vitest", "openapi-fetch"];
  const files = [
    ...own.map((name) => ({ name, file: join(PROJECT, "node_modules", name, "package.json") })),
    ...Object.keys(dependencies).map((name) => ({ name, file: peer(`${name}/package.json`) })),
  ];
  const versions = files.map(async ({ name, file }): Promise<[string, string]> => [name, (await read(file)).version]);
  return Object.fromEntries(await Promise.all(versions));
}

/** Whether all peers are installed. */
async function hasPeers(): Promise<boolean> {
  const { dependencies }: { dependencies: object } = JSON.parse(await readFile(join(PEERS, "package.json"), "utf8"));
  return Object.keys(dependencies).every((name) => existsSync(peer(name)));
}

const USAGE = `Measures the project beside tools that people would use instead, and writes test/bench/RESULTS.md.

  npm run bench -- [ROW …]

ROW is one of ${Object.keys(ROWS).join(", ")} (default: all of them, about 40 minutes). Rows that are not measured keep their results.`;

async function main(names: string[]): Promise<number> {
  if (names.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const unknown = names.find((name) => !ROWS[name]);
  if (unknown !== undefined) {
    console.error(`There is no row ${unknown}. Choose from ${Object.keys(ROWS).join(", ")}.`);
    return 2;
  }
  if (!(await hasPeers())) {
    console.log("Installing the peers, into test/bench/peers/node_modules …");
    expectCode(
      await run(NPM, ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: PEERS, limit: 600_000 }),
      "npm ci",
    );
  }
  // The published form is measured: compiled.
  expectCode(await run(NPM, ["run", "build"]), "npm run build");
  await mkdir(WORK, { recursive: true });
  const before: Results = await readFile(FILE, "utf8").then(JSON.parse, () => ({
    machine: "",
    versions: {},
    measured: {},
  }));
  const measured = { ...before.measured };
  let failed = 0;
  for (const name of names.length > 0 ? names : Object.keys(ROWS)) {
    console.log(`${name} …`);
    const begun = Date.now();
    try {
      const rows = (await ROWS[name]?.()) ?? [];
      const date = new Date().toISOString().slice(0, 10);
      const after = withBefore(before.measured[name], { date, took: (Date.now() - begun) / 1000, rows });
      measured[name] = after;
      for (const line of comparison(after)) console.log(line);
      for (const { what, met } of rows) if (met === false) console.log(`  missed   ${what}`);
    } catch (error) {
      // If one peer does not start, the other rows are still measured.
      failed += 1;
      console.error(errorText(error));
    }
    const results: Results = { machine: machine(), versions: await versions(), measured };
    await writeFile(FILE, compact(results));
    await writeFile(join(BENCH, "RESULTS.md"), render(results, Object.keys(ROWS)));
    for (const [file, text] of pictures(results)) await writeFile(join(BENCH, file), text);
  }
  await rm(WORK, { recursive: true, force: true });
  console.log("Wrote test/bench/RESULTS.md.");
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return 2;
});

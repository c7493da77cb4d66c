import { dirname, join, resolve } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { asObject } from "../openapi/document.js";
import { operationsOf } from "../openapi/operations.js";
import { grouped } from "./grouped.js";
import { redact } from "./present.js";
import { LONGEST_PROVISION } from "./provision.js";
import { Collector } from "./report/collector.js";
import { type Report, reportOf } from "./report/report.js";
import { makeWay, writeReport } from "./report/write.js";
import { LONGEST_WAIT } from "./send.js";
import { judge } from "./verdict.js";
import type { Verification } from "./verification.js";

export interface VerifyOptions extends Verification {
  /** What the target is called: its address, or `the sandbox`. */
  name: string;
  /** The folder that the reports are written to. */
  reports: string;
  /** How many requests are under way at once. */
  parallel: number;
  requireAll: boolean;
  /** Told of each case that has ended: how many of how many. */
  onProgress?: (done: number, all: number) => void;
  /** Breaks the run off: nothing further is asked, and what was made is removed or told of. */
  signal?: AbortSignal;
}

export interface VerifyResult {
  report: Report;
  /** Paths of the written reports. */
  written: string[];
}

/** How many requests one case may make, at most, for the limit of its test. */
const LONGEST_CASE = 40;

/**
 * Runs every case of a document against a target, by Vitest, and writes `junit.xml`, `report.json` and
 * `report.html`.
 *
 * @throws Error if the run itself went wrong: a schema that cannot be used, say
 */
export async function verify(options: VerifyOptions): Promise<VerifyResult> {
  const { document, target, only, shard, name, reports: folder, parallel, requireAll, onProgress, signal } = options;
  const begun = Date.now();
  const junit = resolve(folder, "junit.xml");
  await makeWay(folder);
  const here = dirname(fileURLToPath(import.meta.url));
  const built = import.meta.url.endsWith(".js");
  const suite = join(here, built ? "suite.js" : "suite.ts");
  const collector = new Collector(onProgress);

  // Requests, and what a provision module does, have limits of their own; the rest of a case takes no time.
  const longest = target.timeout * LONGEST_CASE + LONGEST_WAIT + LONGEST_PROVISION + 10_000;
  const vitestOptions: Parameters<typeof startVitest>[2] = {
    root: here,
    config: false,
    watch: false,
    include: [suite],
    exclude: [],
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    maxConcurrency: parallel,
    cache: false,
    // The build is loaded by Node as it is: handed through Vite file by file, it takes a quarter of a run.
    ...(built ? { server: { deps: { external: [/./] } } } : {}),
    testTimeout: longest,
    hookTimeout: longest,
    provide: { verification: { document, target, only, shard } },
    passWithNoTests: true,
    reporters: [
      collector,
      ["junit", { outputFile: junit, suiteName: String(asObject(document.info).title), classnameTemplate: "contract" }],
    ],
  };
  // What Vitest itself would print says less than our report; its errors still go to stderr.
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  signal?.addEventListener("abort", () => collector.cancel());
  if (signal?.aborted) await collector.cancel();
  const vitest = await startVitest("test", [], vitestOptions, {}, { stdout: sink });
  await vitest.close();
  // Vitest sets the exit code to 1 when a test fails; the verdict decides here.
  process.exitCode = undefined;
  if (collector.errors.length > 0) {
    const what = collector.reports.length === 0 ? "The run could not begin." : "The run itself went wrong.";
    throw new Error(redact(`${what} ${collector.errors.join("\n")}`, target));
  }

  const { summary } = collector;
  // Vitest runs what only reads before what writes; people read by operation.
  const ended = signal?.aborted
    ? await (await import("./broken-off.js")).withUnsent(collector.reports, options)
    : collector.reports;
  const byOperation = grouped(ended, ({ operation }) => operation);
  const reports = [...new Set(operationsOf(document).map(({ id }) => id))].flatMap((id) => byOperation.get(id) ?? []);
  const [own] = Object.values(target.keys.own ?? {});
  const verdict = judge(reports, own?.variable ?? "the key", requireAll);
  const report = reportOf(document, { verdict, reports, summary, target: name, begun, seed: target.seed, shard });
  return { report, written: [junit, ...(await writeReport(report, folder))] };
}

import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { asObject } from "../openapi/document.js";
import { openPointsOf, promiseStates, promisesOf } from "./promises.js";
import { Collector } from "./report/collector.js";
import type { Failure } from "./report/terminal.js";
import { LONGEST_WAIT } from "./send.js";
import { judge, type Verdict } from "./verdict.js";
import type { CaseReport, Verification } from "./verification.js";

export interface VerifyOptions extends Verification {
  /** The folder that the reports are written to. */
  reports: string;
  /** How many requests are under way at once. */
  parallel: number;
}

export interface VerifyResult {
  verdict: Verdict;
  reports: CaseReport[];
  failures: Failure[];
  /** Paths of the written reports. */
  written: string[];
}

/**
 * Runs every case of a document against a target, by Vitest, and writes `junit.xml` and `report.json`.
 *
 * @throws Error if the run itself went wrong: a schema that cannot be used, say
 */
export async function verify({ document, target, reports: folder, parallel }: VerifyOptions): Promise<VerifyResult> {
  const junit = resolve(folder, "junit.xml");
  const json = resolve(folder, "report.json");
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Error(`The reports cannot be written to ${folder}: ${error.message}. Name a folder: --reports DIR`);
  });
  // What an earlier run found must not pass for what this one did not come to write.
  await Promise.all([junit, json].map((file) => rm(file, { force: true })));
  const here = dirname(fileURLToPath(import.meta.url));
  const suite = join(here, import.meta.url.endsWith(".ts") ? "suite.ts" : "suite.js");
  const collector = new Collector();
  const info = asObject(document.info);

  const options: Parameters<typeof startVitest>[2] = {
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
    // A request has its own limits; the rest of a test takes no time.
    testTimeout: target.timeout * 4 + LONGEST_WAIT + 10_000,
    provide: { verification: { document, target } },
    passWithNoTests: true,
    reporters: [
      collector,
      ["junit", { outputFile: junit, suiteName: String(info.title), classnameTemplate: "contract" }],
    ],
  };
  // What Vitest itself would print says less than our report; its errors still go to stderr.
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await startVitest("test", [], options, {}, { stdout: sink });
  await vitest.close();
  // Vitest sets the exit code to 1 when a test fails; the verdict decides here.
  process.exitCode = undefined;
  if (collector.errors.length > 0) throw new Error(`The run itself went wrong. ${collector.errors.join("\n")}`);

  const { reports, failures } = collector;
  const verdict = judge(reports, target.keyVariable);
  const content = {
    verdict: verdict.verdict,
    reason: verdict.reason,
    counts: verdict.counts,
    contract: { title: info.title, version: info.version },
    target: target.baseUrl,
    cases: reports,
    promises: promiseStates(promisesOf(document), reports),
    openPoints: openPointsOf(document),
  };
  await writeFile(json, `${JSON.stringify(content, null, 2)}\n`);
  return { verdict, reports, failures, written: [junit, json] };
}

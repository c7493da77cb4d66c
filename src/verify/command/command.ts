import { dirname, relative } from "node:path";
import { asObject } from "../../openapi/document.js";
import { loadDocument } from "../../openapi/load.js";
import { errorText } from "../../user-error.js";
import type { Report } from "../report/report.js";
import { EXIT_CODES } from "../report/verdict.js";
import { baseUrlOf } from "../target/base-url.js";
import { requireTargetPeers } from "../target/required-peers.js";
import { Interruption, isInterrupted } from "./interruption.js";
import { type Options, readOptions, USAGE } from "./options.js";
import { progressLine } from "./progress.js";
import { changesIn } from "./watch.js";

/**
 * `verify`: tests a server against the contract.
 *
 * @returns the exit code
 * @throws UserError if it cannot run
 */
export async function verifyCommand(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.merge.length > 0) return mergeCommand(options);
  // Peers are loaded on demand: a wrong option and --help need none of them.
  requireTargetPeers(options);
  return options.watch.length > 0 ? watchCommand(options) : runCommand(options);
}

/** Merges the reports of the parts of a run. */
async function mergeCommand({ merge, requireAll, reports }: Options): Promise<number> {
  const [{ mergedReport }, { prepareFolder }] = await Promise.all([
    import("../report/merge.js"),
    import("../reporters/registry.js"),
  ]);
  const report = await mergedReport(merge, requireAll);
  await prepareFolder(reports);
  const { title, version } = report.contract;
  console.log(`${title} ${version} against ${report.target}, in ${merge.length} parts\n`);
  return publish(report, reports);
}

/** Runs again after each change, until it is interrupted. */
async function watchCommand(options: Options): Promise<number> {
  const { targetFile, spec, watch } = options;
  const watched = [...watch, dirname(spec), ...(targetFile ? [targetFile] : [])];
  for await (const changed of changesIn(watched, options.reports)) {
    if (changed !== undefined) console.log(`\n${changed} changed.\n`);
    // During development, a server may be down and a file incomplete: that ends one run, and the watch continues.
    const code = await runCommand(options).catch((error: unknown) => {
      console.error(errorText(error));
      return undefined;
    });
    if (isInterrupted(code)) return code;
    console.log(`\nWaiting for a change in ${watched.join(", ")}. Press Ctrl-C to stop.`);
  }
  return 0;
}

async function runCommand(options: Options): Promise<number> {
  const { baseUrl, only, shard, requireAll, maxTime, reports } = options;
  // An invalid address is reported before the contract is read.
  if (baseUrl !== undefined) baseUrlOf(baseUrl, "--base-url");
  const contract = await loadDocument(options.spec);
  const { title, version } = asObject(contract.info);
  // Loaded on demand: a wrong option and --help need no validator.
  const [{ resolveTarget }, { planRun, verify }] = await Promise.all([
    import("../target/resolve-target.js"),
    import("../verify.js"),
  ]);
  const { name, target, parallel, close } = await resolveTarget(options, contract);
  try {
    if (options.plan) {
      const { planTable } = await import("./plan-table.js");
      const table = planTable(planRun({ contract, target, only, shard }));
      console.log(`${title} ${version}: the test cases for ${name}\n\n${table}`);
      return 0;
    }
    console.log(`${title} ${version} against ${name}\n`);
    await (await import("../reporters/registry.js")).prepareFolder(reports);
    const interruption = new Interruption();
    const progress = progressLine(process.stderr);
    const report = await verify({
      ...{ contract, target, name, parallel, only, shard, requireAll, maxTime },
      signal: interruption.signal,
      onEvent: (event) => {
        if (event.type === "case-ended") progress.show(event.ended, event.cases);
      },
    }).finally(() => {
      progress.clear();
      interruption.stopListening();
    });
    const code = await publish(report, reports);
    return interruption.exitCode ?? code;
  } finally {
    await close();
  }
}

/** Writes and prints a report. Returns the exit code. */
async function publish(report: Report, folder: string): Promise<number> {
  const [{ writeReports }, { terminalReport }, { githubAnnotations }] = await Promise.all([
    import("../reporters/registry.js"),
    import("../reporters/terminal.js"),
    import("../reporters/github.js"),
  ]);
  const files = await writeReports(report, folder);
  console.log(terminalReport(report));
  console.log(`Reports: ${files.map((file) => relative(process.cwd(), file)).join(", ")}`);
  if (process.env.GITHUB_ACTIONS === "true") for (const line of githubAnnotations(report)) console.log(line);
  return EXIT_CODES[report.verdict];
}

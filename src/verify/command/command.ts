import { dirname } from "node:path";
import { onOneLine } from "#cli/unprintable.js";
import { errorText } from "#cli/user-error.js";
import { isUrl } from "#openapi/load/read-url.js";
import type { Api } from "../model/api.js";
import { mergedReport } from "../report/merge.js";
import { prepareFolder } from "../reporters/registry.js";
import { isInterrupted } from "./interruption.js";
import { type Options, readOptions, USAGE } from "./options.js";
import { publish } from "./publish.js";
import { changesIn } from "./watch.js";

/**
 * `verify`: tests a server against the contract.
 *
 * @param loadApi loads the knowledge of the API that its contract cannot hold (default: none)
 * @returns the exit code
 * @throws UserError if it cannot run
 */
export async function verifyCommand(args: string[], loadApi = async (): Promise<Api> => ({})): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.merge.length > 0) return mergeCommand(options);
  // Loaded on demand: a wrong option is reported sooner.
  if (options.har !== undefined) return (await import("./check-har.js")).checkHar(options.har, options);
  const [{ runCommand }, api] = await Promise.all([import("./run.js"), loadApi()]);
  const run = () => runCommand(options, api);
  return options.watch.length > 0 ? watchCommand(options, run) : run();
}

/** Merges the reports of the parts of a run. */
async function mergeCommand({ merge, requireAll, failOnWarning, coverageMin, reports }: Options): Promise<number> {
  const report = await mergedReport(merge, { requireAll, failOnWarning, coverageMin });
  await prepareFolder(reports);
  const { title, version } = report.contract;
  console.log(`${onOneLine(`${title} ${version}`)} against ${report.target}, in ${merge.length} parts\n`);
  return publish(report, reports);
}

/** Runs again after each change, until it is interrupted. */
async function watchCommand(options: Options, run: () => Promise<number>): Promise<number> {
  const { targetFile, spec, watch, overlays = [] } = options;
  const watched = [...watch, ...(isUrl(spec) ? [] : [dirname(spec)]), ...(targetFile ? [targetFile] : []), ...overlays];
  for await (const changed of changesIn(watched, options.reports)) {
    if (changed !== undefined) console.log(`\n${changed} changed.\n`);
    // During development, a server may be down and a file incomplete: that ends one run, and the watch continues.
    const code = await run().catch((error: unknown) => {
      console.error(errorText(error));
      return undefined;
    });
    if (isInterrupted(code)) return code;
    console.log(`\nWaiting for a change in ${watched.join(", ")}. Press Ctrl-C to stop.`);
  }
  return 0;
}

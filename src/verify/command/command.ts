import { dirname } from "node:path";
import { command } from "#cli/command.js";
import { CONFIGURATION_FILE, commandLine, KEY_VARIABLE } from "#cli/installation.js";
import { growHeapSlowly } from "#cli/small-heap.js";
import { errorText, UserError } from "#cli/user-error.js";
import { isUrl } from "#openapi/files/read-url.js";
import type { Api } from "../model/api.js";
import { MAX_TIME } from "../model/target/limits.js";
import { isInterrupted } from "./interruption.js";
import { VERIFY_OPTIONS, type VerifyValues } from "./options.js";
import { changesIn } from "./watch.js";

const CALLS = [
  [commandLine("verify"), "tests the sandbox, which is started for the run"],
  [`${KEY_VARIABLE}=… ${commandLine("verify", "--base-url URL")}`, "tests any server, read-only"],
  [commandLine("verify", "--target NAME"), `tests a target of ${CONFIGURATION_FILE}, or of a target file`],
] as const;
const WIDTH = Math.max(...CALLS.map(([call]) => call.length));

/** `verify`: tests a server against the contract. `loadApi` loads the knowledge of the API that its contract cannot hold. */
export const verifyCommand = command(
  {
    about: "Tests a server against the contract: its examples, its constraints, its requirements.",
    usage: CALLS.map(([call, purpose]) => `${call.padEnd(WIDTH)}   ${purpose}`).join("\n"),
    options: VERIFY_OPTIONS,
    notes: "Exit code: 0 passed, 1 failed, 2 the server could not be tested.",
  },
  async (options, _operands, loadApi: () => Promise<Api> = async () => ({})) => {
    requireConsistent(options);
    // A plan needs a third of the memory of a run. Without the slow growth, it takes a sixth less time.
    if (!options.plan) growHeapSlowly();
    // Loaded on demand: a wrong option is reported sooner.
    if (options.merge.length > 0) return (await import("./merge.js")).mergeReports(options);
    if (options.har !== undefined) return (await import("./check-har.js")).checkHar(options.har, options);
    const [{ runCommand }, api] = await Promise.all([import("./run.js"), loadApi()]);
    const run = () => runCommand(options, api);
    return options.watch.length > 0 ? watchCommand(options, run) : run();
  },
);

/** @throws UserError for options that exclude each other */
function requireConsistent({ explore, replay, maxTime = MAX_TIME }: VerifyValues): void {
  if (!explore) return;
  if (replay !== undefined) {
    throw new UserError("--explore and --replay exclude each other: --replay sends known requests only.");
  }
  if ("milliseconds" in explore && explore.milliseconds >= maxTime) {
    throw new UserError(
      `--explore ${explore.milliseconds / 1000}s does not fit into the time limit of the run, ${maxTime / 1000} s. Set a larger one: --max-time S`,
    );
  }
}

/** Runs again after each change, until it is interrupted. */
async function watchCommand(options: VerifyValues, run: () => Promise<number>): Promise<number> {
  const { withFile } = await import("../target/file/configuration.js");
  const { file, spec, watch, overlays } = await withFile(options);
  const watched = [...watch, ...(isUrl(spec) ? [] : [dirname(spec)]), ...(file ? [file.name] : []), ...overlays];
  for await (const changed of changesIn(watched, options.reports.folder)) {
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

import { parseArgs } from "node:util";
import { CONTRACT, commandLine, contractName, KEY_VARIABLE, TARGET_SCHEMA_LINK } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import type { ExplorationLimit } from "../model/target/exploration.js";
import type { Shard } from "../model/target/shard.js";
import type { TargetSettings } from "../target/resolve-target.js";
import { explorationLimit, withExplorationLimit } from "./exploration-limit.js";

const CALLS = [
  [commandLine("verify"), "tests the sandbox, which is started for the run"],
  [`${KEY_VARIABLE}=… ${commandLine("verify", "--base-url URL")}`, "tests any server, read-only"],
  [commandLine("verify", "--target FILE"), "tests the server of a target file: keys, values, limits"],
] as const;
const WIDTH = Math.max(...CALLS.map(([call]) => call.length));

export const USAGE = `Tests a server against the contract: its examples, its constraints, its requirements.

${CALLS.map(([call, what]) => `  ${call.padEnd(WIDTH)}   ${what}`).join("\n")}

  --target FILE     a target file (YAML; its schema: ${TARGET_SCHEMA_LINK})
  --base-url URL    the address of the server; replaces the target file's
  --key-env NAME    the environment variable that holds the API key (default: ${KEY_VARIABLE});
                    for HTTP Basic, it holds user:password
  --allow-writes    also send requests that may change the server's data (POST, DELETE …); default: safe methods only
  --spec FILE       the contract: a file or an http(s) URL (default: ${contractName(CONTRACT)})
  --overlay FILE    change the contract by an overlay (Overlay 1.0) before it is used; repeatable
  --suggest-overlay FILE
                    write the relations that the run inferred and found to hold, as an overlay

  --plan            list the test cases, and send nothing
  --only TEXT       run the test cases with this name, suite, operation or requirement; repeatable
  --strict          treat undocumented fields as failures
  --stateless       the server keeps no state (a mock): skip what needs it
  --fail-on warning treat warnings as failures
  --coverage-min N  fail if less than N percent of the document is exercised: operations, parameters, fields …
  --require-all     treat skipped test cases as a failure
  --seed N          repeat the generated values of an earlier run
  --shard I/N       run one of N parts, to distribute a run over machines
  --merge DIR       merge the reports of the parts; repeatable, one folder for each part
  --watch DIR       run again after each change in this folder, the contract or the target file; repeatable
  --timeout MS      the time limit of a response (default: 10000)
  --settle MS       the time in which a change has to show, on replicas for example (default: 3000)
  --max-time S      the time limit of the run, in seconds (default: 900)
  --budget N        the maximum of requests (default: 60 for each operation, and at least 300)
  --explore N|TIME  send random requests too: so many (200), or so long (30s, 5m); default of N: 100
  --replay FILE     send only the requests that failed in an earlier run again: its failures.yaml
  --rate N          the maximum of requests per second (default: no limit)
  --parallel N      the maximum of requests at once (default: 8)
  --suggest-target FILE
                    write a target file with the values that the run lacked, described by comments
  --har FILE        check recorded traffic in place of a server; --base-url limits it to the requests of the API
  --har-out FILE    record the run as a HAR file, without secrets
  --reports DIR     the folder of the reports (default: reports)

Exit code: 0 passed, 1 failed, 2 the server could not be tested.`;

/** The options of the command line. */
export interface Options extends TargetSettings {
  help: boolean;
  plan: boolean;
  only: string[];
  requireAll: boolean;
  failOnWarning: boolean;
  coverageMin: number | undefined;
  shard: Shard | undefined;
  merge: string[];
  watch: string[];
  /** Milliseconds. */
  maxTime: number | undefined;
  /** The maximum of requests. */
  budget: number | undefined;
  /** How much the run explores. */
  explore: ExplorationLimit | undefined;
  /** The failures of an earlier run, which are sent again. */
  replay: string | undefined;
  reports: string;
  /** The target file that is written with the settings that the run lacked. */
  suggestTarget: string | undefined;
  /** A HAR file to check in place of a server. */
  har: string | undefined;
  /** The HAR file that records the run. */
  harOut: string | undefined;
  /** The file to write the inferred relations to. */
  suggestOverlay: string | undefined;
}

/** @throws UserError that names the wrong option, and how to write it */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args: withExplorationLimit(args),
    options: {
      "allow-writes": { type: "boolean", default: false },
      "base-url": { type: "string" },
      budget: { type: "string" },
      help: { type: "boolean", default: false },
      "coverage-min": { type: "string" },
      explore: { type: "string" },
      "fail-on": { type: "string", default: "failure" },
      "max-time": { type: "string" },
      merge: { type: "string", multiple: true, default: [] },
      "key-env": { type: "string", default: KEY_VARIABLE },
      only: { type: "string", multiple: true, default: [] },
      har: { type: "string" },
      "har-out": { type: "string" },
      overlay: { type: "string", multiple: true, default: [] },
      parallel: { type: "string" },
      plan: { type: "boolean", default: false },
      rate: { type: "string" },
      replay: { type: "string" },
      reports: { type: "string", default: "reports" },
      "require-all": { type: "boolean", default: false },
      seed: { type: "string" },
      settle: { type: "string" },
      shard: { type: "string" },
      spec: { type: "string", default: CONTRACT },
      stateless: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      "suggest-overlay": { type: "string" },
      "suggest-target": { type: "string" },
      target: { type: "string" },
      timeout: { type: "string" },
      watch: { type: "string", multiple: true, default: [] },
    },
  });
  const { help, plan, only, strict, stateless, merge, watch, reports, spec, har, replay } = values;
  if (!/^[A-Za-z_]\w*$/.test(values["key-env"])) {
    throw new UserError("--key-env is not the name of an environment variable. Name the one that holds the key.");
  }
  const seconds = wholeNumber("--max-time", values["max-time"], 1);
  const maxTime = seconds === undefined ? undefined : seconds * 1000;
  const explore = explorationLimit(values.explore, maxTime);
  if (explore && replay !== undefined) {
    throw new UserError("--explore and --replay exclude each other: --replay sends known requests only.");
  }
  return {
    ...{ help, plan, only, strict, stateless, merge, watch, reports, spec, har, explore, replay, maxTime },
    harOut: values["har-out"],
    overlays: values.overlay,
    suggestOverlay: values["suggest-overlay"],
    suggestTarget: values["suggest-target"],
    failOnWarning: isWarningLevel(values["fail-on"]),
    targetFile: values.target,
    baseUrl: values["base-url"],
    keyVariable: values["key-env"],
    allowWrites: values["allow-writes"],
    requireAll: values["require-all"],
    coverageMin: percent("--coverage-min", values["coverage-min"]),
    seed: wholeNumber("--seed", values.seed, 0),
    shard: shardOf(values.shard),
    budget: wholeNumber("--budget", values.budget, 1),
    timeout: wholeNumber("--timeout", values.timeout, 1),
    settle: wholeNumber("--settle", values.settle, 0),
    rate: wholeNumber("--rate", values.rate, 1),
    parallel: wholeNumber("--parallel", values.parallel, 1),
  };
}

/** Reads `--fail-on`. @throws UserError for a text that is not a severity */
export function isWarningLevel(level: string): boolean {
  if (level === "warning" || level === "failure") return level === "warning";
  throw new UserError(
    `--fail-on ${level} is not a severity. Write --fail-on warning, or --fail-on failure (the default).`,
  );
}

function percent(option: string, text: string | undefined): number | undefined {
  const value = wholeNumber(option, text, 0);
  if (value !== undefined && value > 100) throw new UserError(`${option} ${text} is more than 100 percent.`);
  return value;
}

function wholeNumber(option: string, text: string | undefined, minimum: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum) {
    throw new UserError(`${option} ${text} is not a whole number of at least ${minimum}.`);
  }
  if (value > 4_294_967_295 || (option !== "--seed" && value > 100_000_000)) {
    throw new UserError(`${option} ${text} is too large.`);
  }
  return value;
}

function shardOf(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index = "", count = ""] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (Number(index) < 1 || Number(index) > Number(count)) {
    throw new UserError(`--shard ${text} is not a part. Example: --shard 1/3`);
  }
  return { index: Number(index), count: Number(count) };
}

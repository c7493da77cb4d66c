import type { GroupValues } from "#cli/command.js";
import {
  choice,
  flag,
  list,
  type Option,
  type OptionValues,
  option,
  orDefault,
  text,
  wholeNumber,
} from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { type ExplorationLimit, LIMITS, MAX_TIME, type Shard } from "../model/target/limits.js";
import { REPORTS } from "../reporters/reports-option.js";
import { TARGET_OPTIONS } from "../target/target-options.js";

/** The options that decide which test cases run, and how they are judged. */
const RUN_OPTIONS = {
  /** Selects test cases by name, suite, operation or requirement (default: all). */
  only: list("--only TEXT", "run the test cases with this name, suite, operation, requirement or rule"),
  /** The part of the test cases that runs (default: all of them). */
  shard: option("--shard I/N", "run one of N parts, to distribute a run over machines", shardOf),
  /**
   * How much the run explores beyond its test cases. It sends so many random requests, or for so long (default: none).
   */
  explore: {
    ...option(
      "--explore N|TIME",
      "send random requests too: so many (200), or so long (30s, 5m); default of N: 100",
      explorationLimit,
    ),
    implied: "100",
  },
  /** Whether warnings are failures (default: false). */
  failOnWarning: orDefault(
    choice("--fail-on warning", "treat warnings as failures", { warning: true, failure: false }),
    false,
    "failure",
  ),
  /** Whether a known cause that shows in a further operation is a failure (default: false). */
  knownStrict: flag("--known-strict", "treat a known cause in a further operation as a failure"),
  /** Whether skipped test cases are a failure (default: false). */
  requireAll: flag("--require-all", "treat skipped test cases as a failure"),
  /** The least share of the document that has to be exercised, in percent (default: 0). */
  coverageMin: wholeNumber(
    "--coverage-min N",
    "fail if less than N percent of the document is exercised: operations, parameters, fields …",
    0,
    100,
  ),
  /** How many requests are sent at most. */
  budget: wholeNumber("--budget N", "the maximum of requests (default: 60 for each operation, and at least 300)", 1),
  /** Milliseconds after which no further request is sent. The rest is skipped. */
  maxTime: inMilliseconds(
    wholeNumber("--max-time S", `the time limit of the run, in seconds (default: ${MAX_TIME / 1000})`, 1),
  ),
};

/** The settings of a run, beside its target. */
export type RunSettings = Partial<OptionValues<typeof RUN_OPTIONS>>;

/** The options of the command alone: what it does, and with which files. */
const COMMAND_OPTIONS = {
  plan: flag("--plan", "list the test cases, and send nothing"),
  cleanUp: flag(
    "--clean-up",
    "remove what earlier runs created and left (ledger.jsonl of the reports), and test nothing",
  ),
  watch: list("--watch DIR", "run again after each change in this folder, the contract or the target file"),
  replay: text("--replay FILE", "send only the requests that failed in an earlier run again: its failures.yaml"),
  har: text(
    "--har FILE",
    "check recorded traffic in place of a server; --base-url limits it to the requests of the API",
  ),
  merge: list("--merge DIR", "merge the reports of the parts of a run, one folder for each part"),
  /** The file of known findings (default: that of the configuration file). */
  known: text("--known FILE", "causes that are accepted for now: they do not fail the run (YAML)"),
  updateKnown: flag(
    "--update-known",
    "accept the causes of this run: write them to the file of --known, and remove those that are gone",
  ),
  compare: text(
    "--compare FILE",
    "compare with the report.json of another run: new, fixed and remaining causes, and coverage",
  ),
  reports: REPORTS,
  /** How the run is printed. */
  format: orDefault(
    choice("--format NAME", "print the run as text, or compact: below 2,000 tokens, for assistants and programs", {
      text: "text",
      compact: "compact",
    }),
    "text",
  ),
  harOut: text("--har-out FILE", "record the run as a HAR file, without secrets"),
  suggestTarget: text(
    "--suggest-target FILE",
    "write a target file with the values that the run lacked, described by comments",
  ),
  suggestOverlay: text(
    "--suggest-overlay FILE",
    "write what the document may add, as an overlay: relations that held, or what traffic shows beyond it",
  ),
  arazzo: text("--arazzo FILE", "write the chains of requests that held as workflows (Arazzo 1.0.1)"),
};

/** The options of `verify`, in the groups of its help. */
export const VERIFY_OPTIONS = [TARGET_OPTIONS, LIMITS, RUN_OPTIONS, COMMAND_OPTIONS] as const;

/** The values of the options of `verify`. */
export type VerifyValues = GroupValues<typeof VERIFY_OPTIONS>;

const { strict, stateless } = TARGET_OPTIONS;
const { failOnWarning, requireAll } = RUN_OPTIONS;
const { reports, harOut, suggestOverlay } = COMMAND_OPTIONS;

/** The options that `verify` and `proxy` have in common. */
export const COMMON_OPTIONS = { strict, stateless, failOnWarning, requireAll, harOut, suggestOverlay, reports };

function inMilliseconds(seconds: Option<number | undefined>): Option<number | undefined> {
  const read: typeof seconds.read = (given, name) => {
    const value = seconds.read(given, name);
    return value === undefined ? undefined : value * 1000;
  };
  return { ...seconds, read };
}

function explorationLimit(given: string): ExplorationLimit {
  const [, number = "", unit] = /^(\d{1,9})(s|m)?$/.exec(given) ?? [];
  if (Number(number) < 1) {
    throw new UserError(
      `--explore ${given} is not a limit. Write a number of requests (--explore 200), or a time (--explore 30s, --explore 5m).`,
    );
  }
  return unit === undefined
    ? { requests: Number(number) }
    : { milliseconds: Number(number) * (unit === "m" ? 60_000 : 1000) };
}

function shardOf(given: string): Shard {
  const [, index = "", count = ""] = /^(\d{1,4})\/(\d{1,4})$/.exec(given) ?? [];
  if (Number(index) < 1 || Number(index) > Number(count)) {
    throw new UserError(`--shard ${given} is not a part. Example: --shard 1/3`);
  }
  return { index: Number(index), count: Number(count) };
}

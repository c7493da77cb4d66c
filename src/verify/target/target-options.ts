import { KEY_VARIABLE, TARGET_SCHEMA_LINK } from "#cli/installation.js";
import { decimal, flag, type OptionValues, option, orDefault, text, wholeNumber } from "#cli/option.js";
import { OVERLAYS, SPEC } from "#cli/options.js";
import { UserError } from "#cli/user-error.js";
import { baseUrlOf } from "./settings.js";

/** An option for the name of an environment variable. The message does not show the text, which may be a key. */
export function keyVariable(help: string) {
  const read = (name: string) => {
    if (/^[A-Za-z_]\w*$/.test(name)) return name;
    throw new UserError("--key-env is not the name of an environment variable. Name the one that holds the key.");
  };
  return orDefault(option("--key-env NAME", help, read), KEY_VARIABLE);
}

/** The options that concern the server under test. */
export const TARGET_OPTIONS = {
  /** A target file. */
  targetFile: text("--target FILE", `a target file (YAML; its schema: ${TARGET_SCHEMA_LINK})`),
  /** In place of the target file's. */
  baseUrl: option("--base-url URL", "the address of the server; replaces the target file's", baseUrlOf),
  /** The environment variable that holds the API key, without a target file. */
  keyVariable: keyVariable("the variable of the API key; for HTTP Basic, it holds user:password"),
  /** Whether unsafe methods may be sent (default: as the target file says). */
  allowWrites: flag(
    "--allow-writes",
    "also send requests that may change the server's data (POST, DELETE …); default: safe methods only",
  ),
  /** Whether the server keeps no state: a mock (default: false). */
  stateless: flag("--stateless", "the server keeps no state (a mock): skip what needs it"),
  /** The file or URL of the contract. */
  spec: SPEC,
  /** Files of overlays that change the contract. */
  overlays: OVERLAYS,
  /** Whether undocumented fields are failures (default: false). */
  strict: flag("--strict", "treat undocumented fields as failures"),
  /** The seed of generated values (default: random). */
  seed: wholeNumber("--seed N", "repeat the generated values of an earlier run", 0, 4_294_967_295),
};

/** The limits of a run that has no others. */
export const DEFAULT_LIMITS = { timeout: 10_000, settle: 3000, parallel: 8 };

/** The options that are settings of a target file as well. Those of the command line replace those of the file. */
export const LIMITS = {
  /** Milliseconds of a response. */
  timeout: wholeNumber(
    "--timeout MS",
    `the time limit of a response, in milliseconds (default: ${DEFAULT_LIMITS.timeout})`,
    1,
  ),
  /** Milliseconds in which a change has to show. */
  settle: wholeNumber(
    "--settle MS",
    `the milliseconds in which a change has to show, on replicas for example (default: ${DEFAULT_LIMITS.settle})`,
    0,
  ),
  /** Requests per second. */
  rate: decimal("--rate N", "the maximum of requests per second (default: no limit)", 0.001),
  /** Requests at once. */
  parallel: wholeNumber("--parallel N", `the maximum of requests at once (default: ${DEFAULT_LIMITS.parallel})`, 1),
};

/** The limits that are given. */
export type Limits = Partial<OptionValues<typeof LIMITS>>;

import { posix } from "node:path";
import { CONFIGURATION_FILE, KEY_VARIABLE, TARGET_SCHEMA_LINK } from "#cli/installation.js";
import { choice, flag, option, orDefault, text, wholeNumber } from "#cli/option.js";
import { GIVEN_SPEC, OVERLAYS, SPEC_HEADERS, STRICT_DOCUMENT } from "#cli/options.js";
import { UserError } from "#cli/user-error.js";
import { DEFAULT_LEVEL, WRITE_LEVELS, type WriteLevel } from "../model/target/writes.js";
import { baseUrlOf } from "./settings.js";

/** An option for the name of an environment variable. The message does not show the text, which may be a key. */
export function keyVariable(help: string) {
  const read = (name: string) => {
    if (/^[A-Za-z_]\w*$/.test(name)) return name;
    throw new UserError("--key-env is not the name of an environment variable. Name the one that holds the key.");
  };
  return orDefault(option("--key-env NAME", help, read), KEY_VARIABLE);
}

/** A seed is an unsigned 32-bit integer. */
const SEED = wholeNumber("--seed N", "", 0, 4_294_967_295);

function seedOf(given: string, name: string): number | "random" | undefined {
  return given === "random" ? given : SEED.read([given], name);
}

/** The options that concern the server under test. */
export const TARGET_OPTIONS = {
  /** The name of a target of the configuration file, or the path of a target file. */
  targetFile: text(
    "--target NAME|FILE",
    `a target of ${CONFIGURATION_FILE}, or a target file; their schemas are in\n${posix.dirname(TARGET_SCHEMA_LINK)}/`,
  ),
  /** In place of the target file's. */
  baseUrl: option("--base-url URL", "the address of the server; replaces the target file's", baseUrlOf),
  /** The environment variable that holds the API key, without a target file. */
  keyVariable: keyVariable("the variable of the API key; for HTTP Basic, it holds user:password"),
  /** Whether no key is sent, although the document may require one (default: as the target file says). */
  noKey: flag("--no-key", "send no key, although the document has security: the server has no authentication"),
  /** Which unsafe requests may be sent (default: as the target file says). */
  allowWrites: {
    ...choice<WriteLevel>(
      "--allow-writes [LEVEL]",
      `also send requests that change data (POST, DELETE …); default: safe methods only\nreversible (default): ${WRITE_LEVELS.reversible}\ncreations: ${WRITE_LEVELS.creations}`,
      { reversible: "reversible", creations: "creations" },
    ),
    implied: DEFAULT_LEVEL,
  },
  /** Whether the server keeps no state: a mock (default: false). */
  stateless: flag("--stateless", "the server keeps no state (a mock): skip what needs it"),
  /** The file or URL of the contract (default: as the configuration or target file says). */
  spec: GIVEN_SPEC,
  /** The headers of requests for a contract at a URL. */
  specHeaders: SPEC_HEADERS,
  /** Files of overlays that change the contract. */
  overlays: OVERLAYS,
  /** Whether a contract with defects is refused (default: false). */
  strictDocument: STRICT_DOCUMENT,
  /** Whether undocumented fields are failures (default: false). */
  strict: flag("--strict", "treat undocumented fields as failures"),
  /** The seed of generated values (default: that of the document's title). */
  seed: option(
    "--seed N",
    "other generated values, or those of an earlier run; random: new ones (default: of the document)",
    seedOf,
  ),
};

import { similarName } from "../../src/cli/similar-name.js";
import { UserError } from "../../src/cli/user-error.js";

/** Options of Redocly CLI and of the lint that have a value. */
const WITH_VALUE = ["--format", "--config", "--profile", "--max-problems", "--extends", "--skip-rule", "--spec-header"];

/** Arguments in which each value stands with its option (`--format=junit`), so that none is taken for a document. */
export function joinedOptions(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (WITH_VALUE.includes(args[index - 1] ?? "")) return [];
    return WITH_VALUE.includes(arg) ? [`${arg}=${args[index + 1] ?? ""}`] : [arg];
  });
}

/**
 * Refuses an option that the lint does not have. Redocly CLI would take its value for a document.
 *
 * @throws UserError with the option that is meant
 */
export function requireKnownOptions(args: readonly string[]): void {
  const known = [...WITH_VALUE, "--help", "-h"];
  const unknown = args.find((arg) => arg.startsWith("-") && !known.includes(arg.split("=")[0] ?? ""));
  if (unknown === undefined) return;
  const [name = ""] = unknown.split("=");
  const similar = similarName(name, known);
  const advice = similar === undefined ? "--help lists the options." : `Did you mean ${similar}?`;
  throw new UserError(`Unknown option '${name}'. ${advice}`);
}

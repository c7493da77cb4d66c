/** Options of Redocly CLI and of the lint that have a value. */
const WITH_VALUE = ["--format", "--config", "--profile", "--max-problems", "--extends", "--skip-rule", "--spec-header"];

/** Arguments in which each value stands with its option (`--format=junit`), so that none is taken for a document. */
export function joinedOptions(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (WITH_VALUE.includes(args[index - 1] ?? "")) return [];
    return WITH_VALUE.includes(arg) ? [`${arg}=${args[index + 1] ?? ""}`] : [arg];
  });
}

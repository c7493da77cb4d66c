import { command, nameOf } from "./command.js";
import { COMMAND, commandLine } from "./installation.js";
import type { Option, Options } from "./option.js";
import { UserError } from "./user-error.js";

/** A command whose options a shell completes. */
export interface Completed {
  name: string;
  about: string;
  options: readonly Options[];
}

/** The shells for which there is a completion, each with the script that it reads. */
const SHELLS: Readonly<Record<string, (program: string, commands: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
};

const optionsOf = ({ options }: Completed): Option<unknown>[] => options.flatMap((group) => Object.values(group));
const namesOf = (command: Completed) => [...optionsOf(command).map(nameOf), "--help"];
const takesFile = ({ written }: Option<unknown>) => / (FILE|DIR)\b/.test(written);

/** Options with a file or a folder complete paths, all others the options of the command. */
function bash(program: string, commands: readonly Completed[]): string {
  const name = functionName(program);
  const cases = commands.map((command) => `    ${command.name}) words="${namesOf(command).join(" ")}" ;;`);
  const files = [...new Set(commands.flatMap(optionsOf).filter(takesFile).map(nameOf))];
  return `# Completion of ${program} in bash. In ~/.bashrc: eval "$(${program} completion bash)"
${name}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$before" in
    ${files.join("|")}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((command) => command.name).join(" ")}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F ${name} ${program}
`;
}

function zsh(program: string, commands: readonly Completed[]): string {
  const name = functionName(program);
  const cases = commands.map((command) => {
    const lines = optionsOf(command).map((option) => {
      const value = option.written.includes(" ") ? `:value:${takesFile(option) ? "_files" : ""}` : "";
      return `      '${nameOf(option)}[${plain(option.help).replaceAll(/[[\]:]/g, " ")}]${value}'`;
    });
    return `    ${command.name}) _arguments \\\n${lines.join(" \\\n")} ;;`;
  });
  const described = commands.map((command) => `    '${command.name}:${plain(command.about)}'`);
  return `#compdef ${program}
# Completion of ${program} in zsh. In ~/.zshrc: eval "$(${program} completion zsh)"
${name}() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
compdef ${name} ${program}
`;
}

function fish(program: string, commands: readonly Completed[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c ${program} -f -n __fish_use_subcommand -a ${command.name} -d '${plain(command.about)}'`,
    ...optionsOf(command).map((option) => {
      const value = option.written.includes(" ") ? (takesFile(option) ? " -r -F" : " -x") : "";
      const when = `'__fish_seen_subcommand_from ${command.name}'`;
      return `complete -c ${program} -n ${when} -l ${nameOf(option).slice(2)}${value} -d '${plain(option.help)}'`;
    }),
  ]);
  return `# Completion of ${program} in fish. Once: ${program} completion fish > ~/.config/fish/completions/${program}.fish\n${lines.join("\n")}\n`;
}

/** The first phrase of a help, without signs that a shell reads. */
function plain(help: string): string {
  return (help.split(/[\n;(]|: /)[0] ?? "").replaceAll(/['"`$\\\\]/g, "").trim();
}

function functionName(program: string): string {
  return `_${program.replaceAll("-", "_")}`;
}

/** `completion`: prints the script by which a shell completes commands and options. */
export function completionCommand(commands: () => Promise<readonly Completed[]>) {
  const names = Object.keys(SHELLS).join(", ");
  return command(
    {
      about: "Prints the script by which a shell completes commands and options. Its first line says where to put it.",
      usage: commandLine("completion", "SHELL"),
      options: [],
      notes: `Shells: ${names}.`,
      takesOperands: true,
    },
    async (_, [shell = ""]) => {
      const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (!script) throw new UserError(`There is no completion for ${shell || "no shell"}. Use one of ${names}.`);
      console.log(script(COMMAND, await commands()).trimEnd());
      return 0;
    },
  );
}

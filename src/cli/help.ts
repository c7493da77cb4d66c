import type { Option, Options } from "./option.js";

/** The columns of a terminal that every line of a help fits into. */
const COLUMNS = 80;

/** The longest option that stands on one line with its help. */
const MAX_WIDTH = 20;

/** Where the purpose of a call begins, if it does not fit beside it. */
const PURPOSE = " ".repeat(6);

/** The parts of a help. */
export interface HelpParts {
  about: string;
  usage: string;
  options: readonly Options[];
  notes?: string | undefined;
}

/** The help of a command: its purpose, its calls, its options in their groups, and the notes. No line is longer than 80 columns. */
export function helpText({ about, usage, options, notes }: HelpParts): string {
  const lengths = options.flatMap(Object.values<Option<unknown>>).map(({ written }) => written.length);
  const width = Math.max(0, ...lengths.filter((length) => length <= MAX_WIDTH));
  const indent = " ".repeat(width + 4);
  const groups = options.map((group) =>
    Object.values(group)
      .map(({ written, help }) => {
        const end = written.length > width ? `\n${indent}` : "  ".padEnd(width - written.length + 2);
        return `  ${written}${end}${wrapped(help, COLUMNS - indent.length).join(`\n${indent}`)}`;
      })
      .join("\n"),
  );
  const calls = usage.split("\n").map((line) => call(`  ${line}`));
  const end = notes === undefined ? [] : [notes.split("\n").map(noteLine).join("\n")];
  // The lines of the source are not those of the help.
  const purpose = wrapped(about.replaceAll("\n", " "), COLUMNS).join("\n");
  return [purpose, calls.join("\n"), ...groups, ...end].join("\n\n");
}

/** A call with its purpose, which moves below it if the line is too long. */
function call(line: string): string {
  if (line.length <= COLUMNS) return line;
  const [, written, purpose = ""] = /^(\s*\S.*?)\s{2,}(\S.*)$/.exec(line) ?? [];
  if (written === undefined) return line;
  return [written, ...wrapped(purpose, COLUMNS - PURPOSE.length).map((part) => PURPOSE + part)].join("\n");
}

/** A line of notes. The second column of a table keeps its place. */
function noteLine(line: string): string {
  if (line.length <= COLUMNS) return line;
  const [, first = ""] = /^(\s+\S.*?\s{2,})\S/.exec(line) ?? [];
  const [own = ""] = /^\s*/.exec(line) ?? [];
  const indent = " ".repeat(first === "" ? own.length : first.length);
  const [begin = "", ...rest] = wrapped(line.slice(indent.length), COLUMNS - indent.length);
  return [`${first === "" ? indent : first}${begin}`, ...rest.map((part) => indent + part)].join("\n");
}

/** A text in lines that are no longer than so many columns. Its own line breaks stay. */
export function wrapped(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => {
    const lines: string[] = [];
    for (const word of line.split(" ")) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

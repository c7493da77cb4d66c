import type { PartSize } from "./parts.js";

/** A client's code of the twelve tasks: what all of them share, and each task. */
export interface TaskCode {
  head: string;
  tasks: { title: string; code: string }[];
}

/** What one client needs for a task. */
export interface TaskFigures {
  lines: number;
  casts: number;
  /** A page with this task alone, minified and zipped. */
  kilobytes: number;
}

/** Divides code at its comments: `// 1 one resource`. */
export function taskCode(code: string): TaskCode {
  const [head = "", ...parts] = code.split(/^\/\/ \d+ /m);
  return {
    head,
    tasks: parts.map((part) => {
      const end = part.indexOf("\n");
      return { title: part.slice(0, end), code: part.slice(end + 1) };
    }),
  };
}

/** Lines of code, without comments and empty lines. */
export function linesOf(code: string): string[] {
  return code.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"));
}

export function castsIn(code: string): number {
  return (
    linesOf(code)
      .filter((line) => !line.startsWith("import"))
      .join("\n")
      .split(" as ").length - 1
  );
}

/** A row of the table: a title, and a cell for each client. */
interface Cells {
  title: string;
  cells: readonly string[];
}

/**
 * The page of the comparison, as Markdown.
 *
 * @param tasks the figures of each client for each task
 * @param whole the figures of each client for all tasks together
 * @param sizes what the parts take in the page of this client that the other pages lack
 */
export function tasksPage(
  clients: readonly string[],
  tasks: readonly { title: string; figures: readonly TaskFigures[] }[],
  whole: readonly Cells[],
  { parts, without }: { parts: readonly PartSize[]; without: number },
): string {
  const cell = ({ lines, casts, kilobytes }: TaskFigures) =>
    `${lines} ${lines === 1 ? "line" : "lines"}${casts > 0 ? `, ${casts} casts` : ""}, ${kilobytes.toFixed(1)} kB`;
  const rows = tasks.map(({ title, figures }, index) => ({ title: `${index + 1} ${title}`, cells: figures.map(cell) }));
  const table = (header: string, body: readonly Cells[]) =>
    [
      `| ${[header, ...clients].join(" | ")} |`,
      `| ${[header, ...clients].map(() => "---").join(" | ")} |`,
      ...body.map(({ title, cells }) => `| ${[title, ...cells].join(" | ")} |`),
    ].join("\n");
  return `# Twelve tasks with three clients

Written by \`npm run bench -- tasks\`. The code is in test/bench/tasks/: an everyday API, and each task as the manual of a client says.

${table("task", rows)}

**kB**: a page with this task alone, bundled by esbuild, minified and zipped. A task that a client does in several lines has them in its page.

${table("all twelve", whole)}

The page of this client has more than the others, whatever a task uses of it. Without these parts, it takes ${(without / 1000).toFixed(1)} kB:

${[`| a part of the page of ${clients[0]} | bytes |`, "| --- | --- |", ...parts.map(({ title, bytes }) => `| ${title} | ${bytes} |`)].join("\n")}
`;
}

import type { RealDocument } from "./documents.js";
import type { Measured } from "./measure-one.js";

/** A document and its measurement. */
export interface Row {
  document: RealDocument;
  measured: Measured;
}

/** The measurements as Markdown: a table, the errors, and the places of the documents. */
export function resultsText(rows: readonly Row[]): string {
  const header = [
    "document",
    "version",
    "operations",
    "generate",
    "compile",
    "mock: operations, requests, warnings",
    "verify against the mock: passed / failed / skipped / warnings",
  ];
  return `# Real documents

Written by \`npm run documents\`, which measures each document with the commands of this project:

- **generate** writes the types and the client. **compile** compiles them by TypeScript 7 under \`strict\`, without \`skipLibCheck\`.
- **mock**: up to 25 operations over the whole document, each requested twice: as it is, and with \`Prefer: dynamic=true\`. A
  response of 500 or more that is not documented is an error. "rejected" counts responses of 4xx: the sampled request was
  not valid. "warnings" counts responses that the mock sends although they are not valid by the document.
- **verify** tests the mock of the document by the document.

${table(header, rows.map(cellsOf))}

## Errors

${rows.flatMap(errorsOf).join("\n") || "None."}

## Documents

${table(
  ["document", "source"],
  rows.map(({ document: { name, origin } }) => [name, origin]),
)}
`;
}

function cellsOf({ document, measured }: Row): string[] {
  if ("loadError" in measured) return [document.name, "", "", "not loaded", "", "", ""];
  const { version, operations, generate, compile, mock, verify } = measured;
  const seconds = (each: typeof generate) => ("error" in each ? "error" : `${(each.milliseconds / 1000).toFixed(1)} s`);
  return [
    document.name,
    version,
    String(operations),
    seconds(generate),
    seconds(compile),
    "error" in mock
      ? "error"
      : `${mock.operations}, ${mock.successes} answered, ${mock.rejections} rejected, ${mock.failures.length} errors, ${mock.warnings} warnings`,
    "error" in verify ? "error" : `${verify.passed} / ${verify.failed} / ${verify.skipped} / ${verify.warnings ?? "–"}`,
  ];
}

function errorsOf({ document: { name }, measured }: Row): string[] {
  const problems: string[] =
    "loadError" in measured
      ? [measured.loadError]
      : [
          ...[measured.generate, measured.compile, measured.mock, measured.verify].flatMap((part) =>
            "error" in part ? [part.error] : [],
          ),
          ...("error" in measured.mock ? [] : measured.mock.failures),
        ];
  return problems.map((problem) => `- ${name}: ${problem.replace(/\s+/g, " ").slice(0, 400)}`);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

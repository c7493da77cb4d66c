import type { RealDocument } from "./documents.js";
import type { Outcome } from "./measure.js";
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
    "plan",
    "verify against the mock: passed / failed / skipped / warnings",
    "without a value",
  ];
  return `# Real documents

Written by \`npm run documents\`, which measures each document with the commands of this project:

- **generate** writes the types and the client. **compile** compiles them by TypeScript 7 under \`strict\`, without \`skipLibCheck\`.
- **mock**: up to 25 operations over the whole document, each requested twice: as it is, and with \`Prefer: dynamic=true\`. A
  response of 500 or more that is not documented is an error. "rejected" counts responses of 4xx: the sampled request was
  not valid. "warnings" counts responses that the mock sends although they are not valid by the document.
- **plan** lists the test cases with \`verify --plan\`: the shorter time of two processes.
- **verify** tests the mock of the document by the document. The mock keeps no state, so the test cases that need state are
  skipped. **without a value** counts those of the others that are skipped for want of a value.

A document without paths has nothing to mock. Times are of a machine that did other work too.

${table(header, rows.map(cellsOf))}

## Errors

${rows.flatMap(errorsOf).join("\n") || "None."}

## Schemas without a value

The document contradicts itself there, or the generator finds no value.

${rows.flatMap(unsatisfiableOf).join("\n") || "None."}

## Documents

${table(
  ["document", "source"],
  rows.map(({ document: { name, origin } }) => [name, origin]),
)}
`;
}

function cellsOf({ document, measured }: Row): string[] {
  if ("loadError" in measured) return [document.name, "", "", "not loaded", "", "", "", "", ""];
  const { version, operations, generate, compile, mock, plan, verify } = measured;
  return [
    document.name,
    version,
    String(operations),
    seconds(generate),
    seconds(compile),
    shown(
      mock,
      (each) =>
        `${each.operations}, ${each.successes} answered, ${each.rejections} rejected, ${each.failures.length} errors, ${each.warnings} warnings`,
    ),
    seconds(plan),
    shown(verify, (each) => `${each.passed} / ${each.failed} / ${each.skipped} / ${each.warnings ?? "–"}`),
    shown(verify, ({ withoutValue, stateless }) => `${withoutValue} of ${stateless}${share(withoutValue, stateless)}`),
  ];
}

/** A cell: a result, or that the part ended with an error, or that it does not exist. */
function shown<T extends object>(outcome: Outcome<T> | undefined, text: (result: T) => string): string {
  if (outcome === undefined) return "–";
  return "error" in outcome ? "error" : text(outcome);
}

function seconds(outcome: Outcome<{ milliseconds: number }> | undefined): string {
  return shown(outcome, ({ milliseconds }) => `${(milliseconds / 1000).toFixed(1)} s`);
}

function share(count: number, all: number): string {
  return count === 0 ? "" : ` (${((100 * count) / all).toFixed(1)} %)`;
}

function errorsOf({ document: { name }, measured }: Row): string[] {
  const problems: string[] =
    "loadError" in measured
      ? [measured.loadError]
      : [
          ...[measured.generate, measured.compile, measured.mock, measured.plan, measured.verify].flatMap((part) =>
            part && "error" in part ? [part.error] : [],
          ),
          ...(measured.mock && !("error" in measured.mock) ? measured.mock.failures : []),
        ];
  return problems.map((problem) => `- ${name}: ${problem.replace(/\s+/g, " ").slice(0, 400)}`);
}

function unsatisfiableOf({ document: { name }, measured }: Row): string[] {
  const verify = "loadError" in measured ? undefined : measured.verify;
  const reasons = verify && "unsatisfiable" in verify ? verify.unsatisfiable : [];
  return reasons.map((reason) => `- ${name}: ${reason.slice(0, 400)}`);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

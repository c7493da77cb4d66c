import { BOUNDS, type Cost } from "./bounded-process.js";
import type { RealDocument } from "./documents.js";
import type { Measurement, Outcome } from "./measure.js";
import { PEERS, type PeerResult } from "./peers.js";
import { summaryTable } from "./summary.js";

/** The parts of a measurement that were reached, what the process took, and why it ended before its end. */
export type Measured = Partial<Measurement> & { cost: Partial<Cost>; failure?: string };

/** What the other tools do with a document. */
export interface PeerResults {
  "openapi-typescript"?: PeerResult;
  "hey-api"?: PeerResult;
}

/** A document and its measurement. */
export interface Row {
  document: RealDocument;
  measured: Measured;
  peers: PeerResults | undefined;
}

/**
 * The measurements as Markdown: the numbers, a table, the errors, and the places of the documents.
 *
 * @param all how many documents are listed
 */
export function resultsText(rows: readonly Row[], all: number): string {
  return `# Real documents

Written by \`npm run documents\`, which measures each document with the code of the commands: ${rows.length} of the ${all} listed documents so far. The command
continues where it was interrupted.

${summaryTable(rows)}

- **generate** writes all files. **compile** compiles types and client by TypeScript 7 under \`strict\`, without \`skipLibCheck\`.
- **mock**: up to 25 operations over the whole document, each requested twice: as it is, and with \`Prefer: dynamic=true\`. A
  response of 500 or more that is not documented is an error. "rejected" counts responses of 4xx: the sampled request was
  not valid. "warnings" counts responses that the mock sends although they are not valid by the document.
- **types**: values of each schema, with and without optional fields, are assigned to its type by TypeScript as a library, and so are values
  that the validator rejects by a type.
- **verify** tests the mock of the document by the document for up to a minute; "late" test cases did not run by then. The mock keeps no state,
  so the test cases that need state are skipped. **without a value** counts those of the others that are skipped for want of a value.
- **took**: seconds of the processor, and the largest memory, of the processes that do this: a large document has one for each command,
  and small ones share one, whose memory is then the largest so far. The compiler has one of its own. Other times are of a machine that did
  other work too.
- **Other tools**: openapi-typescript ${PEERS["openapi-typescript"]} and @hey-api/openapi-ts ${PEERS["@hey-api/openapi-ts"]} with their default settings. Their code is compiled under \`strict\`,
  without \`skipLibCheck\`, with the imports of bundlers; ours with \`noUncheckedIndexedAccess\`, \`exactOptionalPropertyTypes\` and \`noUnusedLocals\` besides.

${table(HEADER, rows.map(cellsOf))}

## Errors

${rows.flatMap(errorsOf).join("\n") || "None."}

## Schemas without a value

The document contradicts itself there, or the generator finds no value.

${rows.flatMap(unsatisfiableOf).join("\n") || "None."}

## Documents

${table(
  ["document", "source", "chosen at random"],
  rows.map(({ document: { name, origin, isRandom } }) => [name, origin, isRandom ? "yes" : ""]),
)}
`;
}

const HEADER = [
  "document",
  "version",
  "operations",
  "generate",
  "compile",
  "mock: operations, requests, warnings",
  "verify: passed / failed / skipped (late) / warnings",
  "without a value",
  "took",
  "openapi-typescript",
  "hey-api",
];

function cellsOf({ document: { name }, measured, peers }: Row): string[] {
  const { document, generate, compile, mock, verify, cost } = measured;
  return [
    name,
    shown(document, ({ version }) => version),
    shown(document, ({ operations }) => String(operations)),
    shown(generate, seconds),
    shown(compile, seconds),
    shown(
      mock,
      (each) =>
        `${each.operations}, ${each.successes} answered, ${each.rejections} rejected, ${each.failures.length} errors, ${each.warnings} warnings`,
    ),
    shown(
      verify,
      ({ passed, failed, skipped, late, warnings }) =>
        `${passed} / ${failed} / ${skipped}${late > 0 ? ` (${late})` : ""} / ${warnings}`,
    ),
    shown(verify, ({ withoutValue, stateless }) => `${withoutValue} of ${stateless}${share(withoutValue, stateless)}`),
    cost.seconds === undefined ? "–" : `${cost.seconds.toFixed(0)} s, ${cost.megabytes} MB`,
    peerCell(peers?.["openapi-typescript"]),
    peerCell(peers?.["hey-api"]),
  ];
}

/** A cell: a result, or that the part ended with an error, was not reached, or does not exist. */
function shown<T extends object>(outcome: Outcome<T> | null | undefined, text: (result: T) => string): string {
  if (outcome === null) return "–";
  if (outcome === undefined) return "not reached";
  return "error" in outcome ? "error" : text(outcome);
}

function seconds({ milliseconds }: { milliseconds: number }): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function peerCell(result: PeerResult | undefined): string {
  if (result === undefined) return "–";
  if (result.readError !== undefined) return "refuses";
  return result.compileError === undefined ? "yes" : "does not compile";
}

function share(count: number, all: number): string {
  return count === 0 ? "" : ` (${((100 * count) / all).toFixed(1)} %)`;
}

function errorsOf({ document: { name }, measured }: Row): string[] {
  const { document, generate, compile, mock, verify, types, failure, cost } = measured;
  const isLarge = (cost.megabytes ?? 0) > BOUNDS.megabytes || (cost.seconds ?? 0) > BOUNDS.seconds;
  const problems = [
    ...[document, generate, compile, mock, verify, types].flatMap((part) =>
      part && "error" in part ? [part.error] : [],
    ),
    ...(mock && "failures" in mock ? mock.failures : []),
    ...(types && "wrong" in types ? types.wrong.slice(0, 5) : []),
    ...(verify && "failures" in verify ? verify.failures : []),
    ...(verify && "reason" in verify && verify.reason !== null ? [verify.reason] : []),
    ...(failure === undefined ? [] : [failure]),
    ...(isLarge ? [`It took ${cost.seconds} s of the processor and ${cost.megabytes} MB.`] : []),
  ];
  return [...new Set(problems)].map(
    (problem) => `- ${name}: ${problem.replaceAll(`${process.cwd()}/`, "").replace(/\s+/g, " ").slice(0, 400)}`,
  );
}

function unsatisfiableOf({ document: { name }, measured: { verify } }: Row): string[] {
  const reasons = verify && "unsatisfiable" in verify ? verify.unsatisfiable : [];
  return reasons.map((reason) => `- ${name}: ${reason.slice(0, 400)}`);
}

/** A table of Markdown. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

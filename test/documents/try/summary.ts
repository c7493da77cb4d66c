import { BOUNDS } from "./bounded-process.js";
import { type Row, table } from "./results.js";

/** The numbers that decide, of all documents and of those that were chosen at random. */
export function summaryTable(rows: readonly Row[]): string {
  const random = rows.filter(({ document }) => document.isRandom);
  const listed = rows.filter(({ document }) => !document.isRandom);
  const lines = FACTS.map(([title, applies]) => [title, ...[listed, random].map((some) => count(some, applies))]);
  const facts = table(["", "listed documents", "chosen at random"], lines);
  const tried = rows.filter(({ peers }) => peers?.["openapi-typescript"] && peers["hey-api"]);
  if (tried.length === 0) return facts;
  return `${facts}

${table(["read, and compiles", "we", "openapi-typescript", "hey-api"], [comparison(tried)])}`;
}

type Fact = readonly [title: string, applies: (row: Row) => boolean];

const FACTS: readonly Fact[] = [
  ["measured", () => true],
  ["refused by `generate`", ({ measured: { generate } }) => generate === undefined || "error" in generate],
  [
    "does not compile",
    ({ measured: { generate, compile } }) =>
      generate !== undefined && !("error" in generate) && compile !== undefined && "error" in compile,
  ],
  [
    "mock: an error, or an undocumented 5xx",
    ({ measured: { mock } }) => !!mock && ("error" in mock || mock.failures.length > 0),
  ],
  [
    "types: reject a valid value, or admit a wrong one",
    ({ measured: { types } }) => !!types && ("error" in types || types.wrong.length > 0),
  ],
  [
    "`verify` fails against the own mock",
    ({ measured: { verify } }) => !!verify && "failed" in verify && verify.failed > 0,
  ],
  ["`verify` ends with an error of ours", ({ measured: { verify } }) => !!verify && "error" in verify],
  [
    "`verify` was not ready within its minute",
    ({ measured: { verify } }) => !!verify && "late" in verify && verify.late > 0,
  ],
  [`more than ${BOUNDS.seconds} s of the processor`, ({ measured: { cost } }) => (cost.seconds ?? 0) > BOUNDS.seconds],
  [`more than ${BOUNDS.megabytes} MB`, ({ measured: { cost } }) => (cost.megabytes ?? 0) > BOUNDS.megabytes],
  ["ended before its end", ({ measured: { failure } }) => failure !== undefined],
];

function count(rows: readonly Row[], applies: (row: Row) => boolean): string {
  return String(rows.filter(applies).length);
}

/** How many of some documents the tools read, and of how many the code compiles. */
function comparison(tried: readonly Row[]): string[] {
  const ours = tried.filter(({ measured: { generate } }) => generate && !("error" in generate));
  const compiled = ours.filter(({ measured: { compile } }) => compile && !("error" in compile));
  const theirs = (["openapi-typescript", "hey-api"] as const).map((name) => {
    const read = tried.filter(({ peers }) => peers?.[name]?.readError === undefined);
    const good = read.filter(({ peers }) => peers?.[name]?.compileError === undefined);
    return `${read.length}, ${good.length}`;
  });
  return [`of ${tried.length} documents`, `${ours.length}, ${compiled.length}`, ...theirs];
}

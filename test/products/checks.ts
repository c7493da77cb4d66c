import type { MeasuredProduct } from "./measure-product.js";
import type { Measured } from "./measure-run.js";
import { idOf, type Row } from "./row.js";

/** What breaks a requirement. */
export interface Problem {
  /** The kind of row; empty for the run as a whole. */
  kind: string;
  text: string;
}

/** A requirement that a product was held to. */
export interface Check {
  product: string;
  text: string;
  /** What breaks it, one by one; empty if it is kept. */
  problems: Problem[];
}

/** What `verify` has to keep to at a product. */
export function checksOf({
  product: { name, causesByHand, successes = 0, provesNothing = false },
  operations,
  runs,
}: MeasuredProduct): Check[] {
  return [
    ...runs.flatMap((measured, index) =>
      checksOfRun(measured, provesNothing).map(([text, problems]) => ({
        product: name,
        text: `run ${index + 1}: ${text}`,
        problems,
      })),
    ),
    {
      product: name,
      text: `at least ${successes} of ${operations} operations have a success in each run`,
      problems: runs.flatMap(({ run: { succeeded } }) =>
        succeeded.length < successes ? [problem(`${succeeded.length} have a success`)] : [],
      ),
    },
    {
      product: name,
      text: `the number of causes differs by at most ${DEVIATION * 100} % from that which a person found`,
      problems: provesNothing ? [] : countProblems(runs[0]?.run.causes.length ?? 0, causesByHand.length),
    },
    {
      product: name,
      text: "what the first run accepts, later runs accept",
      problems: provesNothing ? [] : runs.slice(1).flatMap(({ run }, index) => freshProblems(run, index + 2)),
    },
  ];
}

/** How much the number of causes may differ from that which a person found, as a share of it. */
const DEVIATION = 0.2;

function countProblems(found: number, byHand: number): Problem[] {
  return Math.abs(found - byHand) <= byHand * DEVIATION ? [] : [problem(`${found} causes, ${byHand} by hand`)];
}

function freshProblems({ verdict, fresh }: Measured["run"], index: number): Problem[] {
  const problems = fresh.map((title) => problem(`run ${index}: ${title}`));
  return problems.length > 0 || verdict === "passed" ? problems : [problem(`run ${index}: ${verdict}`)];
}

function checksOfRun(
  { run, differences, unnamed, removable }: Measured,
  provesNothing: boolean,
): [text: string, problems: Problem[]][] {
  return [
    ["the server was tested", run.verdict === "error" && !provesNothing ? [problem(run.reason)] : []],
    ["nothing that existed is removed", differences.missing.map((row) => ofRow(row))],
    ["nothing that existed is changed", differences.changed.map(({ row, columns }) => ofRow(row, columns.join(", ")))],
    ["what is left is named with its reason", unnamed.map((row) => ofRow(row))],
    ["nothing is left that the document can remove", removable.map(({ row, removal }) => ofRow(row, removal))],
  ];
}

/** How many problems each kind of row has: `3 directus_presets, 1 directus_folders`. */
export function kindsOf(problems: readonly Problem[]): string {
  const kinds = [...new Set(problems.map(({ kind }) => kind).filter((kind) => kind !== ""))];
  return kinds.map((each) => `${problems.filter(({ kind }) => kind === each).length} ${each}`).join(", ");
}

function problem(text: string): Problem {
  return { kind: "", text };
}

function ofRow(row: Row, more?: string): Problem {
  return { kind: row.kind, text: more === undefined ? idOf(row) : `${idOf(row)}: ${more}` };
}

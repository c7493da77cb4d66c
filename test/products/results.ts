import { onOneLine } from "#cli/unprintable.js";
import { checksOf, kindsOf } from "./checks.js";
import type { MeasuredProduct } from "./measure-product.js";
import type { Measured } from "./measure-run.js";

/** So many rows are listed for each check. */
const LISTED = 10;

/** The measurements as Markdown: a table, what is not kept, and what is not compared. */
export function resultsText(products: readonly MeasuredProduct[]): string {
  const header = [
    "product",
    "run",
    "verdict",
    "operations, with a success",
    "test cases: passed / failed / skipped",
    "requests",
    "duration",
    "rows before: all, removed, changed",
    "rows left: all, named, removable",
  ];
  return `# Real products

Written by \`npm run products\`, which starts each product with data of its own, and runs \`verify --allow-writes creations\` by the
product's own document, several times on the same server. Before and after each run it reads all data. The first run accepts what it
finds by \`--update-known\`, and the later ones are judged by \`--known\`.

- **with a success** counts the operations of the document that responded with 2xx at least once.
- **rows before** are those that existed before the run. None may be removed or changed.
- **rows left** are new, and remain. Each has to be named in \`leftovers\` of report.json, with a reason. **removable** counts
  those that an operation of the document removes; it has to be 0. Rows that belong to another one are counted with it.

${table(header, products.flatMap(rowsOf))}

## Operations without a success

${products.flatMap(othersOf).join("\n") || "None."}

## Causes

${products.map(causesText).join("\n\n")}

## Not kept

${products.flatMap(problemsOf).join("\n") || "None."}

## Not compared

${products.flatMap(ignoredOf).join("\n") || "Everything is compared."}

## Products

${table(
  ["product", "version", "document"],
  products.map(({ product, version, origin }) => [product.name, version, origin]),
)}
`;
}

/** The operations that the first run has no success of, by the reason. */
function othersOf({ product: { name }, runs }: MeasuredProduct): string[] {
  const others = runs[0]?.run.others ?? [];
  return others.map(
    ({ reason, operations }) =>
      `- ${name}, ${operations.length}, ${reason}: ${operations.map((each) => `\`${each}\``).join(", ")}`,
  );
}

/** The causes that the first run found, and those that a person found in its findings. */
function causesText({ product: { name, causesByHand }, runs }: MeasuredProduct): string {
  const causes = runs[0]?.run.causes ?? [];
  const item = (text: string) => `  - ${onOneLine(text).replace(/[<>|]/g, "\\$&")}`;
  return [
    `- ${name}, ${causes.length} by the run:`,
    ...causes.map(({ severity, title }) => item(`${severity}: ${title}`)),
    `- ${name}, ${causesByHand.length} by hand:`,
    ...causesByHand.map(item),
  ].join("\n");
}

function rowsOf({ product, operations, runs }: MeasuredProduct): string[][] {
  return runs.map(({ run, existed, differences, unnamed, removable }: Measured, index) => {
    const { missing, changed, left, parts } = differences;
    return [
      product.name,
      String(index + 1),
      run.verdict,
      `${operations}, ${run.succeeded.length}`,
      `${run.passed} / ${run.failed} / ${run.skipped}`,
      String(run.requests),
      `${run.seconds.toFixed(1)} s`,
      `${existed}, ${missing.length}, ${changed.length}`,
      `${left.length}${parts > 0 ? ` (and ${parts} parts)` : ""}, ${unnamed.length === 0 ? "all" : left.length - unnamed.length}, ${removable.length}`,
    ];
  });
}

function problemsOf(measured: MeasuredProduct): string[] {
  return checksOf(measured)
    .filter(({ problems }) => problems.length > 0)
    .flatMap(({ product, text, problems }) => {
      const more = problems.length - LISTED;
      return [
        `- ${[`${product}, ${text}`, kindsOf(problems)].filter((each) => each !== "").join(": ")}`,
        ...problems
          .slice(0, LISTED)
          .map((each) => `  - \`${onOneLine(each.text).replaceAll("`", "'").slice(0, 300)}\``),
        ...(more > 0 ? [`  - and ${more} more`] : []),
      ];
    });
}

function ignoredOf({ product: { name, bookkeeping } }: MeasuredProduct): string[] {
  return bookkeeping.map(
    ({ kind, column, reason }) => `- ${name}, \`${kind}${column === undefined ? "" : `.${column}`}\`: ${reason}`,
  );
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

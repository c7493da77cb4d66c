import { cpus, type as osType, release, totalmem } from "node:os";
import { curveOf, type FaultCurve, foundBy } from "./faults/curve.js";
import { description, picture, STATED } from "./faults/picture.js";
import { median, type Row, type Series } from "./harness.js";

/** A row, and the ratio of the previous run. */
export interface MeasuredRow extends Row {
  before?: number;
}

/** The rows of one file, and the date of their measurement. */
export interface Measured {
  date: string;
  /** The duration of the measurement in seconds. */
  took: number;
  rows: MeasuredRow[];
}

/** The content of results.json. */
export interface Results {
  machine: string;
  versions: Record<string, string>;
  measured: Record<string, Measured>;
}

/** The text of results.json: one line for each list of figures, rounded to four digits. */
export function compact(results: Results): string {
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
  const text = JSON.stringify(results, rounded, 1);
  return `${text.replace(/\[[\d\s.,e+-]*\]/g, (list) => list.replaceAll(/\s+/g, " "))}\n`;
}

/** The machine, without its name. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${first?.model.trim() ?? "unknown CPU"}, ${cpus().length} cores, ${memory} GiB, ${osType()} ${release().split("-")[0]}, Node ${process.versions.node}`;
}

function number(value: number): string {
  if (Number.isNaN(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

function spread(values: readonly number[]): string {
  const numbers = values.filter((value) => !Number.isNaN(value));
  return numbers.length < 2 ? "" : ` (${number(Math.min(...numbers))}–${number(Math.max(...numbers))})`;
}

function figure({ name, unit, values }: Series): string {
  return `${name}: ${number(median(values))} ${unit}${spread(values)}`;
}

function line({ what, against, ratios, aim, met, figures, note, before }: MeasuredRow): string {
  const sign = met === undefined ? "" : met ? "✓" : "**missed**";
  const cells = [
    `${number(median(ratios))}${spread(ratios)}`,
    before === undefined ? "" : number(before),
    what,
    against,
    aim,
    sign,
    [...figures.map(figure), ...(note === undefined ? [] : [note])].join("<br>"),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** RESULTS.md: the table, ratios first. */
export function render({ machine: on, versions, measured }: Results, order: readonly string[]): string {
  const sections = order.flatMap((name) => (measured[name] ? [{ name, ...measured[name] }] : []));
  const parts = sections.map(({ name, date, took, rows }) =>
    [
      `## ${name}`,
      "",
      `${date}, ${Math.round(took)} s.`,
      "",
      "| ratio | run before | what | against | aim | | medians (lowest–highest) |",
      "|---|---|---|---|---|---|---|",
      ...rows.map(line),
      "",
      ...rows.flatMap(({ curve }) => (curve ? curveText(curve) : [])),
    ].join("\n"),
  );
  const all = sections.flatMap(({ rows }) => rows);
  const judged = all.filter(({ met }) => met !== undefined);
  const again = all.filter(({ before }) => before !== undefined);
  return [
    "# Measured",
    "",
    "Written by `npm run bench`; what was tried to get here is in [TRIED.md](TRIED.md). Candidates take turns, round by round; the ratio is the median of the ratios of the rounds, the spread is in brackets.",
    "",
    `${judged.filter(({ met }) => met).length} of ${judged.length} aims are met; ${again.filter(agrees).length} of ${again.length} ratios are within ${AGREEMENT * 100} % of those of the run before. Machine: ${on}.`,
    "",
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")}.`,
    "",
    ...parts,
  ].join("\n");
}

/** The file of the picture, beside RESULTS.md. */
const PICTURE = "faults-found.svg";

/** The pictures that RESULTS.md shows: their files, and their texts. */
export function pictures({ measured }: Results): [file: string, text: string][] {
  const curves = Object.values(measured).flatMap(({ rows }) => rows.flatMap(({ curve }) => curve ?? []));
  return curves.map((curve) => [PICTURE, picture(curve)]);
}

/** The picture of a curve, and the same as a table. */
function curveText(curve: FaultCurve): string[] {
  const { faults, firstFindings } = curve;
  const points = curveOf(firstFindings);
  return [
    `![${description(curve)}](${PICTURE})`,
    "",
    `| requests sent | ${STATED.join(" | ")} |`,
    `|---|${STATED.map(() => "---").join("|")}|`,
    `| faults found, of ${faults} | ${STATED.map((requests) => foundBy(points, requests)).join(" | ")} |`,
    "",
  ];
}

/** How much the ratio of a row may differ from that of the previous run. */
const AGREEMENT = 0.2;

/** The measured rows, each with the ratio of the previous run. */
export function withBefore(before: Measured | undefined, after: Measured): Measured {
  const rows = after.rows.map((row) => {
    if (row.isLimit) return row;
    const previous = before?.rows.find(({ what, against }) => what === row.what && against === row.against);
    const was = previous ? median(previous.ratios) : Number.NaN;
    return Number.isNaN(was) ? row : { ...row, before: was };
  });
  return { ...after, rows };
}

/** Whether the ratio of a row is close to that of the previous run. */
function agrees({ ratios, before = Number.NaN }: MeasuredRow): boolean {
  const is = median(ratios);
  return is === before || Math.abs(is / before - 1) <= AGREEMENT;
}

/** A line for each ratio that the previous run has as well: whether they agree. */
export function comparison({ rows }: Measured): string[] {
  const compared = rows.filter(({ before, ratios }) => before !== undefined && !Number.isNaN(median(ratios)));
  return compared.map((row) => {
    const { what, against, ratios, before = Number.NaN } = row;
    const is = median(ratios);
    const sign = agrees(row) ? "agrees " : "DIFFERS";
    return `  ${sign}  ${what} / ${against}: ${number(before)} → ${number(is)} (${number((is / before - 1) * 100)} %)`;
  });
}

import { cpus, type as osType, release, totalmem } from "node:os";
import { median, type Row, type Series } from "./harness.js";

/** The rows of one file, and when they were measured. */
export interface Measured {
  date: string;
  /** Seconds that it took. */
  took: number;
  rows: Row[];
}

/** All that results.json holds. */
export interface Results {
  machine: string;
  versions: Record<string, string>;
  measured: Record<string, Measured>;
}

/** results.json: figures stand in one line each, rounded to what can be told apart. */
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
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length < 2 ? "" : ` (${number(Math.min(...known))}–${number(Math.max(...known))})`;
}

function figure({ name, unit, values }: Series): string {
  return `${name}: ${number(median(values))} ${unit}${spread(values)}`;
}

function line({ what, against, ratios, aim, met, figures, note }: Row): string {
  const sign = met === undefined ? "" : met ? "✓" : "**missed**";
  const cells = [
    `${number(median(ratios))}${spread(ratios)}`,
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
  const known = order.flatMap((name) => (measured[name] ? [{ name, ...measured[name] }] : []));
  const parts = known.map(({ name, date, took, rows }) =>
    [
      `## ${name}`,
      "",
      `${date}, ${Math.round(took)} s.`,
      "",
      "| ratio | what | against | aim | | medians (lowest–highest) |",
      "|---|---|---|---|---|---|",
      ...rows.map(line),
      "",
    ].join("\n"),
  );
  const all = known.flatMap(({ rows }) => rows);
  const judged = all.filter(({ met }) => met !== undefined);
  return [
    "# Measured",
    "",
    "Written by `npm run bench`; what was tried to get here is in [TRIED.md](TRIED.md). Candidates take turns, round by round; the ratio is the median of the ratios of the rounds, the spread is in brackets.",
    "",
    `${judged.filter(({ met }) => met).length} of ${judged.length} aims are met. Machine: ${on}.`,
    "",
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")}.`,
    "",
    ...parts,
  ].join("\n");
}

/** How two ratios of one row may differ from run to run. */
const AGREEMENT = 0.2;

/** A line for each ratio that was there before: whether it agrees. */
export function compare(before: Measured | undefined, after: Measured): string[] {
  if (!before) return [];
  return after.rows.flatMap((row) => {
    const known = before.rows.find(({ what, against }) => what === row.what && against === row.against);
    if (!known) return [];
    const [was, is] = [median(known.ratios), median(row.ratios)];
    if (Number.isNaN(was) || Number.isNaN(is)) return [];
    const change = is / was - 1;
    const sign = Math.abs(change) <= AGREEMENT || was === is ? "agrees " : "DIFFERS";
    return [`  ${sign}  ${row.what} / ${row.against}: ${number(was)} → ${number(is)} (${number(change * 100)} %)`];
  });
}

import type { PlannedCase } from "../plan.js";

/** The cases of a run as a table, with what each proves, and why it would not be sent. */
export function planTable(cases: readonly PlannedCase[]): string {
  const rows = cases.map(({ planned: { name, kind, proves }, notSent }) => ({
    sign: notSent === undefined ? " " : "–",
    kind,
    name,
    proves: proves.join(" "),
  }));
  // Not spread into Math.max: a document of 10,000 operations has more cases than a call may have arguments.
  const width = rows.reduce((widest, { name }) => Math.max(widest, name.length), 0);
  const lines = rows.map(({ sign, kind, name, proves }) =>
    `${sign} ${kind.padEnd(11)}  ${name.padEnd(width)}  ${proves}`.trimEnd(),
  );
  const kept = cases.filter(({ notSent }) => notSent !== undefined);
  const note = kept[0] ? [`\n– ${kept.length} ${kept.length === 1 ? "is" : "are"} not sent: ${kept[0].notSent}.`] : [];
  const sent = cases.length - kept.length;
  return [...lines, ...note, `\n${sent} ${sent === 1 ? "case" : "cases"} would be sent.`].join("\n");
}

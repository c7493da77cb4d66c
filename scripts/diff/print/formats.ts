import type { Change } from "../change.js";
import type { Comparison } from "../compare.js";
import { affectedText, conclusion, printed, sectionsOf, usesText, valuesText } from "./print.js";

/** Writes a comparison for one kind of reader. `base` is the base revision as the user named it. */
type Format = (comparison: Comparison, base: string) => string;

/** The formats by their names. */
export const FORMATS: Readonly<Record<"text" | "markdown" | "github" | "json", Format>> = {
  text: printed,
  markdown,
  github,
  json: (comparison) => JSON.stringify(comparison, null, 2),
};

function markdown(comparison: Comparison, base: string): string {
  const { title, changes, impact, stated, versions } = comparison;
  const sections = sectionsOf(changes).map(({ heading, changes: own }) =>
    [
      `#### ${heading}`,
      "",
      "| change | operation | old → new | who is affected |",
      "|---|---|---|---|",
      ...own.map(row),
    ].join("\n"),
  );
  return [
    `### ${cell(title)} ${stated.base} (${cell(base)}) → ${stated.revision}`,
    ...sections,
    conclusion(impact, versions),
  ].join("\n\n");
}

function row(change: Change): string {
  const affected = affectedText(change)?.replace("affects: ", "") ?? "";
  const code = change.code === undefined ? "" : `<br><code>${cell(change.code)}</code>`;
  return `| ${[`${cell(change.message)}${code}`, cell(usesText(change)), cell(valuesText(change) ?? ""), affected].join(" | ")} |`;
}

/** A text in one cell of a table, without markup of its own except code. */
function cell(text: string): string {
  return text.replace(/[&<>|]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\s+/g, " ");
}

/** Workflow commands of GitHub Actions: an error for what breaks, a warning for what beta operations break, otherwise a notice. */
function github({ changes }: Comparison): string {
  return changes
    .map((change) => {
      const kind = change.impact === "major" ? (change.unstable ? "warning" : "error") : "notice";
      const columns = [change.message, valuesText(change), change.code, affectedText(change), change.pointer];
      const text = columns.filter((fact) => fact !== undefined).join("\n");
      return `::${kind} title=${escaped(usesText(change)).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escaped(text)}`;
    })
    .join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

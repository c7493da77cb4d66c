import type { Report } from "#verify/report/report.js";
import { bidi, html, joined, type Part } from "./markup.js";

/** The anchor of a requirement's row. An id may have characters that a URL cannot hold; its place among all has none. */
export function requirementAnchor(index: number): string {
  return `requirement-${index + 1}`;
}

/** Links to the rows of requirements. An id without a row is plain text. */
export function requirementLinks(all: Report["requirements"], ids: Iterable<string>, separator = ", "): Part {
  const links = [...ids].map((id) => {
    const index = all.findIndex((each) => each.id === id);
    return index === -1 ? bidi(id) : html`<a href="#${requirementAnchor(index)}">${bidi(id)}</a>`;
  });
  return joined(links, separator);
}

import type { Report } from "../../report/report.js";
import { bidi, html, joined, type Part } from "./markup.js";

/** The anchor of a requirement's row. An id may have characters that a URL cannot hold; its place among all has none. */
export function requirementAnchor(index: number): string {
  return `requirement-${index + 1}`;
}

/** The requirements of a report by their ids. */
export class RequirementIndex {
  readonly #byId: ReadonlyMap<string, { anchor: string; text: string }>;

  constructor(requirements: Report["requirements"]) {
    this.#byId = new Map(
      requirements.map(({ id, requirement }, index) => [id, { anchor: requirementAnchor(index), text: requirement }]),
    );
  }

  /** The text of a requirement; empty for an id that the report does not have. */
  textOf(id: string): string {
    return this.#byId.get(id)?.text ?? "";
  }

  /** Links to the rows of requirements. An id without a row is plain text. */
  links(ids: Iterable<string>, separator = ", "): Part {
    const links = [...ids].map((id) => {
      const found = this.#byId.get(id);
      return found ? html`<a href="#${found.anchor}">${bidi(id)}</a>` : bidi(id);
    });
    return joined(links, separator);
  }
}

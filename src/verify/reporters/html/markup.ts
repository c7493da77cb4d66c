import { representable } from "../characters.js";

/** Text that is HTML already. All other text is escaped before it gets into a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. `undefined` and `false` render as nothing. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** A piece of HTML. Values in `${}` are escaped, for text and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => text + render(parts[index])).join(""));
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return part.map(render).join("");
}

const REFERENCES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser turns a bare one into a line feed (HTML, 13.2.3.5).
  "\r": "&#13;",
};

function escaped(text: string): string {
  return representable(text).replace(/[&<>"'\r]/g, (character) => REFERENCES[character] ?? "");
}

/** Foreign text, isolated: its writing direction does not affect the text around it. */
export function bidi(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** A name or value in the form that programs use. */
export function code(text: string): Markup {
  return html`<code><bdi>${text}</bdi></code>`;
}

/** Prose of the contract, with code between backticks. */
export function prose(text: string): Markup {
  const pieces = text.split("`");
  // An even number of pieces: one backtick has no partner.
  if (pieces.length % 2 === 0) return bidi(text);
  return html`<bdi>${pieces.map((piece, index) => (index % 2 === 0 ? piece : html`<code>${piece}</code>`))}</bdi>`;
}

/** The content of a `dl`. */
export function definitions(rows: readonly (readonly [term: Part, description: Part])[]): Markup[] {
  return rows.map(([term, description]) => html`<div><dt>${term}</dt><dd>${description}</dd></div>\n`);
}

/** Several parts in one line. */
export function joined(parts: readonly Part[], separator: string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** A text to paste, with a button that copies it. A script shows the button. */
export function copyable(text: string, label: string): Markup {
  return html`<div class="command"><pre><code>${text}</code></pre><button type="button" class="copy" aria-label="Copy: ${label}" hidden>Copy</button></div>`;
}

/** The request of a finding as a command line. If its server ended with the run, also the command that starts it. */
export function reproduction(reproduce: string, start: string | undefined): Part {
  return [
    start !== undefined &&
      html`<p class="note">Start the server, in another terminal:</p>${copyable(start, "start the server")}`,
    copyable(reproduce, "reproduce the request"),
  ];
}

/** A text with its line breaks. */
export function preformatted(text: string): Markup {
  return html`<pre><code>${text}</code></pre>`;
}

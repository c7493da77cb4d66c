/** Text that is HTML already. Nothing else gets into a page without being escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What stands in a template. Nothing, and what is false, leaves no trace. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** A piece of HTML. What stands in `${}` is escaped, for text and for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((each, index) => each + render(parts[index])).join(""));
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return part.map(render).join("");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser would take a bare one for a line's end (HTML, 13.2.3.5).
  "\r": "&#13;",
};

function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"']|\p{Cc}/gu, (each) => ENTITIES[each] ?? visible(each));
}

/** HTML cannot hold most control characters: their pictures (U+2400 …) stand for them. */
function visible(control: string): string {
  const code = control.charCodeAt(0);
  if (control === "\t" || control === "\n") return control;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}

/** Text of others: whatever direction it is written in, it turns nothing around it. */
export function told(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** A name or value as a machine knows it. */
export function code(text: string): Markup {
  return html`<code><bdi>${text}</bdi></code>`;
}

/** Prose of the contract, with code between backticks. */
export function prose(text: string): Markup {
  const pieces = text.split("`");
  // A backtick without its partner is just one.
  if (pieces.length % 2 === 0) return told(text);
  return html`<bdi>${pieces.map((piece, index) => (index % 2 === 0 ? piece : html`<code>${piece}</code>`))}</bdi>`;
}

/** Several things in one line. */
export function joined(parts: readonly Part[], between: string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
}

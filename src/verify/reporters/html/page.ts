import { createHash } from "node:crypto";
import { html, Markup } from "./markup.js";
import { STYLE } from "./style.js";

/** A part of the page that the contents list. */
export interface Section {
  id: string;
  title: string;
  /** The number of items, shown beside the title in the contents. */
  count?: number | undefined;
  body: Markup;
}

/** The beginning of the page. */
export interface Opening {
  /** The title of the window: plain text. */
  title: string;
  header: Markup;
}

/**
 * The page around its sections. Its policy blocks requests, and scripts without the nonce, in case a text was not escaped.
 * The nonce is a hash of the content. So the same report is the same page, and no content can contain its own nonce.
 */
export function page({ title, header }: Opening, sections: readonly Section[]): string {
  const main = html`${sections.map(
    ({ id, title: heading, body }) =>
      html`<section aria-labelledby="${id}">\n<h2 id="${id}">${heading}</h2>\n${body}\n</section>\n`,
  )}`;
  const nonce = createHash("sha256").update(title).update(header.text).update(main.text).digest("hex");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${header}
${sections.length > 1 && contents(sections)}
<main>
${main}</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`.text;
}

function contents(sections: readonly Section[]): Markup {
  const items = sections.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}</a>${count !== undefined && html` <span class="count">${count}</span>`}</li>\n`,
  );
  return html`<nav aria-label="Contents"><ul>\n${items}</ul></nav>`;
}

/**
 * Shows the buttons, which copy the text beside them. A page of another machine without TLS has no clipboard. The button
 * then selects the text and copies the selection.
 */
const SCRIPT = new Markup(`
for (const button of document.querySelectorAll("button.copy")) button.hidden = false;
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button.copy");
  if (!button) return;
  const source = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
`);

/** The head of a column: its name, in an object if the column holds numbers. */
type Column = string | { number: string };

/** A table in a box of its own, which scrolls where the page is too narrow. */
export function table(label: string, columns: readonly Column[], rows: readonly Markup[], totals?: Markup): Markup {
  const heads = columns.map((column) =>
    typeof column === "string"
      ? html`<th scope="col">${column}</th>`
      : html`<th scope="col" class="number">${column.number}</th>`,
  );
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows}</tbody>
${totals && html`<tfoot>${totals}</tfoot>`}</table></div>`;
}

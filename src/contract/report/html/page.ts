import { html, type Markup } from "./markup.js";
import { STYLE } from "./style.js";

/** A part of the page that its contents name. */
export interface Section {
  id: string;
  title: string;
  /** Shown beside the title in the contents: how many there are. */
  count?: number;
  body: Markup;
}

export interface Opening {
  /** What the window is called: plain text. */
  title: string;
  header: Markup;
}

/** The page around its sections. Its policy lets nothing in, should any text of a server ever pass for markup. */
export function page({ title, header }: Opening, sections: readonly Section[]): string {
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${header}
${sections.length > 1 && contents(sections)}
<main>
${sections.map(
  ({ id, title: heading, body }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${body}
</section>
`,
)}</main>
</body>
</html>
`;
  return markup.text;
}

function contents(sections: readonly Section[]): Markup {
  const items = sections.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}</a>${count !== undefined && html` <span class="count">${count}</span>`}</li>
`,
  );
  return html`<nav aria-label="Contents"><ul>
${items}</ul></nav>`;
}

/** A table that scrolls inside its own box where the page is too narrow for it. */
export function table(label: string, columns: readonly Markup[], rows: readonly Markup[], closing?: Markup): Markup {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>
<thead><tr>${columns}</tr></thead>
<tbody>
${rows}</tbody>
${closing && html`<tfoot>${closing}</tfoot>`}</table></div>`;
}

/** The head of a column. */
export function column(name: string, kind: "text" | "number" = "text"): Markup {
  return html`<th scope="col"${kind === "number" && html` class="number"`}>${name}</th>`;
}

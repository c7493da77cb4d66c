import { escapeHtml } from "./escape-html.js";

/**
 * A description as HTML: paragraphs, lists, code, bold text and links of CommonMark. HTML in it is left out. Descriptions of other
 * forms stay readable as text.
 */
export function markdownHtml(markdown: string): string {
  return markdown
    .replaceAll(/<details>.*?<\/details>/gs, "")
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map(blockHtml)
    .join("");
}

function blockHtml(block: string): string {
  const heading = /^#{1,6} +(.*)$/.exec(block)?.[1];
  if (heading !== undefined) return `<h3>${inlineHtml(heading)}</h3>`;
  if (/^[-*] /.test(block)) {
    const items = block.split(/^[-*] +/m).filter((item) => item.trim() !== "");
    return `<ul>${items.map((item) => `<li>${inlineHtml(item.trim())}</li>`).join("")}</ul>`;
  }
  return `<p>${inlineHtml(block)}</p>`;
}

function inlineHtml(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/s.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : proseHtml(part)))
    .join("");
}

function proseHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/gs, "<strong>$1</strong>")
    .replaceAll(/\[([^\]]+)\]\(((?:https?:\/\/|[\w./#-])[^)\s]*)\)/g, '<a href="$2">$1</a>');
}

import type { PromiseState } from "../../promises.js";
import type { Report } from "../report.js";
import { sentence } from "../wording.js";
import { badge } from "./marks.js";
import { code, html, type Markup, prose, told } from "./markup.js";
import { column, type Section, table } from "./page.js";

/** Every promise of the reference, and how it fared. */
export function promises({ promises: all }: Report): Section | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map(
    (
      promise,
    ) => html`<tr id="${anchor(all, promise.id)}"><th scope="row">${told(promise.id)}</th><td class="state">${badge(promise.state)}</td><td class="text">${prose(promise.promise)}${reason(promise)}</td><td class="names">${promise.operations.map((name) => html`<div>${code(name)}</div>`)}</td></tr>
`,
  );
  const columns = ["Id", "State", "Promise", "Operations"].map((name) => column(name));
  return { id: "promises", title: "Promises", count: all.length, body: table("Promises", columns, rows) };
}

function reason({ reason: text, state }: PromiseState): Markup | false {
  if (state === "broken") return html` <a class="note" href="#failures">see failures</a>`;
  return text !== undefined && html` <span class="note">${told(sentence(text))}</span>`;
}

/** Ids may have any characters; the place of a promise among all has none that a URL could stumble over. */
function anchor(all: readonly { id: string }[], id: string): string {
  return `promise-${all.findIndex((each) => each.id === id) + 1}`;
}

/** A promise named elsewhere on the page, with the way to its row. */
export function promiseLink(all: readonly { id: string }[], id: string): Markup {
  if (!all.some((each) => each.id === id)) return told(id);
  return html`<a href="#${anchor(all, id)}">${told(id)}</a>`;
}

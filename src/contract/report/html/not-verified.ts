import type { Report } from "../report.js";
import { sentence } from "../wording.js";
import { html, joined, told } from "./markup.js";
import { column, type Section, table } from "./page.js";
import { promiseLink } from "./promises.js";

interface Reason {
  cases: string[];
  promises: Set<string>;
}

/** What nothing is known of, by the reason: most can be helped by a line in the target file. */
export function notVerified({ cases, promises }: Report): Section | undefined {
  const reasons = new Map<string, Reason>();
  const of = (reason: string) => {
    const known = reasons.get(reason) ?? { cases: [], promises: new Set() };
    reasons.set(reason, known);
    return known;
  };
  const open = promises.filter(({ state }) => state === "not verified");
  for (const { name, proves, outcome } of cases) {
    if (outcome.verdict !== "not verified") continue;
    const reason = of(outcome.reason);
    reason.cases.push(name);
    for (const id of proves) if (open.some((each) => each.id === id)) reason.promises.add(id);
  }
  const explained = new Set([...reasons.values()].flatMap(({ promises: ids }) => [...ids]));
  for (const { id, reason } of open) {
    if (!explained.has(id)) of(reason ?? "no reason is known").promises.add(id);
  }
  if (reasons.size === 0) return undefined;
  const rows = [...reasons].map(
    ([
      reason,
      { cases: names, promises: ids },
    ]) => html`<tr><th scope="row" class="text">${told(sentence(reason))}</th><td class="number">${names.length}</td><td class="text">${names.length > 0 && html`<ul>${names.map((name) => html`<li>${told(name)}</li>`)}</ul>`}</td><td>${joined(
      [...ids].map((id) => promiseLink(promises, id)),
      ", ",
    )}</td></tr>
`,
  );
  const columns = [column("Reason"), column("Cases", "number"), column("Which"), column("Promises left open")];
  const count = cases.filter(({ outcome }) => outcome.verdict === "not verified").length;
  const body = table("Not verified, by reason", columns, rows);
  return { id: "not-verified", title: "Not verified", ...(count > 0 ? { count } : {}), body };
}

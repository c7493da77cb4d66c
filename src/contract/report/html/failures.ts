import { restingOn } from "../failure-text.js";
import type { Report } from "../report.js";
import { counted, sentence } from "../wording.js";
import { type FailureGroup, failureGroups, type OneFailure } from "./failure-groups.js";
import { code, html, joined, type Markup, type Part, prose, told } from "./markup.js";
import type { Section } from "./page.js";
import { promiseLink } from "./promises.js";

/** What is wrong, told to the team whose server it is: findings that are alike are told once. */
export function failures(report: Report): Section | undefined {
  const groups = failureGroups(report.cases);
  if (groups.length === 0) return undefined;
  const operations = [...new Set(groups.map(({ operation }) => operation))];
  const body = html`${
    report.verdict === "could not run" &&
    html`<p>The contract could not be verified, so this may come from the reason above and not from a fault of the server.</p>
`
  }${operations.map((operation) => {
    const own = groups.filter((group) => group.operation === operation);
    const { method = "", path = "" } = own[0]?.failures[0]?.report ?? {};
    return html`<h3>${code(operation)} <span class="route">${told(`${method.toUpperCase()} ${path}`)}</span></h3>
${own.map((group) => article(group, report.promises))}`;
  })}`;
  return { id: "failures", title: "Failures", count: report.counts.broken + report.counts.noAnswer, body };
}

function article({ failures: all }: FailureGroup, promises: Report["promises"]): Markup {
  const [first] = all;
  if (!first) return html``;
  // What gives no answer breaks no promise in particular; it keeps those from being proved that its cases would prove.
  const open = first.check === undefined ? [...new Set(all.flatMap(({ report }) => report.proves))] : [];
  const rows: [string, Part][] = [
    ["Case", html`${told(first.report.name)}${times(all.filter(({ report }) => report === first.report))}`],
    ...first.promises.map((id): [string, Part] => [
      "Promise",
      html`<strong>${promiseLink(promises, id)}</strong> ${prose(promises.find((each) => each.id === id)?.promise ?? "")}`,
    ]),
    ...(open.length > 0
      ? [
          [
            "Leaves open",
            joined(
              open.map((id) => promiseLink(promises, id)),
              ", ",
            ),
          ] satisfies [string, Part],
        ]
      : []),
    ...(first.location === undefined ? [] : [["Contract", code(first.location)] satisfies [string, Part]]),
    ["Expected", told(first.expected)],
    ["Received", told(first.received)],
    ...(first.restsOn.length > 0 ? [["Rests on", told(restingOn(first.restsOn))] satisfies [string, Part]] : []),
    ["Repeat", command(first.repeat)],
  ];
  return html`<article>
<h4><span class="badge bad"><span aria-hidden="true">${first.check === undefined ? "!" : "✗"}</span> ${told(first.check ?? "no answer")}</span> ${told(sentence(first.message))}</h4>
<dl>
${rows.map(
  ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
${more(first, all)}</article>
`;
}

/** The other cases that met the same, each once, with what was different there. */
function more(first: OneFailure, all: readonly OneFailure[]): Markup | false {
  const cases = [...new Set(all.map(({ report }) => report))].filter((report) => report !== first.report);
  if (cases.length === 0) return false;
  const items = cases.flatMap((report) => {
    const own = all.filter((each) => each.report === report);
    const [other] = own;
    if (!other) return [];
    const differing = (["message", "expected", "received"] as const).filter((name) => other[name] !== first[name]);
    return html`<li>${told(report.name)}${times(own)}${differing.map((name) => html`<br><span class="note">${name === "message" ? "found" : name}</span> ${told(other[name])}`)}
${other.repeat !== first.repeat && command(other.repeat)}</li>
`;
  });
  return html`<details><summary>The same in ${counted(cases.length, "more case")}</summary><ul>
${items}</ul></details>
`;
}

/** One case may meet a thing again and again: in every item of a list, say. */
function times(own: readonly OneFailure[]): Markup | false {
  return own.length > 1 && html` <span class="note">${counted(own.length, "time")}, first:</span>`;
}

function command(line: string): Markup {
  return html`<pre class="command"><code>${line}</code></pre>`;
}

import type { Report } from "../report.js";
import { counted, grouped, lasting, moment, sentence } from "../wording.js";
import { html, type Markup, type Part, told } from "./markup.js";
import type { Opening } from "./page.js";

const VERDICTS: Record<Report["verdict"], { sign: string; headline: string; tone: string }> = {
  holds: { sign: "✓", headline: "The contract holds", tone: "good" },
  broken: { sign: "✗", headline: "The contract is broken", tone: "bad" },
  "not verified": { sign: "–", headline: "The contract was not wholly verified", tone: "open" },
  "could not run": { sign: "!", headline: "The contract could not be verified", tone: "open" },
};

/** What a reader has to know first: the verdict, of what, where and when. */
export function opening(report: Report): Opening {
  const { contract, target, date, duration, seed, counts } = report;
  const { sign, headline, tone } = VERDICTS[report.verdict];
  const facts: [string, Part][] = [
    ["Contract", told(`${contract.title} ${contract.version}`)],
    ["Target", told(target)],
    ["Date", html`<time datetime="${date}">${moment(date)}</time>`],
    ["Duration", lasting(duration)],
    ["Cases", grouped(counts.cases)],
    ["Requests", grouped(counts.requests)],
    ["Seed (--seed)", String(seed)],
  ];
  return {
    title: `${sign} ${headline}: ${contract.title} ${contract.version}, ${target}`,
    header: html`<header class="${tone}">
<p class="kicker">Contract verification</p>
<div class="verdict"><span class="sign" aria-hidden="true">${sign}</span><div>
<h1>${headline}</h1>
<p>${why(report)}</p>
</div></div>
<dl class="facts">
${facts.map(
  ([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>
`,
)}</dl>
</header>`,
  };
}

/** The verdict in a sentence, with ways to what it speaks of. */
function why({ verdict, reason, counts }: Report): Markup {
  if (verdict === "could not run") return told(sentence(reason ?? "The reason is not known"));
  const { cases, holds, broken, noAnswer, notVerified } = counts;
  if (holds === cases) return html`${cases === 1 ? "The one case holds." : `All ${grouped(cases)} cases hold.`}`;
  const parts = [
    html`${grouped(holds)} of ${counted(cases, "case")} ${holds === 1 ? "holds" : "hold"}`,
    ...(broken > 0 ? [html`<a href="#failures">${grouped(broken)} ${broken === 1 ? "is" : "are"} broken</a>`] : []),
    ...(noAnswer > 0 ? [html`<a href="#failures">${grouped(noAnswer)} got no answer</a>`] : []),
    ...(notVerified > 0
      ? [
          html`<a href="#not-verified">${grouped(notVerified)} ${notVerified === 1 ? "was" : "were"} not verified</a>, so nothing is known of ${notVerified === 1 ? "it" : "them"}`,
        ]
      : []),
  ];
  const line = parts.map((part, index) => html`${index > 0 && "; "}${part}`);
  return html`${line}.${reason !== undefined && html` <bdi>${sentence(reason)}</bdi>`}`;
}

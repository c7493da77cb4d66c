import { type CaseResult, groupBy, SUITES, type SuiteId } from "#verify/report/report.js";
import { badge, countStates, operationName, stateCell, statesOf } from "../badges.js";
import { definitions, html, joined, type Markup } from "../markup.js";
import { table } from "../page.js";

/** Each suite in a sentence, for readers who did not write its test cases. */
const MEANINGS: Record<SuiteId, string> = {
  examples: "The contract's own examples get the documented responses.",
  "accepted-values": "Values that the contract allows are accepted, also the largest, the smallest and the longest.",
  "invalid-requests": "Requests that the contract does not allow are rejected.",
  "unknown-resources": "Resources that do not exist are not found.",
  robustness: "Unusual input does not lead to a server error.",
  authentication: "Without a valid key, the server shows nothing and changes nothing.",
  lists:
    "The pages of a list together hold each item once, filters select items, and each item can be retrieved, with the same data.",
  "life-cycle": "A created resource is found, listed, changed and deleted, as links or paths of the contract say.",
  conditional: "Entity tags change with a resource, and conditions on them decide what is sent and changed.",
  patches: "A patch changes what it says, by the rules of its media type, and nothing else.",
  jobs: "Work that continues after the response can be followed to its end.",
  files: "Uploaded bytes come back as they were sent.",
  "unsupported-methods": "A method that a path does not have does not lead to a failure of the server.",
  exploration: "Random requests and sequences get documented responses.",
  traffic: "The responses in recorded traffic conform to the contract.",
  rules: "Requirements of this API that only several requests together can show.",
};

/** The test cases by operation and suite, folded. */
export function suiteMatrix(cases: readonly CaseResult[]): Markup {
  const suites = SUITES.filter((suite) => cases.some((result) => result.suite === suite));
  const cells = (own: readonly CaseResult[]) => [
    ...suites.map((suite) => stateCell(own.filter((result) => result.suite === suite))),
    stateCell(own),
  ];
  const rows = [...groupBy(cases, ({ operation }) => operation).values()].map((own) => {
    const [first] = own;
    return html`<tr><th scope="row">${first && operationName(first)}</th>${cells(own)}</tr>\n`;
  });
  const totals = html`<tr><th scope="row">All operations</th>${cells(cases)}</tr>\n`;
  const columns = ["Operation", ...[...suites, "all"].map((number) => ({ number }))];
  const badges = countStates(statesOf(cases)).map(({ state }) => badge(state));
  return html`<details><summary>Test cases by operation and suite</summary>
<div class="matrix">${table("Test cases by operation and suite", columns, rows, totals)}</div>
<p class="legend">${joined(badges, " ")}</p>
<dl class="legend">
${definitions(suites.map((suite) => [suite, MEANINGS[suite]]))}</dl></details>`;
}

import { describe, expect, test } from "vitest";
import { differing } from "#verify/reporters/html/difference.js";
import { html } from "#verify/reporters/html.js";
import { NO_RESPONSE, REPORTS, reportNamed } from "./html-reports.js";
import {
  CURL,
  failed,
  failedWithError,
  finding,
  findingAt,
  HOSTILE,
  largeReport,
  PASSED,
  report,
  requirement,
  result,
  skipped,
  skippedFor,
} from "./sample.js";

/** The text that a reader sees, without the style sheet and the tags. */
function text(page: string): string {
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return page
    .replace(/<style>.*<\/style>|<script nonce.*<\/script>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&([a-z]+|#39);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, " ");
}

const headings = (page: string) => [...page.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);

describe("report.html", () => {
  test.each<[string, string, string[], string[]]>([
    [
      "passed",
      "✓ Passed: Things 1.2.3, https://api.example.com",
      ["coverage", "all-cases"],
      [
        ...["All 2 test cases passed.", "2026-01-02 03:04:05 UTC", "1 min 5 s", "1,234", "2 ✓ passed"],
        ...["T1✓ verifiedThe server follows T1.", "examplesThe contract's own examples get the documented responses."],
      ],
    ],
    [
      "failed",
      "✗ Failed: Things 1.2.3, https://api.example.com",
      [
        ...["causes", "warnings", "coverage", "skipped", "unspecified"],
        ...["undocumented-fields", "unsafe-requests", "leftovers", "all-cases"],
      ],
      [
        "1 of 5 test cases passed; 2 failed; 1 ended with an error; 1 skipped (not tested); 1 warning.",
        "1 ✓ passed 2 ✗ failed 1 ! error 1 – skipped",
        "listThingslimit1 ✓ passed",
        "9 % of the document was exercised",
        "response fields3 of 40",
        "addThingoperationsaddThingwrites are not allowed",
        "/data/*/a_rather_long_name_of_a_field_29… and 7 more",
        "200 × 3",
        "GET /things sends no response (10 s passed) ! no response 1 test case",
        "401 textin 2 situations",
        "no body: 422 json",
        "1 more open point without observations",
        "The list is empty.1listThings › e",
        "T2– not verifiedThe server follows T2. No test case of this run covers it.",
        "/data/*/color",
        "/things/7",
      ],
    ],
    [
      "error",
      "! Error: Things 1.2.3, https://api.example.com",
      ["causes", "coverage", "all-cases"],
      ["The target did not respond. connection refused.", "This run proves nothing, for the reason above."],
    ],
    [
      "incomplete",
      "– Incomplete: Things 1.2.3, https://api.example.com",
      ["coverage", "skipped", "all-cases"],
      [
        "1 of 3 test cases passed; 2 skipped (not tested). Every test case was required (--require-all).",
        "The list is empty.2listThings › blistThings › c",
      ],
    ],
    ["without test cases", "! Error: Things 1.2.3, https://api.example.com", [], ["There is no test case."]],
  ])("shows a report that is %s, and leaves out sections without content", (name, title, sections, texts) => {
    const page = html.render(reportNamed(name));
    expect(page).toContain(`<title>${title}</title>`);
    expect(headings(page)).toEqual(sections);
    for (const each of texts) expect(text(page)).toContain(each);
  });

  test("shows a cause once, with its simplest example, and folds its test cases with what each found", () => {
    const equal = [1, 2, 2].map((item) => finding({ message: `the body at /data/${item}/at must be a date` }));
    const longer = finding({ ...equal[0], received: "now", reproduce: `${CURL} -H "Accept: application/json"` });
    const cases = [result("a", failed(...equal)), result("b", failed(longer))];
    const page = html.render(report({ cases, requirements: [requirement("T1", "failed")] }));
    expect(page.match(/<article/g)).toHaveLength(1);
    for (const each of [
      "GET /things: the body at /data/1/at must be a date (T1) ✗ body 2 test cases",
      "RequirementT1 The server follows T1.",
      "OperationsGET /things",
      "Contract#/components/schemas/Thing/properties/at/format",
      'Expecteda dateReceived"yesterday"',
      "listThings › athe body at /data/1/at must be a date and 2 more",
      "listThings › bthe body at /data/1/at must be a date curl",
    ])
      expect(text(page)).toContain(each);
  });

  test("names the settings that skipped test cases need, with YAML to paste", () => {
    const keyless = skippedFor({ kind: "credentials", actor: "otherTeam" });
    const page = html.render(report({ cases: [result("a", keyless), result("b", skipped("the list is empty"))] }));
    expect(page).toContain(`<code>credentials:\n  otherTeam: \${OTHER_TEAM_KEY}</code>`);
    expect(text(page)).toContain("credentials.otherTeamit needs a key of another team1listThings › a");
    expect(text(page)).toContain("Other reasons ReasonCountTest cases The list is empty.1listThings › b");
  });

  test("names the command that starts a server again that ended with the run", () => {
    const cases = [result("a", failed(finding()))];
    expect(text(html.render(report({ cases, start: "npm run sandbox" })))).toContain(
      "Start the server, in another terminal:npm run sandboxCopycurl",
    );
  });

  test("folds what passed, and the details of warnings", () => {
    const cases = [result("a", PASSED, { warnings: [finding({ check: "echo", basis: "inferred" })] })];
    const page = html.render(report({ cases, requirements: [requirement("T1", "verified")] }));
    expect(headings(page)).toEqual(["warnings", "coverage", "all-cases"]);
    expect(text(page)).toContain("GET /things: the body at /at must be a date (T1) ⚠ echo (inferred) 1 test case");
    expect(page).toMatch(/<details><summary>1 verified requirement<\/summary>/);
    expect(page).toMatch(/<details><summary>Details<\/summary>/);
  });

  test.each([
    ['200 {"total":3}', '200 {"total":41}', '200 {"total":<mark>3</mark>}', '200 {"total":<mark>41</mark>}'],
    ["a date", '"yesterday"', "a date", '<mark>"yesterday"</mark>'],
    ["[1,2]", "[1,2,3]", "[1,2]", "[1,2<mark>,3</mark>]"],
    ["", "x", "", "<mark>x</mark>"],
    ["4xx", `200 ${"long ".repeat(30)}`, "4xx", `200 ${"long ".repeat(30)}`],
  ])("marks the part in which %s and %s differ", (expected, received, ...want) => {
    const shown = differing(expected, received);
    expect([shown.expected, shown.received].map((each) => each.text.replaceAll("&quot;", '"'))).toEqual(
      want.map((each) => `<bdi>${each}</bdi>`),
    );
  });

  test("lists several causes first, with links, and names the test cases that fail because of another one's cause", () => {
    const lost = finding({ check: "echo", about: { operation: "addThing", status: 201, fields: ["at"] } });
    const cases = [
      result("a", failed(finding(), findingAt("on"))),
      result("b", failed(lost), { operation: "addThing", method: "post" }),
    ];
    const page = html.render(report({ cases }));
    expect(page.match(/<article/g)).toHaveLength(2);
    expect(page).toMatch(/<h2 id="causes">2 causes<\/h2>\n<ol class="overview">\n<li><a href="#cause-1">/);
    expect(text(page)).toContain("1 more test case fails because of it addThing › b");
  });

  test("merges missing responses of an operation, and shows the stack of a defective test case", () => {
    const cases = [
      result("a", NO_RESPONSE),
      result("b", failedWithError("GET https://api.example.com/things: no response (reset)")),
      result("c", failedWithError("no such property", "TypeError: no such property\n    at suite.ts:1")),
    ];
    const page = html.render(report({ cases }));
    expect(page.match(/<article/g)).toHaveLength(2);
    expect(text(page)).toContain(
      "A test case ended with an error: no such property ! error in a test case 1 test case",
    );
    expect(page).toContain("<code>TypeError: no such property\n    at suite.ts:1</code>");
    expect(page.match(/<dt>Reproduce</g)).toHaveLength(1);
  });

  test("shows the command that sends a request again unchanged, ready to copy", () => {
    const page = html.render(report({ cases: [result("a", failed(finding()))] }));
    expect(page).toContain(
      "<code>curl -sS -i &#39;https://api.example.com/things?q=&quot;a&quot;&amp;b=&lt;c&gt;&#39; -H &quot;Authorization: Bearer $KEY&quot;</code>",
    );
    expect(text(page)).toContain(CURL);
  });

  test("escapes every text of a hostile server or document", () => {
    const outcome = failed(
      finding({ message: HOSTILE, requirements: [HOSTILE, "X9"], place: HOSTILE, expected: HOSTILE }),
      finding({
        message: "other",
        about: { operation: HOSTILE, status: 200, fields: [HOSTILE], keyword: "enum", says: HOSTILE },
        received: `${HOSTILE}\0\u001b\r\ud800\ufffe`,
        assumes: [HOSTILE],
        reproduce: HOSTILE,
      }),
    );
    const named = { operation: HOSTILE, method: HOSTILE, path: HOSTILE, parameter: HOSTILE, covers: [HOSTILE] };
    const page = html.render(
      report({
        reason: HOSTILE,
        contract: { title: HOSTILE, version: HOSTILE },
        target: HOSTILE,
        date: HOSTILE,
        cases: [
          result(HOSTILE, outcome, named),
          result("b", skipped(HOSTILE), named),
          result("c", failedWithError(HOSTILE), named),
          result("d", failedWithError(HOSTILE, HOSTILE), named),
          result("e", PASSED, {
            ...named,
            warnings: [finding({ check: "echo", message: HOSTILE, about: { operation: HOSTILE } })],
          }),
        ],
        requirements: [
          {
            ...requirement(HOSTILE, "not verified", HOSTILE),
            operations: [HOSTILE],
            requirement: `\`${HOSTILE}\``,
          },
        ],
        observations: [
          { id: HOSTILE, open: HOSTILE, seen: [HOSTILE, `${HOSTILE}: ${HOSTILE}`, `x: ${HOSTILE}`] },
          { id: HOSTILE, open: HOSTILE, seen: [] },
        ],
        undocumentedFields: [{ operation: HOSTILE, at: HOSTILE }],
        leftovers: [{ operation: HOSTILE, resource: HOSTILE, reason: HOSTILE }],
      }),
    );
    expect(page).not.toMatch(/<(script(?! nonce="[0-9a-f]{64}">)|img)/);
    expect(page).not.toContain("alert(1)</script>");
    // No attribute has a character that could end it.
    for (const [tag] of page.replace(/<style>.*<\/style>|<script nonce.*<\/script>/gs, "").matchAll(/<[a-z][^>]*>/g))
      expect(tag).toMatch(/^<[a-z][a-z0-9]*( [a-z-]+(="[^"<>]*")?)*>$/);
    // Text that changes the writing direction is isolated (a mark is in a bdi), except in the title and in code.
    for (const [, before] of page.matchAll(/<(\/?[a-z0-9]+)[^<]*\u202e/g))
      expect(["bdi", "mark", "code", "title", "time"]).toContain(before);
    expect(page).toContain("␀␛&#13;\ufffd\ufffd");
    expect(page.isWellFormed()).toBe(true);
  });

  test.each(Object.keys(REPORTS))(
    "is reproducible, self-contained and well structured for a report that is %s",
    (name) => {
      const page = html.render(reportNamed(name));
      expect(html.render(JSON.parse(JSON.stringify(reportNamed(name))))).toBe(page);
      const [, policy, nonce] =
        /<meta http-equiv="Content-Security-Policy" content="([^"]*script-src 'nonce-([0-9a-f]{64})'[^"]*)">/.exec(
          page,
        ) ?? [];
      expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline';");
      expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
      expect(page).not.toMatch(/<(link|img|iframe|base|form)\b|<[^>]*\bsrc=|url\(|@import|href="[^#]|undefined|NaN/);
      const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
      expect(levels[0]).toBe(1);
      levels.forEach((level, index) => {
        if (index > 0) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
      });
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id);
    },
  );

  test("renders 10,000 test cases in less than 2 seconds", () => {
    const large = largeReport();
    const before = process.cpuUsage();
    html.render(large);
    // Processor time: other tests use the machine too.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

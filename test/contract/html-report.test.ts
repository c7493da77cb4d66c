import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../src/contract/finding.js";
import type { PromiseState } from "../../src/contract/promises.js";
import { htmlReport } from "../../src/contract/report/html.js";
import type { Report } from "../../src/contract/report/report.js";
import type { CaseReport, Outcome } from "../../src/contract/verification.js";
import { type Browser, CHROMIUM, startBrowser } from "./browser.js";

const HOLDS: Outcome = { verdict: "holds", statuses: [200], duration: 12 };
const CURL = `curl -sS -i 'https://api.example.com/things?q="a"&b=<c>' -H "Authorization: Bearer $KEY"`;
const HOSTILE = `<script>alert(1)</script>"'&<img src=x onerror=alert(2)> שלום \u202e🎉 ${"W".repeat(400)}`;

function finding(given: Partial<Finding> = {}): Finding {
  const place = { location: "#/components/schemas/Thing/properties/at", expected: "a date", received: '"yesterday"' };
  return {
    check: "body",
    message: "the body at /at must be a date",
    promises: ["T1"],
    ...place,
    restsOn: [],
    repeat: CURL,
    ...given,
  };
}

function broken(...findings: Finding[]): Outcome {
  return { verdict: "broken", statuses: [200], duration: 12, findings };
}

function caseOf(what: string, outcome: Outcome = HOLDS, given: Partial<CaseReport> = {}): CaseReport {
  const place = { operation: "listThings", method: "get", path: "/things", parameter: undefined };
  return { name: `listThings › ${what}`, kind: "example", ...place, proves: ["T1"], outcome, ...given };
}

function promised(id: string, state: PromiseState["state"], reason?: string): PromiseState {
  const text = { promise: `What \`${id}\` says.`, stated: [], runtime: undefined };
  return { id, operations: ["listThings"], ...text, state, reason };
}

function report(given: Partial<Report> = {}): Report {
  const cases = given.cases ?? [];
  const of = (verdict: string) => cases.filter(({ outcome }) => outcome.verdict === verdict).length;
  const counts = {
    holds: of("holds"),
    broken: of("broken"),
    notVerified: of("not verified"),
    noAnswer: of("no answer"),
  };
  return {
    verdict: counts.broken + counts.noAnswer > 0 ? "broken" : "holds",
    reason: undefined,
    counts: { cases: cases.length, ...counts, requests: 1234 },
    contract: { title: "Things", version: "1.2.3" },
    target: "https://api.example.com",
    date: "2026-01-02T03:04:05.678Z",
    duration: 65_400,
    shard: undefined,
    seed: 7,
    cases,
    promises: [],
    observed: [],
    undocumented: [],
    leftovers: [],
    ...given,
  };
}

/** What a reader sees, without the style and all between brackets. */
function text(page: string): string {
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return page
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&([a-z]+|#39);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, " ");
}

const headings = (page: string) => [...page.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);

const silent: Outcome = { verdict: "no answer", reason: "no answer within 10000 ms", repeat: CURL };
const unproved = (reason: string): Outcome => ({ verdict: "not verified", reason, statuses: [] });

const RUNS: Record<string, Report> = {
  holds: report({ cases: [caseOf("a"), caseOf("b")], promises: [promised("T1", "holds")] }),
  broken: report({
    cases: [
      caseOf("a", broken(finding())),
      caseOf("b", broken(finding({ received: '"today"' }), finding({ check: "status", message: HOSTILE }))),
      caseOf("c", silent, { kind: "paging" }),
      caseOf("d", HOLDS, { kind: "refused", parameter: "limit" }),
      caseOf("e", unproved("the list is empty")),
    ],
    promises: [promised("T1", "broken"), promised("T2", "not verified", "no case of this run proves it")],
    observed: [
      {
        id: "U1",
        open: "What an error looks like.",
        seen: ["no key: 401 text", "no body: 422 json", "wrong key: 401 text"],
      },
      { id: "U2", open: "The order.", seen: [] },
    ],
    undocumented: [{ operation: "listThings", at: "/data/*/colour" }],
    leftovers: ["the thing 7"],
  }),
  "could not run": report({
    verdict: "could not run",
    reason: "No request was answered. connection refused",
    cases: [caseOf("a", silent)],
    promises: [promised("T1", "not verified", "no case of this run proves it")],
  }),
  "not verified": report({
    verdict: "not verified",
    reason: "all was required (--require-all)",
    cases: [caseOf("a"), caseOf("b", unproved("the list is empty")), caseOf("c", unproved("the list is empty"))],
  }),
  empty: report({ verdict: "could not run", reason: "There is no case to send" }),
};

function run(name: string): Report {
  const found = RUNS[name];
  if (!found) throw new Error(`There is no run ${name}.`);
  return found;
}

describe("the HTML report", () => {
  test.each<[string, string, string[], string[]]>([
    [
      "holds",
      "✓ The contract holds: Things 1.2.3, https://api.example.com",
      ["glance", "promises", "by-operation", "cases"],
      ["All 2 cases hold.", "2026-01-02 03:04:05 UTC", "1 min 5 s", "1,234", "2 ✓ hold", "T1✓ holdsWhat T1 says."],
    ],
    [
      "broken",
      "✗ The contract is broken: Things 1.2.3, https://api.example.com",
      [
        ...["glance", "promises", "by-operation", "failures", "silence", "not-verified"],
        ...["undocumented", "leftovers", "cases"],
      ],
      [
        "1 of 5 cases holds; 2 are broken; 1 got no answer; 1 was not verified, so nothing is known of it.",
        "1 ✓ hold 2 ✗ broken 1 ! without an answer 1 – not verified",
        "listThingslimit1 ✓ hold",
        "200 × 3",
        "! no answer No answer within 10000 ms.",
        "401 texton 2 occasions",
        "no body: 422 json",
        "The list is empty.1listThings › e",
        "No case of this run proves it.0T2",
        "/data/*/colour",
        "the thing 7",
      ],
    ],
    [
      "could not run",
      "! The contract could not be verified: Things 1.2.3, https://api.example.com",
      ["glance", "promises", "failures", "not-verified", "cases"],
      ["No request was answered. connection refused.", "this may come from the reason above"],
    ],
    [
      "not verified",
      "– The contract was not wholly verified: Things 1.2.3, https://api.example.com",
      ["glance", "by-operation", "not-verified", "cases"],
      [
        "1 of 3 cases holds; 2 were not verified, so nothing is known of them. All was required (--require-all).",
        "The list is empty.2listThings › blistThings › c",
      ],
    ],
    ["empty", "! The contract could not be verified: Things 1.2.3, https://api.example.com", [], ["no case to send."]],
  ])("tells of a run that is %s, and leaves out what there is nothing to tell of", (name, title, sections, told) => {
    const page = htmlReport(run(name));
    expect(page).toContain(`<title>${title}</title>`);
    expect(headings(page)).toEqual(sections);
    for (const each of told) expect(text(page)).toContain(each);
  });

  test("tells what is alike once, and names the other cases with what differs there", () => {
    const alike = [1, 2, 2].map((item) => finding({ message: `the body at /data/${item}/at must be a date` }));
    const cases = [caseOf("a", broken(...alike)), caseOf("b", broken(finding({ ...alike[0], received: "now" })))];
    const page = htmlReport(report({ cases, promises: [promised("T1", "broken")] }));
    expect(page.match(/<article>/g)).toHaveLength(1);
    for (const each of [
      "✗ body The body at /data/1/at must be a date.",
      "CaselistThings › a 3 times, first:",
      "PromiseT1 What T1 says.",
      "Contract#/components/schemas/Thing/properties/at",
      'Expecteda date Received"yesterday"',
      "The same in 1 more case",
      "listThings › breceived now",
    ])
      expect(text(page).replace(/ (?=Expected|Received)/g, " ")).toContain(each);
  });

  test("keeps findings of other places, checks and operations apart", () => {
    const others = [finding({ location: "#/other" }), finding({ check: "status" }), finding({ message: "another" })];
    const cases = [
      caseOf("a", broken(finding(), ...others)),
      caseOf("b", broken(finding()), { operation: "addThing", method: "post" }),
    ];
    expect(htmlReport(report({ cases })).match(/<article>/g)).toHaveLength(5);
  });

  test("gives the line that repeats a request as it is, to be copied", () => {
    const page = htmlReport(report({ cases: [caseOf("a", broken(finding()))] }));
    expect(page).toContain(
      "<code>curl -sS -i &#39;https://api.example.com/things?q=&quot;a&quot;&amp;b=&lt;c&gt;&#39; -H &quot;Authorization: Bearer $KEY&quot;</code>",
    );
  });

  test("lets nothing of a hostile server or document become markup, wherever it stands", () => {
    const outcome = broken(
      finding({ check: HOSTILE, message: HOSTILE, promises: [HOSTILE, "X9"], location: HOSTILE, expected: HOSTILE }),
      finding({ message: "other", received: `${HOSTILE}\0\u001b\r\ud800`, repeat: HOSTILE }),
    );
    const named = { operation: HOSTILE, method: HOSTILE, path: HOSTILE, parameter: HOSTILE, proves: [HOSTILE] };
    const page = htmlReport(
      report({
        reason: HOSTILE,
        contract: { title: HOSTILE, version: HOSTILE },
        target: HOSTILE,
        date: HOSTILE,
        cases: [
          caseOf(HOSTILE, outcome, named),
          caseOf("b", unproved(HOSTILE), named),
          caseOf("c", { verdict: "no answer", reason: HOSTILE, repeat: HOSTILE }, named),
        ],
        promises: [{ ...promised(HOSTILE, "not verified", HOSTILE), operations: [HOSTILE], promise: `\`${HOSTILE}\`` }],
        observed: [
          { id: HOSTILE, open: HOSTILE, seen: [HOSTILE, `${HOSTILE}: ${HOSTILE}`, `x: ${HOSTILE}`] },
          { id: HOSTILE, open: HOSTILE, seen: [] },
        ],
        undocumented: [{ operation: HOSTILE, at: HOSTILE }],
        leftovers: [HOSTILE],
      }),
    );
    expect(page).not.toMatch(/<(script|img)/);
    expect(page).not.toContain("alert(1)</script>");
    // No attribute holds what a quote could end.
    for (const [tag] of page.replace(/<style>.*<\/style>/s, "").matchAll(/<[a-z][^>]*>/g))
      expect(tag).toMatch(/^<[a-z][a-z0-9]*( [a-z-]+(="[^"<>]*")?)*>$/);
    // What turns the direction of writing stands apart, but for the title and what is code to be copied.
    for (const [, before] of page.matchAll(/<(\/?[a-z0-9]+)[^<]*\u202e/g))
      expect(["bdi", "code", "title", "time"]).toContain(before);
    expect(page).toContain("␀␛&#13;\ufffd");
    expect(page).not.toMatch(/[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff]|[\ud800-\udbff](?=[\udc00-\udfff]))/);
  });

  test.each(Object.keys(RUNS))("is the same for the same run that is %s, asks for nothing, and is in order", (name) => {
    const page = htmlReport(run(name));
    expect(htmlReport(JSON.parse(JSON.stringify(run(name))))).toBe(page);
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    );
    expect(page).not.toMatch(
      /<(link|script|img|iframe|base|form)\b|<[^>]*\bsrc=|url\(|@import|href="[^#]|undefined|NaN|null/,
    );
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    levels.forEach((level, index) => {
      if (index > 0) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id);
  });
});

describe.skipIf(CHROMIUM === undefined)(
  `in a browser${CHROMIUM === undefined ? ": skipped, as there is none; apt-get install -y chromium" : ""}`,
  () => {
    let browser: Browser;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "html-report-"));
      browser = await startBrowser(CHROMIUM ?? "");
    });
    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function open(page: string, width: number): Promise<string> {
      const file = join(folder, "report.html");
      await writeFile(file, page);
      await browser.show(pathToFileURL(file).href, { width });
      return pathToFileURL(file).href;
    }

    const width = () => browser.evaluate<number>("document.documentElement.scrollWidth");

    test.each(Object.keys(RUNS))(
      "a run that is %s fits a phone, and shows its verdict and every name",
      async (name) => {
        const one = run(name);
        const address = await open(htmlReport(one), 390);
        expect(await browser.evaluate("innerWidth")).toBe(390);
        expect(await width()).toBe(390);
        const shown = await browser.evaluate<string>("document.body.textContent");
        for (const { operation } of one.cases) expect(shown).toContain(operation);
        for (const { id, promise } of one.promises) {
          expect(shown).toContain(id);
          expect(shown).toContain(promise.replaceAll("`", ""));
        }
        const headline = await browser.evaluate<string>("document.querySelector('h1').textContent");
        expect(await browser.evaluate("document.title")).toContain(headline);
        expect(await browser.evaluate("document.querySelectorAll('script, img').length")).toBe(0);
        expect(new Set(browser.requested)).toEqual(new Set([address]));
      },
    );

    test("a page that did not fit would be found out", async () => {
      await open(htmlReport(run("holds")).replace("<main>", `<main><p style="width: 500px">wide</p>`), 390);
      expect(await width()).toBeGreaterThan(390);
    });

    test("a script that got into the page would not run", async () => {
      await open(htmlReport(run("holds")).replace("<main>", "<main><script>document.title = 'ran'</script>"), 390);
      expect(await browser.evaluate("document.title")).not.toBe("ran");
    });
  },
);

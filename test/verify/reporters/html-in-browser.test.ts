import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contention } from "#test/contention.js";
import { thorough } from "#test/sample.js";
import { SUITES } from "#verify/report/report.js";
import { html } from "#verify/reporters/html.js";
import { type Browser, CHROMIUM, startBrowser } from "./browser.js";
import { REPORTS, reportNamed } from "./html-reports.js";
import { CURL, failed, finding, largeReport, PASSED, report, result } from "./sample.js";

describe.skipIf(CHROMIUM === undefined)(
  `report.html in a browser${CHROMIUM === undefined ? ": skipped, Chromium is not installed: apt-get install -y chromium" : ""}`,
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

    async function open(page: string, width: number, media: "screen" | "print" = "screen"): Promise<string> {
      const file = join(folder, "report.html");
      await writeFile(file, page);
      await browser.show(pathToFileURL(file).href, { width, media });
      return pathToFileURL(file).href;
    }

    const width = () => browser.evaluate<number>("document.documentElement.scrollWidth");

    test.each(Object.keys(REPORTS))(
      "a report that is %s fits a phone, and shows its verdict and every name",
      async (name) => {
        const given = reportNamed(name);
        const address = await open(html.render(given), 390);
        expect(await browser.evaluate("innerWidth")).toBe(390);
        expect(await width()).toBe(390);
        const shown = await browser.evaluate<string>("document.body.textContent");
        for (const { operation } of given.cases) expect(shown).toContain(operation);
        for (const { id, requirement: text } of given.requirements) {
          expect(shown).toContain(id);
          expect(shown).toContain(text.replaceAll("`", ""));
        }
        const headline = await browser.evaluate<string>("document.querySelector('h1').textContent");
        expect(await browser.evaluate("document.title")).toContain(headline);
        expect(await browser.evaluate("document.querySelectorAll('script, img').length")).toBe(1);
        expect(new Set(browser.requested)).toEqual(new Set([address]));
      },
    );

    thorough.each(["light", "dark"] as const)("axe finds nothing to improve in any report (%s)", async (scheme) => {
      const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
      const file = join(folder, "report.html");
      for (const given of Object.values(REPORTS)) {
        await writeFile(file, html.render(given));
        for (const width of [1280, 390]) {
          await browser.show(pathToFileURL(file).href, { width, scheme });
          await browser.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
          await browser.evaluate(axe);
          const found = await browser.evaluate<string[]>(
            "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))",
          );
          expect(found).toEqual([]);
        }
      }
    });

    test("a button copies the command line beside it", async () => {
      await open(html.render(report({ cases: [result("a", failed(finding()))] })), 1280);
      await browser.evaluate(
        "navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }",
      );
      await browser.evaluate("document.querySelector('button.copy').click()");
      expect(await browser.evaluate("globalThis.copied")).toBe(CURL);
      expect(await browser.evaluate("document.querySelector('button.copy').hidden")).toBe(false);
    });

    test("the list of the causes, and both sides of the first, are within the first screen", async () => {
      await open(html.render(reportNamed("failed")), 1280);
      const bottom = await browser.evaluate<number>(
        "document.querySelector('article .sides').getBoundingClientRect().bottom",
      );
      expect(bottom).toBeLessThan(800);
    });

    test("a report of 10,000 test cases opens in less than 2 seconds of a quiet machine", async () => {
      await writeFile(join(folder, "large.html"), html.render(largeReport()));
      const times: number[] = [];
      // Other processes use the machine, so the best of five counts.
      while (times.length < 5 && !times.some((time) => time < 2000)) {
        await open(html.render(report()), 1280);
        const begun = performance.now();
        await browser.show(pathToFileURL(join(folder, "large.html")).href, { width: 1280 });
        // The second frame begins after the first one is drawn.
        await browser.evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
        );
        const time = performance.now() - begun;
        times.push(time / contention());
      }
      expect(Math.min(...times)).toBeLessThan(2000);
      // The next test changes the media, and would draw this page on paper.
      await open(html.render(report()), 1280);
    });

    test("a report with every suite fits A4 paper when printed", async () => {
      const cases = SUITES.flatMap((suite) =>
        Array.from({ length: 10 }, (_, index) => result(`${suite} ${index}`, PASSED, { suite })),
      );
      // 190 mm at 96 dots per inch.
      await open(html.render(report({ cases })), 718, "print");
      expect(await width()).toBe(718);
    });

    test("the measured width exceeds the window if a page is too wide", async () => {
      const page = html.render(reportNamed("passed"));
      await open(page.replace("<main>", `<main><p style="width: 500px">wide</p>`), 390);
      expect(await width()).toBeGreaterThan(390);
    });

    test("a script without the nonce does not run", async () => {
      const page = html.render(reportNamed("passed"));
      await open(page.replace("<main>", "<main><script>document.title = 'ran'</script>"), 390);
      expect(await browser.evaluate("document.title")).not.toBe("ran");
    });
  },
);

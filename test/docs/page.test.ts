import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageDocument } from "../../scripts/docs/page-document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { run } from "../command-line.js";
import { type Browser, CHROMIUM, startBrowser } from "../verify/reporters/browser.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-"));
  const done = await run(["scripts/docs.ts", "--out", folder]);
  expect(done).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("npm run docs", () => {
  test("writes the page, the linked contract, and a report or a page in its place", async () => {
    expect(await readFile(join(folder, "openapi.json"), "utf8")).toBe(await readFile("generated/openapi.json", "utf8"));
    expect(await readFile(join(folder, "report.html"), "utf8")).toMatch(/^<!DOCTYPE html>/i);
    expect(await readFile(join(folder, "index.html"), "utf8")).toMatch(/^<!DOCTYPE html>/i);
  });

  test("writes a page without scripts, styles, fonts or images of another origin", async () => {
    const html = await readFile(join(folder, "index.html"), "utf8");
    const loaded = [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="(?!data:)([^"#][^"]*)"/g)];
    expect(loaded.map(([, address]) => address)).toEqual([]);
    expect(html.match(/https?:\/\/[\w.-]*(?:googleapis|redoc\.ly)[^"'`]*/g) ?? []).toEqual([]);
  });

  test("names the unknown option, and exits with 2", async () => {
    expect(await run(["scripts/docs.ts", "--output", "x"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--output"),
    });
  });
});

describe.skipIf(!CHROMIUM)(
  `the page in a browser${CHROMIUM ? "" : " (skipped: /usr/bin/chromium is not installed)"}`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser(CHROMIUM ?? "");
    });
    afterAll(() => browser.close());

    /** Waits up to 10 seconds for Redoc to render a text. */
    async function shows(text: string): Promise<boolean> {
      for (let tries = 0; tries < 50; tries += 1) {
        if ((await browser.evaluate<string>("document.body.innerText")).includes(text)) return true;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return false;
    }

    test("shows each operation with its notes, and sends no request to another origin", async () => {
      const page = pathToFileURL(join(folder, "index.html")).href;
      const document = pageDocument(await loadDocument("openapi/openapi.yaml"), { report: "", contract: "" });
      const operations = operationsOf(document);
      expect(operations.length).toBeGreaterThan(0);
      for (const { id, summary, path, stability } of operations) {
        await browser.show("about:blank", { width: 1400 });
        await browser.show(page, { width: 1400 });
        await shows("Verification");
        // Opens each group in the menu, then the operation in its group, like a reader.
        const click = (href: string) =>
          browser.evaluate(
            `document.querySelector('nav a[href$=${JSON.stringify(href)}], a[href$=${JSON.stringify(href)}]')?.click()`,
          );
        // On a slow machine, the menu may appear later than the text.
        const groupsNow = () =>
          browser.evaluate<string[]>(
            `[...document.querySelectorAll("a[href]")].map((each) => each.getAttribute("href")).filter((href) => /^#?\\/[^/]+$/.test(href))`,
          );
        const own = `/${id.toLowerCase()}`;
        const inMenu = () =>
          browser.evaluate<boolean>(`document.querySelector('a[href$=${JSON.stringify(own)}]') !== null`);
        let found = false;
        for (let tries = 0; tries < 30 && !found; tries += 1) {
          for (const group of await groupsNow()) {
            await click(group);
            await new Promise((resolve) => setTimeout(resolve, 100 + 20 * tries));
            found = await inMenu();
            if (found) break;
          }
        }
        await click(own);
        expect(found, `${id} in the menu`).toBe(true);
        expect(await shows(summary), summary).toBe(true);
        expect(await shows(path), path).toBe(true);
        expect(await shows("Requirements"), id).toBe(true);
        expect(await shows("Left open ("), id).toBe(true);
        if (stability) expect(await shows("A minor version may break it."), id).toBe(true);
      }
      const foreign = browser.requested.filter((url) => !/^(file|data|blob|about):/.test(url));
      expect(foreign).toEqual([]);
    });
  },
);

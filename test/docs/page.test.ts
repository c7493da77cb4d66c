import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "#generated/client.js";
import type { LoggedResponse } from "#mock/log-line.js";
import { startMock } from "#mock/mock.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { run } from "../command-line.js";
import { sample, thorough } from "../sample.js";
import { REFERENCE } from "../team-api/reference-contract.js";
import { type Browser, CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { click, foreignRequests, goTo, linkTo, openWhole, section, seriousIssues, shows } from "./reader.js";

const FILES = ["index.html", "page.js", "scalar.js", "document.js", "openapi.json", "report.html"];
const contract = await loadDocument("openapi/openapi.yaml");
const operations = operationsOf(contract);

/** Runs code of a sample. */
async function evaluated(code: string, names: Record<string, unknown>): Promise<void> {
  const { code: script } = await transform(code, { loader: "ts" });
  const all = { ...names, console: { log: () => {}, error: () => {} } };
  await Reflect.construct(Function, [...Object.keys(all), `return (async () => {${script}})()`])(...Object.values(all));
}

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

  // The report is copied as it is: its curl commands name the default key, which everybody may know.
  test("writes no key of the sandbox to a file of the page", async () => {
    for (const file of FILES.filter((each) => each !== "report.html"))
      expect(await readFile(join(folder, file), "utf8"), file).not.toContain(WELL_KNOWN_KEYS.first);
  });

  test("names the unknown option, and exits with 2", async () => {
    expect(await run(["scripts/docs.ts", "--output", "x"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--output"),
    });
  });
});

describe.skipIf(!CHROMIUM)(
  `the page as files in a browser${CHROMIUM ? "" : " (skipped: /usr/bin/chromium is not installed)"}`,
  () => {
    let browser: Browser;
    let page: string;
    beforeAll(async () => {
      browser = await startBrowser(CHROMIUM ?? "");
      page = pathToFileURL(join(folder, "index.html")).href;
    });
    afterAll(() => browser.close());

    test.each(sample(operations, 5))(
      "has a link to $id, with its samples above and its notes below the parameters",
      async (each) => {
        await openWhole(browser, page + linkTo(contract, each), { width: 1280 }, each.summary);
        const part = section(each);
        await expect
          .poll(() => browser.evaluate<boolean>(`Math.abs(${part}.getBoundingClientRect().top) < 200`))
          .toBe(true);
        await shows(browser, part, /Open points \(\d+\)/);
        const isOpen = `[...${part}.querySelectorAll("details")].some(({ open }) => open)`;
        expect(await browser.evaluate<boolean>(isOpen)).toBe(false);
        const top = (selector: string) =>
          `${part}.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`;
        expect(await browser.evaluate<boolean>(`${top(".examples")} <= ${top(".operation-details")}`)).toBe(true);
        expect(await browser.evaluate<boolean>(`${top(".operation-details")} < ${top("operation-notes")}`)).toBe(true);
        const badges = `[...${part}.querySelectorAll(".badge")].map(({ innerText }) => innerText)`;
        // A parameter has a badge of its own if it is deprecated.
        const ofOperation = (await browser.evaluate<string[]>(badges)).filter((badge) => badge !== "deprecated");
        expect(ofOperation).toEqual(each.stability ? [each.stability] : []);
      },
    );

    test("offers samples for curl, fetch and the client", async () => {
      const [operation] = operations;
      if (!operation) throw new Error("The contract has no operation.");
      await goTo(browser, contract, operation);
      await shows(browser, section(operation), /curl '?http/);
      await click(browser, `${section(operation)}.querySelector('[data-testid="client-picker"]')`);
      const options = `[...document.querySelectorAll('[role="option"]')].map(({ innerText }) => innerText.trim())`;
      await expect.poll(() => browser.evaluate<string[]>(options)).toEqual(["Client", "Fetch", "Curl"]);
      await click(browser, `document.querySelector('[role="option"]')`);
      await shows(browser, section(operation), `await api.${operation.id}({`);
    });

    test("each sample is the request of one example, and gets a success", async () => {
      const received: string[] = [];
      const onResponse = ({ method, url, status }: LoggedResponse) => received.push(`${method} ${url} → ${status}`);
      const mock = await startMock({ spec: "openapi/openapi.yaml", port: 0, onResponse });
      const send = {
        Client: (code: string) => evaluated(code.replace(/^import .*$/m, ""), { createClient }),
        Fetch: (code: string) => evaluated(code, {}),
        Curl: (code: string) => promisify(execFile)("sh", ["-c", `${code.trim()} --silent --fail`]),
      };
      vi.stubEnv("TEAM_API_KEY", "any-key");
      for (const operation of operations) {
        await goTo(browser, contract, operation);
        for (const [index, name] of (["Client", "Fetch", "Curl"] as const).entries()) {
          await click(browser, `${section(operation)}.querySelector('[data-testid="client-picker"]')`);
          await click(browser, `document.querySelectorAll('[role="option"]')[${index}]`);
          const text = await browser.evaluate<string>(`${section(operation)}.querySelector(".examples pre").innerText`);
          await send[name](text.replaceAll(/https?:\/\/[\w.:]+/g, mock.url));
        }
      }
      vi.unstubAllEnvs();
      await expect.poll(() => received.length).toBe(3 * operations.length);
      const sent = operations.map(({ id }, index) => ({
        id,
        requests: new Set(received.slice(3 * index, 3 * index + 3)),
      }));
      expect(sent.filter(({ requests }) => requests.size !== 1 || !/→ 2\d\d$/.test([...requests].join()))).toEqual([]);
      const described = sent.filter(({ id }) => REFERENCE.includes(id)).flatMap(({ requests }) => [...requests]);
      expect(described).toEqual([
        expect.stringMatching(/^DELETE \/oauth\/grants\/[\w-]+ → 200$/),
        "POST /suppressions → 200",
        expect.stringMatching(/^GET \/suppressions\?limit=2( |&(?!after|before|origin))/),
        expect.stringMatching(/^GET \/suppressions\/[\w-]+[ ?]/),
        expect.stringMatching(/^GET \/contacts\/imports\/[\w-]+[ ?]/),
      ]);
      await mock.close();
    });

    test("links the last verification report and the contract", async () => {
      await shows(browser, "document.body", "Last verification report");
      const links = `[...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))`;
      expect(await browser.evaluate<string[]>(links)).toEqual(expect.arrayContaining(["report.html", "openapi.json"]));
    });

    const [first] = operations;
    const looks = [
      [1280, "light", operations],
      [1280, "dark", [first]],
      [390, "light", [first]],
      [390, "dark", operations],
    ] as const;
    thorough.each(looks)("fits %d pixels without a serious issue of axe, in %s mode", async (width, scheme, shown) => {
      // Parts are rendered when they come into view, so each operation is opened by its link.
      await openWhole(browser, page, { width, scheme }, "Last verification report");
      for (const [index, operation] of shown.entries()) {
        if (!operation) throw new Error("The contract has no operation.");
        await goTo(browser, contract, operation);
        await shows(browser, section(operation), "Open points");
        expect(await seriousIssues(browser, index === 0 ? "document" : section(operation)), operation.id).toEqual([]);
        expect(await browser.evaluate<number>("document.documentElement.scrollWidth"), operation.id).toBe(width);
      }
      const background = await browser.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      expect(background).toMatch(scheme === "dark" ? /rgb\(\d\d?, / : /rgb\(2\d\d, /);
    });

    thorough("shows another document", async () => {
      const out = join(folder, "library");
      const spec = "test/documents/library.yaml";
      expect(await run(["scripts/docs.ts", "--spec", spec, "--out", out])).toMatchObject({ code: 0, stderr: "" });
      const library = await loadDocument(spec);
      const [operation] = operationsOf(library);
      await openWhole(browser, pathToFileURL(join(out, "index.html")).href, { width: 1280 }, operation?.summary ?? "");
    });

    test("has sent no request to another host", () => {
      expect(browser.requested.filter((url) => url.includes("scalar.js")).length).toBeGreaterThan(0);
      expect(foreignRequests(browser)).toEqual([]);
    });
  },
);

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { thorough } from "#test/sample.js";
import { start } from "../command-line.js";
import { click, foreignRequests, goTo, openWhole, section, seriousIssues, shows } from "../docs/reader.js";
import { type Browser, CHROMIUM, startBrowser } from "../verify/reporters/browser.js";

/** A key of the user's own, which the page gets without a file. */
const SANDBOX_KEY = "a-key-of-the-tests-1234";
const DIALOG = `document.querySelector('[role="dialog"]')`;
const contract = await loadDocument("openapi/openapi.yaml");
const operations = operationsOf(contract);

describe.skipIf(!CHROMIUM)(
  `the page of npm start${CHROMIUM ? "" : " (skipped: /usr/bin/chromium is not installed)"}`,
  () => {
    let browser: Browser;
    let command: ChildProcess;
    let urls: { Page: string; Mock: string; Sandbox: string };
    let printed = "";

    beforeAll(async () => {
      const ports = ["--port", "0", "--mock-port", "0", "--sandbox-port", "0"];
      const env = { SANDBOX_KEY, TEAM_API_BASE_URL: "https://staging.example.com/v1" };
      command = start(["scripts/start.ts", ...ports], env);
      await new Promise<void>((resolve, reject) => {
        command.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
          printed += chunk;
          if (printed.includes("Ctrl-C")) resolve();
        });
        command.once("exit", (code) => reject(new Error(`The command ended with ${code}.`)));
      });
      const urlOf = (name: string) => new RegExp(`^${name} +(\\S+)`, "m").exec(printed)?.[1] ?? "";
      urls = { Page: urlOf("Page"), Mock: urlOf("Mock"), Sandbox: urlOf("Sandbox") };
      browser = await startBrowser(CHROMIUM ?? "");
    });
    afterAll(async () => {
      await browser?.close();
      const ended = once(command, "exit");
      command.kill("SIGTERM");
      expect(await ended, "npm start exits with 0 on SIGTERM").toEqual([0, null]);
    });

    /** Opens "Test Request" of an operation, on the page that is open. */
    async function openDialog(operation: Operation): Promise<void> {
      await goTo(browser, contract, operation);
      await click(browser, `${section(operation)}?.querySelector(".show-api-client-button")`);
      await shows(browser, DIALOG, operation.summary);
      await shows(browser, DIALOG, /Authentication\s+Required/);
    }

    async function closeDialog(): Promise<void> {
      await click(browser, `document.querySelector(".scalar-app-exit")`);
      await expect
        .poll(() => browser.evaluate<boolean>(`${DIALOG}?.checkVisibility({ visibilityProperty: true }) ?? false`))
        .toBe(false);
    }

    /** Presses "Send", and waits for the status of the response. */
    async function send(status: RegExp): Promise<void> {
      // The response to an earlier request is not shown.
      expect(await browser.evaluate<string>(`${DIALOG}.innerText`)).not.toMatch(status);
      await click(
        browser,
        `[...${DIALOG}.querySelectorAll("button")].find((each) => /^Send\\b/.test(each.innerText.trim()))`,
      );
      await shows(browser, DIALOG, status);
    }

    test("sends the example of each operation to the sandbox, and shows its response", async () => {
      await openWhole(browser, `${urls.Page}/`, { width: 1280 }, "The sandbox");
      for (const operation of operations) {
        await openDialog(operation);
        const before = browser.requested.length;
        await send(/Status:\s*20\d/);
        await shows(browser, DIALOG, `"object": "`);
        const sent = browser.requested.slice(before);
        expect(
          sent.some((url) => url.startsWith(urls.Sandbox)),
          operation.id,
        ).toBe(true);
        await closeDialog();
      }
    });

    // The sandbox above shows that each operation can be sent. One that reads and one that writes show the other server.
    thorough("sends examples to the mock if the reader chooses it", async () => {
      await openWhole(browser, `${urls.Page}/`, { width: 1280 }, "The sandbox");
      await click(browser, `document.querySelector(".scalar-reference-intro-server button")`);
      const option = (url: string) =>
        `[...document.querySelectorAll('[role="option"]')].find((each) => each.innerText.includes(${JSON.stringify(url)}))`;
      await shows(browser, option("https://staging.example.com/v1"), "staging");
      await click(browser, option("mock"));
      await shows(browser, `document.querySelector(".scalar-reference-intro-server")`, "The mock");
      const chosen = operations.filter(({ id }) => ["addSuppression", "listSuppressions"].includes(id));
      expect(chosen).toHaveLength(2);
      for (const operation of chosen) {
        await openDialog(operation);
        await shows(browser, DIALOG, urls.Mock);
        const before = browser.requested.length;
        await send(/Status:\s*20\d/);
        expect(browser.requested.slice(before).filter((url) => url.startsWith(urls.Sandbox))).toEqual([]);
        expect(browser.requested.slice(before).some((url) => url.startsWith(urls.Mock))).toBe(true);
        await closeDialog();
      }
    });

    thorough("the dialog has no serious issue of axe", async () => {
      const [operation] = operations;
      if (operation) await openDialog(operation);
      expect(await seriousIssues(browser)).toEqual([]);
      await closeDialog();
    });

    test("keeps the key of the sandbox out of the output, scripts and storage of the browser", async () => {
      expect(await (await fetch(urls.Page)).text()).toContain(SANDBOX_KEY);
      expect(printed).not.toContain(SANDBOX_KEY);
      for (const file of ["page.js", "scalar.js", "document.js", "openapi.json", "report.html"]) {
        expect(await (await fetch(`${urls.Page}/${file}`)).text(), file).not.toContain(SANDBOX_KEY);
      }
      const stored = await browser.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
      expect(stored).not.toContain(SANDBOX_KEY);
    });

    test("sends requests only to the page, the sandbox and the mock", () => {
      expect(foreignRequests(browser, urls.Page, urls.Sandbox, urls.Mock)).toEqual([]);
    });
  },
);

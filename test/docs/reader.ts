import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { asList, asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Browser, View } from "../verify/reporters/browser.js";

const PATIENCE = { timeout: 30_000, interval: 100 };

/** The link to an operation of the page: its tag and its operationId. */
export function linkTo(document: OpenApiDocument, { id, pointer }: Operation): string {
  const [tag] = asList(asObject(valueAt(document, pointer)).tags);
  return `#tag/${String(tag).toLowerCase().replaceAll(" ", "-")}/${id}`;
}

/** Opens an address anew, also if it differs only in its fragment, and waits until the text is on the page. */
export async function open(browser: Browser, url: string, view: View, text: string): Promise<void> {
  await browser.show("about:blank", view);
  await browser.show(url, view);
  await shows(browser, "document.body", text);
}

/** Opens the page, starts its samples by the button, and waits until the text is on the whole page. */
export async function openWhole(browser: Browser, url: string, view: View, text: string): Promise<void> {
  await open(browser, url, view, "Samples and Test Request");
  await click(browser, `document.getElementById("start")`);
  await expect
    .poll(() => browser.evaluate<boolean>(`document.getElementById("reference") === null`), PATIENCE)
    .toBe(true);
  await shows(browser, "document.body", text);
}

/** Goes to an operation of the page that is open, and waits until its text is on the page. */
export async function goTo(browser: Browser, document: OpenApiDocument, operation: Operation): Promise<void> {
  await browser.evaluate(`location.hash = ${JSON.stringify(linkTo(document, operation))}`);
  await expect
    .poll(
      () => browser.evaluate<boolean>(`Boolean(${section(operation)}?.scrollIntoView() ?? ${section(operation)})`),
      PATIENCE,
    )
    .toBe(true);
  await shows(browser, section(operation), operation.summary);
}

/** Waits until an element, given as an expression, shows a text. */
export async function shows(browser: Browser, element: string, text: string | RegExp): Promise<void> {
  await expect.poll(() => browser.evaluate<string>(`${element}?.innerText ?? ""`), PATIENCE).toMatch(text);
}

/** Waits until an element exists, then clicks it. */
export async function click(browser: Browser, element: string): Promise<void> {
  await expect.poll(() => browser.evaluate<boolean>(`Boolean(${element})`), PATIENCE).toBe(true);
  await browser.evaluate(`${element}.click()`);
}

/** The part of the page that describes an operation, as an expression. */
export function section({ id }: Operation): string {
  return `document.querySelector('section[id$=${JSON.stringify(`/${id}`)}]')`;
}

/** Waits until nothing moves. A part that fades in is pale, so that axe would complain about its contrast. */
async function animationsEnded(browser: Browser): Promise<void> {
  const isMoving = `document.getAnimations().some(({ effect }) => effect.getComputedTiming().endTime < Infinity)`;
  await expect.poll(() => browser.evaluate<boolean>(isMoving), PATIENCE).toBe(false);
}

/**
 * The rules of axe that the page violates seriously, each with an element.
 *
 * @param part the part of the page to look at, as an expression: axe takes seconds for a whole page
 */
export async function seriousIssues(browser: Browser, part = "document"): Promise<string[]> {
  await animationsEnded(browser);
  await browser.evaluate(`${await readFile("node_modules/axe-core/axe.min.js", "utf8")}; 0`);
  await browser.evaluate(`delete window.issues; axe.run(${part}, { resultTypes: ["violations"] }).then(({ violations }) => {
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    window.issues = serious.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join("\\n"));
  }); 0`);
  await expect.poll(() => browser.evaluate<boolean>("Array.isArray(window.issues)"), PATIENCE).toBe(true);
  return browser.evaluate<string[]>("window.issues");
}

/** The requests of the browser to other origins than the given ones. */
export function foreignRequests(browser: Browser, ...origins: string[]): string[] {
  const isOwn = (url: string) => /^(file|data|blob|about):/.test(url) || origins.some((each) => url.startsWith(each));
  return browser.requested.filter((url) => !isOwn(url));
}

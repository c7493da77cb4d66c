import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { html } from "#verify/reporters/html.js";
import { type Browser, CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { largeReport } from "../verify/reporters/sample.js";
import { type Row, row, type Series } from "./harness.js";
import { WORK } from "./processes.js";

const ROUNDS = 7;
/** Milliseconds. */
const LIMIT = 2000;

/** Ends when the page responds: a click of a button is handled, and the result is drawn. */
const RESPONDS = `new Promise((done) => {
  document.querySelector("button.copy").click();
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  const handled = () => document.querySelector("button.copy").textContent === "Copied" ? drawn() : setTimeout(handled, 1);
  handled();
})`;

/** Opens the list of all test cases, and ends when it is drawn. */
const OPENS_LIST = `new Promise((done) => {
  const list = document.querySelector("[id=all-cases]").parentElement.querySelector("details");
  list.querySelector("summary").click();
  requestAnimationFrame(() => requestAnimationFrame(() => done(list.open)));
})`;

/**
 * Measures how long a report of 10,000 test cases, half of which failed, takes in Chromium until it is interactive: from
 * the navigation until the page is loaded and drawn, and has handled a click.
 */
export async function report(): Promise<Row[]> {
  const what = "report.html with 10,000 test cases: time until it is interactive, in Chromium";
  if (CHROMIUM === undefined) {
    return [row({ what, against: "2 s", ratios: [], isLimit: true, figures: [], note: "no Chromium on this machine" })];
  }
  await mkdir(WORK, { recursive: true });
  const page = html.render(largeReport());
  const file = join(WORK, "large.html");
  await writeFile(file, page);
  const opened: number[] = [];
  const unfolded: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // A browser of its own each time, as for a person who opens a file.
    const browser = await startBrowser(CHROMIUM);
    try {
      const url = pathToFileURL(file).href;
      opened.push(await timeOf(() => browser.show(url, { width: 1280 }).then(() => truth(browser, RESPONDS))));
      unfolded.push(await timeOf(() => truth(browser, OPENS_LIST)));
    } finally {
      await browser.close();
    }
  }
  const series = (name: string, values: number[]): Series => ({ name, unit: "ms", values });
  const figures = [
    series("until it is interactive", opened),
    series("until its list of 10,000 rows is unfolded", unfolded),
    { name: "size", unit: "MB", values: [Buffer.byteLength(page) / 1e6] },
  ];
  const note =
    "from the navigation until the page is drawn and a click of a button is handled; 5,000 test cases failed";
  return [
    row({ what, against: "2 s", ratios: opened.map((time) => time / LIMIT), isLimit: true, atMost: 1, figures, note }),
  ];
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** @throws Error if an expression is not true in the page */
async function truth(browser: Browser, expression: string): Promise<void> {
  const value = await browser.evaluate<unknown>(expression);
  if (value !== true) throw new Error(`The page did not do as expected: ${expression}`);
}

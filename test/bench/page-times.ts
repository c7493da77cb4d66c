import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { closeServer } from "#cli/listening.js";
import { type Browser, startBrowser } from "../verify/reporters/browser.js";

/** Milliseconds after which a page counts as never used. */
const MOST = 90_000;

/** Milliseconds between two looks at a page. */
const PAUSE = 100;

/** A reference page as files, and the id of the element of the operation that a person looks for. */
export interface Page {
  files: Readonly<Record<string, string>>;
  section: string;
}

/** Milliseconds from the navigation until something is in the page. */
export interface Times {
  text: number;
  used: number;
}

/** Measures a page at 1 Mbit/s, by a processor that is four times slower, in a browser of its own. */
export async function timesOf(executable: string, { files, section }: Page): Promise<Times> {
  const browser = await startBrowser(executable);
  try {
    await browser.slow(1);
    return await served(files, (url) => timesAt(browser, url, section));
  } finally {
    await browser.close();
  }
}

/** Bytes of files as they are sent. */
export function sentBytes(...files: readonly string[]): number {
  return files.reduce((sum, text) => sum + gzipSync(text).length, 0);
}

/** A page of text without form that has as many bytes as sent, and the section at its end. What it takes, any page takes. */
export function barePage(bytes: number, section: string): Page {
  const lines = (count: number) =>
    randomBytes(count)
      .toString("base64")
      .replaceAll(/.{100}/g, "$&\n");
  const page = (count: number) =>
    html(`<h1>API</h1><pre>${lines(count)}</pre><p id="${section}">${"The operation. ".repeat(20)}</p>`);
  // Zipped, base64 has about as many bytes as before.
  return { files: { "index.html": page(Math.round(bytes ** 2 / sentBytes(page(bytes)))) }, section };
}

/** A page with a body. */
export function html(body: string): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>API</title></head><body>${body}</body></html>`;
}

/** Serves files with gzip, as web servers do. */
async function served<Result>(files: Page["files"], use: (url: string) => Promise<Result>): Promise<Result> {
  const types: Record<string, string> = { html: "text/html; charset=utf-8", js: "text/javascript" };
  const zipped = new Map(Object.entries(files).map(([name, text]) => [name, gzipSync(text)]));
  const server = createServer(({ url = "/" }, response) => {
    const name = url.replace(/^\/|\?.*$/g, "") || "index.html";
    const bytes = zipped.get(name);
    if (!bytes) return response.writeHead(404).end();
    const type = types[name.split(".").at(-1) ?? ""] ?? "application/json";
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "content-length": bytes.length });
    return response.end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    await closeServer(server);
  }
}

/** Scrolls to the operation, and tells whether the window shows it with its text, and whether the title is there. */
const looks = (section: string) => `(() => {
  const found = document.getElementById(${JSON.stringify(section)});
  const drawn = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null;
  const titled = document.querySelector("h1") !== null;
  found?.scrollIntoView();
  const top = found?.getBoundingClientRect().top ?? -1;
  const shows = top >= -1 && top < innerHeight && (found?.textContent?.length ?? 0) > 200;
  return { now: performance.now(), drawn, titled, shows };
})()`;

/** What a page shows at a moment, in milliseconds from the navigation. */
interface Seen {
  now: number;
  drawn: number | null;
  titled: boolean;
  shows: boolean;
}

/** Opens the operation by its link, and looks at the page until it shows it. */
async function timesAt(browser: Browser, url: string, section: string): Promise<Times> {
  // A page may be used before it is loaded.
  browser.show(`${url}#${section}`, { width: 1280 }).catch(() => {});
  let before = 0;
  let text: number | undefined;
  for (;;) {
    const { now, drawn, titled, shows } = await browser.evaluate<Seen>(looks(section));
    // The first frame of other pages has no text.
    if (titled && drawn !== null) text ??= drawn > before ? drawn : now;
    if ((shows && text !== undefined) || now > MOST) return { text: text ?? MOST, used: now };
    before = now;
    await new Promise((waited) => setTimeout(waited, PAUSE));
  }
}

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { closeServer } from "#cli/listening.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { readDocument } from "#openapi/load/load.js";
import { pageDocument } from "#scripts/docs/page-document.js";
import { pageFiles } from "#scripts/docs/page-files.js";
import { type Browser, CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { type Row, row, type Series } from "./harness.js";
import { PROJECT, peer } from "./processes.js";

const ROUNDS = 3;
/** Milliseconds: until the text is drawn, and until the page is used. */
const TEXT_LIMIT = 1000;
const USED_LIMIT = 3000;
/** Milliseconds after which a page counts as never used. */
const MOST = 90_000;

/** A reference page as files, and the id of the element of the operation that a person looks for. */
interface Page {
  files: Readonly<Record<string, string>>;
  section: string;
}

/** A document, and the operation that a person looks for. */
interface Subject {
  name: string;
  file: string;
  tag: string;
  operationId: string;
}

const SUBJECTS: readonly Subject[] = [
  {
    name: "our contract",
    file: join(PROJECT, "generated/openapi.json"),
    tag: "suppressions",
    operationId: "retrieveSuppression",
  },
  {
    name: "GitHub's document",
    file: peer("@octokit/openapi/generated/api.github.com.json"),
    tag: "repos",
    operationId: "repos/get",
  },
];

const LINKS = { report: "report.html", contract: "openapi.json", client: "team-api" };
const html = (body: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>API</title></head><body>${body}</body></html>`;

/** The pages of a document: ours, and those of Scalar and Redoc, as their manuals say. */
async function pagesOf({ tag, operationId }: Subject, document: OpenApiDocument): Promise<Record<string, Page>> {
  const ours = await pageFiles(pageDocument(document, LINKS));
  const text = JSON.stringify(document);
  const slug = "generateOperationSlug: ({ operationId }) => operationId";
  const scalar = `<div id="app"></div><script src="scalar.js"></script>
<script>Scalar.createApiReference("#app", { url: "openapi.json", withDefaultFonts: false, telemetry: false, ${slug} })</script>`;
  const redoc = `<redoc spec-url="openapi.json"></redoc><script src="redoc.js"></script>`;
  return {
    "this page": { files: ours, section: `tag/${tag}/${operationId}` },
    Scalar: {
      files: { "index.html": html(scalar), "scalar.js": ours["scalar.js"], "openapi.json": text },
      section: `tag/${tag}/${operationId}`,
    },
    Redoc: {
      files: {
        "index.html": html(redoc),
        "redoc.js": await readFile(peer("redoc/bundles/redoc.standalone.js"), "utf8"),
        "openapi.json": text,
      },
      section: `tag/${tag}/operation/${operationId}`,
    },
  };
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

/** Milliseconds from the navigation until something is in the page. */
interface Times {
  text: number;
  used: number;
}

/** Goes to the operation, and tells whether the window shows it with its text, and whether the title is there. */
const looks = (section: string) => `(() => {
  const found = document.getElementById(${JSON.stringify(section)});
  const drawn = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null;
  const titled = document.querySelector("h1") !== null;
  if (found && location.hash !== ${JSON.stringify(`#${section}`)}) location.hash = ${JSON.stringify(section)};
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

/** Looks for the operation until the page shows it. */
async function timesOf(browser: Browser, url: string, section: string): Promise<Times> {
  // A page may be used before it is loaded.
  browser.show(url, { width: 1280 }).catch(() => {});
  let before = 0;
  let text: number | undefined;
  for (;;) {
    const { now, drawn, titled, shows } = await browser.evaluate<Seen>(looks(section));
    // The first frame of other pages has no text.
    if (titled && drawn !== null) text ??= drawn > before ? drawn : now;
    if ((shows && text !== undefined) || now > MOST) return { text: text ?? MOST, used: now };
    before = now;
    await new Promise((waited) => setTimeout(waited, 200));
  }
}

/** Measures how soon the reference page can be read and used at 1 Mbit/s, by a processor that is four times slower. */
export async function page(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const subject of SUBJECTS) {
    const pages = await pagesOf(subject, await readDocument({ spec: subject.file, specHeaders: [] }, () => {}));
    const times = new Map<string, Times[]>(Object.keys(pages).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS && CHROMIUM !== undefined; round += 1) {
      for (const [name, { files, section }] of Object.entries(pages)) {
        const browser = await startBrowser(CHROMIUM);
        try {
          await browser.slow(1);
          times.get(name)?.push(await served(files, (url) => timesOf(browser, url, section)));
        } finally {
          await browser.close();
        }
      }
    }
    rows.push(...rowsOf(subject.name, times));
  }
  return rows;
}

function rowsOf(subject: string, times: ReadonlyMap<string, readonly Times[]>): Row[] {
  const figures = (part: keyof Times) =>
    [...times].map(([name, all]): Series => ({ name, unit: "ms", values: all.map((each) => each[part]) }));
  const ours = (part: keyof Times, limit: number) => (times.get("this page") ?? []).map((each) => each[part] / limit);
  const shared = { atMost: 1, isLimit: true };
  const note = "1 Mbit/s with 40 ms of latency, and a processor that is four times slower";
  return [
    row({
      what: `reference page of ${subject}: time until its text is drawn`,
      against: "1 s",
      ratios: ours("text", TEXT_LIMIT),
      figures: figures("text"),
      note: CHROMIUM === undefined ? "no Chromium on this machine" : note,
      ...shared,
    }),
    row({
      what: `reference page of ${subject}: time until it shows a sought operation`,
      against: "3 s",
      ratios: ours("used", USED_LIMIT),
      figures: figures("used"),
      note: "parameters and responses of the operation are in the window, and the page responds",
      ...shared,
    }),
  ];
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { readDocument } from "#openapi/load/load.js";
import { pageDocument } from "#scripts/docs/page-document.js";
import { pageFiles } from "#scripts/docs/page-files.js";
import { CHROMIUM } from "../verify/reporters/browser.js";
import { type Row, row, type Series } from "./harness.js";
import { barePage, html, type Page, sentBytes, type Times, timesOf } from "./page-times.js";
import { PROJECT, peer } from "./processes.js";

/** Rounds of this page and of the bare one, and of the pages that take a minute. */
const ROUNDS = { own: 5, peers: 3 };
/** Milliseconds: until the text is drawn, and until the page is used. */
const TEXT_LIMIT = 1000;
const USED_LIMIT = 3000;

/** A document, and its last operation, whose text arrives last. */
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
    tag: "Contact imports",
    operationId: "retrieveContactImport",
  },
  {
    name: "GitHub's document",
    file: peer("@octokit/openapi/generated/api.github.com.json"),
    tag: "orgs",
    operationId: "orgs/list-organization-fine-grained-permissions",
  },
];

const LINKS = { report: "report.html", contract: "openapi.json", client: "team-api" };
const OWN = "this page";
const BARE = "a bare page of as many bytes";

/** What is measured: a page, and the bytes that it needs before it can be used. */
interface Candidate {
  page: Page;
  bytes: number;
  rounds: number;
}

/** The pages of a document: ours, a bare one, and those of Scalar and Redoc, as their manuals say. */
async function candidates(subject: Subject, document: OpenApiDocument): Promise<Record<string, Candidate>> {
  const tag = subject.tag.replaceAll(" ", "-");
  const section = `tag/${tag.toLowerCase()}/${subject.operationId}`;
  const ours = await pageFiles(pageDocument(document, LINKS));
  const bytes = sentBytes(ours["index.html"]);
  const openapi = JSON.stringify(document);
  const slug = "generateOperationSlug: ({ operationId }) => operationId";
  const scalar = `<div id="app"></div><script src="scalar.js"></script>
<script>Scalar.createApiReference("#app", { url: "openapi.json", withDefaultFonts: false, telemetry: false, ${slug} })</script>`;
  const redoc = `<redoc spec-url="openapi.json"></redoc><script src="redoc.js"></script>`;
  const peerPage = (files: Page["files"], at: string): Candidate => {
    const page = { files: { ...files, "openapi.json": openapi }, section: at };
    return { page, bytes: sentBytes(...Object.values(page.files)), rounds: ROUNDS.peers };
  };
  return {
    [OWN]: { page: { files: ours, section }, bytes: bytes + sentBytes(ours["page.js"]), rounds: ROUNDS.own },
    [BARE]: { page: barePage(bytes, section), bytes, rounds: ROUNDS.own },
    Scalar: peerPage({ "index.html": html(scalar), "scalar.js": ours["scalar.js"] }, `api-1/${section}`),
    Redoc: peerPage(
      { "index.html": html(redoc), "redoc.js": await readFile(peer("redoc/bundles/redoc.standalone.js"), "utf8") },
      `tag/${tag}/operation/${subject.operationId}`,
    ),
  };
}

/** Measures how soon the reference page can be read and used at 1 Mbit/s, by a processor that is four times slower. */
export async function page(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const subject of SUBJECTS) {
    const document = await readDocument({ spec: subject.file, specHeaders: [] }, () => {});
    const measured = await candidates(subject, document);
    const times = new Map<string, Times[]>(Object.keys(measured).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS.own && CHROMIUM !== undefined; round += 1) {
      for (const [name, { page, rounds }] of Object.entries(measured)) {
        if (round < rounds) times.get(name)?.push(await timesOf(CHROMIUM, page));
      }
    }
    rows.push(...timeRows(subject.name, times), bytesRow(subject.name, measured));
  }
  return rows;
}

function timeRows(subject: string, times: ReadonlyMap<string, readonly Times[]>): Row[] {
  const figures = (part: keyof Times) =>
    [...times].map(([name, all]): Series => ({ name, unit: "ms", values: all.map((each) => each[part]) }));
  const ours = times.get(OWN) ?? [];
  const bare = times.get(BARE) ?? [];
  const note = "1 Mbit/s with 40 ms of latency, and a processor that is four times slower";
  return [
    row({
      what: `reference page of ${subject}: time until its text is drawn`,
      against: "1 s",
      ratios: ours.map(({ text }) => text / TEXT_LIMIT),
      figures: figures("text"),
      note: CHROMIUM === undefined ? "no Chromium on this machine" : note,
      atMost: 1,
      isLimit: true,
    }),
    row({
      what: `reference page of ${subject}: time until it shows its last operation`,
      against: "3 s",
      ratios: ours.map(({ used }) => used / USED_LIMIT),
      figures: figures("used"),
      note: "parameters and responses of the operation are in the window, and the page responds; after 90 s, none waits longer",
      atMost: 1,
      isLimit: true,
    }),
    row({
      what: `reference page of ${subject}: time until it shows its last operation`,
      against: BARE,
      ratios: ours.map(({ used }, round) => used / (bare[round]?.used ?? Number.NaN)),
      figures: figures("used").slice(0, 2),
      note: "which has text without form, and the operation at its end; other work of the machine affects both",
      atMost: 1.5,
    }),
  ];
}

function bytesRow(subject: string, measured: Readonly<Record<string, Candidate>>): Row {
  const { [OWN]: ours, [BARE]: _, ...peers } = measured;
  const least = Math.min(...Object.values(peers).map(({ bytes }) => bytes));
  return row({
    what: `reference page of ${subject}: bytes before it can be used, zipped`,
    against: "the smaller of Scalar's and Redoc's",
    ratios: [(ours?.bytes ?? Number.NaN) / least],
    figures: Object.entries({ [OWN]: ours, ...peers }).map(([name, candidate]) => ({
      name,
      unit: "kB",
      values: [(candidate?.bytes ?? Number.NaN) / 1000],
    })),
    atMost: 0.5,
  });
}

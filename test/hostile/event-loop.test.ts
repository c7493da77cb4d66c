import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { processorTime } from "#openapi/schema/within-time.js";
import { sample } from "#test/sample.js";
import { Contract } from "#verify/model/contract.js";
import { verify } from "#verify/verify.js";
import { documentOf, jsonResponse, REJECTED } from "../verify/small-document.js";
import { testTarget } from "../verify/target.js";
import { THING } from "./things.js";

/** The longest time of the processor between two turns of the event loop, in milliseconds. */
const LIMIT = 200;
const RUNS = 8;

/** The time of the processor that `JSON.parse` takes for `SAMPLE` on a machine of 2026, in milliseconds. */
const USUAL = 30;
const SAMPLE = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id, name: "abc", tags: ["a", "b"] })));

const ITEM: JsonObject = {
  ...THING,
  properties: {
    ...asObject(THING.properties),
    email: { type: "string", format: "email" },
    at: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string" } },
    owner: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
  },
};
const LIST = { type: "object", properties: { data: { type: "array", items: ITEM } } };
const CONTRACT = new Contract(
  documentOf({
    "/things": {
      get: {
        operationId: "listThings",
        responses: { "200": jsonResponse(LIST, { data: [] }), "4XX": REJECTED },
      },
    },
    "/maps": {
      get: {
        operationId: "mapThings",
        responses: { "200": jsonResponse({ properties: { data: { additionalProperties: ITEM } } }, { data: {} }) },
      },
    },
    "/lists": {
      get: {
        operationId: "listLists",
        responses: { "200": jsonResponse({ properties: { data: { items: { items: ITEM } } } }, { data: [] }) },
      },
    },
    "/sets": {
      get: {
        operationId: "listSets",
        responses: { "200": jsonResponse({ properties: { data: { uniqueItems: true } } }, { data: [] }) },
      },
    },
  }),
);

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server in another process, so that its work is not measured. Its response is the result of the expression. */
async function serveElsewhere(body: string): Promise<string> {
  const child = fork(fileURLToPath(new URL("body-server.js", import.meta.url)), [body]);
  closing.push(() => child.kill());
  const [url] = await once(child, "message");
  return String(url);
}

/** How much slower this machine is than a usual one: it may share its processor, whose time is then worth less. */
function slowness(): number {
  const begun = processorTime();
  JSON.parse(SAMPLE);
  return Math.max(1, (processorTime() - begun) / USUAL);
}

/** The longest time of the processor between two turns of the event loop while a function runs. */
async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = processorTime();
  const note = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, 1);
  await run();
  note();
  clearInterval(timer);
  return Math.round(longest);
}

/** An expression for a list of items with many fields. @param change of an item `t` at the index `i` */
const items = (count: number, change = "") =>
  `Array.from({ length: ${count} }, (_, i) => { const t = { id: "i" + i, name: "a", size: i, email: i + "@example.com", at: "2024-06-08T09:15:30Z", tags: ["a", "b"], owner: { id: i } }; ${change} return t; })`;

/** An expression for an object of small members, each with a wrong field. */
const members = (count: number) =>
  `Object.fromEntries(Array.from({ length: ${count} }, (_, i) => ["i" + i, { id: "a", name: "A", size: 1 }]))`;

const DATA = [
  ["20,000 right items, 3 MB", "listThings", items(20_000)],
  ["60,000 items with two wrong fields, 9 MB", "listThings", items(60_000, "t.name = 'A'; t.email = i;")],
  ["100,000 items with three wrong fields", "listThings", "Array(100000).fill({ id: 1, name: 'A', size: 'x' })"],
  ["1,000,000 wrong items", "listThings", "Array(1000000).fill(1)"],
  ["an object of 20,000 members with a wrong field", "mapThings", members(20_000)],
  ["an object of 50,000 members with a wrong field", "mapThings", members(50_000)],
  ["10 lists of 3,000 wrong items", "listLists", `Array(10).fill(${items(3000, "t.name = 'A';")})`],
  ["an object of 20,000 right members", "mapThings", `Object.fromEntries(${items(20_000)}.map((t) => [t.id, t]))`],
  ["an object of 200,000 members", "mapThings", members(200_000)],
  ["10 lists of 3,000 right items", "listLists", `Array(10).fill(${items(3000)})`],
  [
    "20,000 different objects where items must be unique",
    "listSets",
    "Array.from({ length: 20000 }, (_, id) => ({ id }))",
  ],
] as const;

test.each(sample(DATA, 4))(
  "a response with %s blocks the event loop for less than 200 ms",
  async (_, operation, data) => {
    const target = testTarget(await serveElsewhere(`{ data: ${data} }`), { credentials: {} });
    const run = () => verify({ contract: CONTRACT, target, only: [operation] });
    // Compiling the schemas is not measured.
    await run();
    const blocks: number[] = [];
    let limit = LIMIT;
    // The collection of garbage and the compiler add to single runs, so the shortest block counts. The speed of a shared machine
    // changes between a run and its measurement, so the slowest one counts.
    for (let count = 0; count < RUNS && Math.min(...blocks) >= limit; count += 1) {
      blocks.push(await longestBlock(run));
      limit = Math.max(limit, LIMIT * slowness());
    }
    expect(Math.min(...blocks)).toBeLessThan(limit);
  },
);

test("a run whose time is over while it checks a long list begins no further request, and ends", async () => {
  const target = testTarget(await serveElsewhere(`{ data: ${items(60_000, "t.name = 'A'; t.email = i;")} }`), {
    credentials: {},
  });
  const exchanges: string[] = [];
  const { cases, duration } = await verify({
    contract: CONTRACT,
    target,
    parallel: 1,
    maxTime: 300,
    onExchange: ({ operation }) => exchanges.push(operation),
  });
  expect(cases.some(({ outcome }) => outcome.verdict === "skipped")).toBe(true);
  expect(exchanges.length).toBeLessThan(4);
  // Without an end at the time limit, the three checks of a list and a hundred requests take many times as long.
  expect(duration).toBeLessThan(20_000);
});

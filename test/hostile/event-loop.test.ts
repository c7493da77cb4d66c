import { fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { Contract } from "#verify/model/contract.js";
import { verify } from "#verify/verify.js";
import { documentOf, jsonResponse, REJECTED } from "../verify/small-document.js";
import { testTarget } from "../verify/target.js";
import { THING } from "./things.js";

/** The longest time without a turn of the event loop, in milliseconds, on a machine that does nothing else. */
const LIMIT = 200;
const RUNS = 3;

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

/** How much longer a computation takes than it would on an idle machine. */
function slowdown(): number {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  let sum = 0;
  while (performance.now() - begun < 200) sum += Math.sqrt(sum + 1);
  const { user, system } = process.cpuUsage(used);
  return Math.max(1, ((performance.now() - begun) * 1000) / (user + system));
}

/** An expression for a list of items with many fields. @param change of an item `t` at the index `i` */
const items = (count: number, change = "") =>
  `Array.from({ length: ${count} }, (_, i) => { const t = { id: "i" + i, name: "a", size: i, email: i + "@example.com", at: "2024-06-08T09:15:30Z", tags: ["a", "b"], owner: { id: i } }; ${change} return t; })`;

test.each([
  ["20,000 right items, 3 MB", "listThings", items(20_000)],
  ["60,000 items with two wrong fields, 9 MB", "listThings", items(60_000, "t.name = 'A'; t.email = i;")],
  ["100,000 items with three wrong fields", "listThings", "Array(100000).fill({ id: 1, name: 'A', size: 'x' })"],
  ["1,000,000 wrong items", "listThings", "Array(1000000).fill(1)"],
  [
    "20,000 different objects where items must be unique",
    "listSets",
    "Array.from({ length: 20000 }, (_, id) => ({ id }))",
  ],
])("a response with %s blocks the event loop for less than 200 ms", async (_, operation, data) => {
  const target = testTarget(await serveElsewhere(`{ data: ${data} }`), { credentials: {} });
  const run = () => verify({ contract: CONTRACT, target, only: [operation] });
  // Compiling the schemas is not measured.
  await run();
  const delays: number[] = [];
  let limit = LIMIT;
  // Whatever else the machine does makes a delay longer, so the shortest of several runs counts.
  for (let count = 0; count < RUNS && Math.min(...delays) >= limit; count += 1) {
    const before = slowdown();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await run();
    delay.disable();
    delays.push(Math.round(delay.max / 1e6));
    limit = LIMIT * Math.max(before, slowdown());
  }
  expect(Math.min(...delays)).toBeLessThan(limit);
});

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
  expect(duration).toBeLessThan(300 + 1000 * slowdown());
});

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { SOURCES } from "#test/command-line.js";
import { sample } from "#test/sample.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../verify/target.js";
import { BLOCK_CONTRACT } from "./block-contract.js";

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

let meter: ChildProcess;
beforeAll(() => {
  meter = fork(fileURLToPath(new URL("block-meter.ts", import.meta.url)), { execArgv: ["--import", SOURCES] });
});
afterAll(() => meter.disconnect());

test.each(sample(DATA, 4, 3, ([, operation]) => operation))(
  "a response with %s blocks the event loop for less than 200 ms",
  async (_, operation, data) => {
    meter.send({ url: await serveElsewhere(`{ data: ${data} }`), operation });
    const failed = new Promise<never>((_resolve, reject) => {
      meter.once("exit", (code) => reject(new Error(`The measurement ended with ${code}.`)));
    });
    failed.catch(() => {});
    const [{ block, limit }] = await Promise.race([once(meter, "message"), failed]);
    expect(block).toBeLessThan(limit);
  },
);

test("a run whose time is over while it checks a long list begins no further request, and ends", async () => {
  const target = testTarget(await serveElsewhere(`{ data: ${items(60_000, "t.name = 'A'; t.email = i;")} }`), {
    credentials: {},
  });
  const exchanges: string[] = [];
  const { cases, duration } = await verify({
    contract: BLOCK_CONTRACT,
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

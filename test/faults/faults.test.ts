import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { type OpenSandbox, startSandbox } from "#team-api/sandbox/sandbox.js";
import { FAULTS } from "./faults.js";
import { startFront } from "./server.js";
import { VARIANTS } from "./variants.js";

/** The reference's promises; each must be known to break. */
const PROMISES = [
  ["G", 3],
  ["V", 9],
  ["A", 3],
  ["S", 3],
  ["L", 8],
  ["R", 2],
  ["I", 3],
] as const;
const IDS = PROMISES.flatMap(([letter, count]) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`));

const ALL = [...FAULTS, ...VARIANTS];

/** What faults break and variants use: the promises of the reference, and what the contract has beyond them. */
const { "x-requirements": requirements, "x-open-points": points } = await loadDocument("openapi/openapi.yaml");
const KNOWN = new Set([...IDS, ...Object.keys(asObject(requirements)), "wire"]);
const ADMITTED = new Set([...Object.keys(asObject(points)), "S2", "A3"]);

describe("the catalogue", () => {
  test("has at least 85 faults and 35 variants", () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(85);
    expect(VARIANTS.length).toBeGreaterThanOrEqual(35);
  });

  test("names each change by an id and a sentence of its own", () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
    expect(new Set(ALL.map(({ title }) => title)).size).toBe(ALL.length);
    expect(ALL.filter(({ id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)).map(({ id }) => id)).toEqual([]);
    expect(ALL.filter(({ title }) => !/^[A-Z].+\.$/.test(title)).map(({ title }) => title)).toEqual([]);
  });

  test("says of a fault what it breaks, and of a variant what admits it", () => {
    const wrong = FAULTS.filter(({ breaks = [], open }) => {
      return open !== undefined || breaks.length === 0 || breaks.some((each) => !KNOWN.has(each));
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
    const isAdmitted = (open: string) => ADMITTED.has(open) || /^RFC \d+$/.test(open);
    const unexplained = VARIANTS.filter(({ breaks, open = "" }) => breaks !== undefined || !isAdmitted(open));
    expect(unexplained.map(({ id }) => id)).toEqual([]);
  });

  test.each(IDS)("breaks %s in two ways at least", (promise) => {
    expect(FAULTS.filter(({ breaks }) => breaks?.includes(promise)).length).toBeGreaterThanOrEqual(2);
  });
});

describe("every server", () => {
  /** What becomes of a list, where it is no whole answer. */
  const BROKEN: Record<string, "hangs" | "breaks off"> = {
    "wire-hangs": "hangs",
    "wire-length-too-great": "hangs",
    "wire-cut-in-chunks": "breaks off",
  };
  let sandbox: OpenSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, rows: 45 });
  });
  afterAll(() => sandbox.close());

  test("starts, and answers a list or fails as its kind does", async () => {
    // 599 is what the front answers when a change makes a mistake.
    const wrong: string[] = [];
    const waiting = [...ALL];
    const ask = async () => {
      for (let change = waiting.shift(); change; change = waiting.shift()) {
        const server = await startFront(change, sandbox);
        const outcome = await listFrom(server.url, sandbox.keys.first, BROKEN[change.id] === "hangs" ? 500 : 300_000);
        const fine = typeof outcome === "number" ? outcome < 599 : outcome === BROKEN[change.id];
        if (!fine || server.requests() === 0) wrong.push(`${change.id}: ${outcome}`);
        await server.close();
      }
    };
    await Promise.all(Array.from({ length: 8 }, ask));
    expect(wrong).toEqual([]);
  });
});

/** The status of a list that came in whole, or in good part. */
async function listFrom(url: string, key: string, patience: number): Promise<number | "hangs" | "breaks off"> {
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(`${url}/suppressions?limit=2`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "manual",
      signal,
    });
    const reader = response.body?.getReader();
    for (let bytes = 0; reader && bytes < 1_000_000; ) {
      const { done, value } = await reader.read();
      if (done) return response.status;
      bytes += value.length;
    }
    await reader?.cancel();
    return response.status;
  } catch {
    return signal.aborted ? "hangs" : "breaks off";
  }
}

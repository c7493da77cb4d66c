import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { processorTime } from "#openapi/patterns/within-time.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { interleaved, type Row, row } from "./harness.js";
import { PROJECT } from "./processes.js";

const ITEMS = 20_000;
const ROUNDS = 9;
/** Milliseconds. */
const LIMIT = 200;

/** An item of the list of suppressions. */
const itemAt = (index: number): JsonObject => ({
  object: "suppression",
  id: `5f0c2a7e-1f52-4c7b-9c58-${String(index).padStart(12, "0")}`,
  email: `person-${index}@example.com`,
  origin: "manual",
  source_id: null,
  created_at: "2026-11-01T00:00:00.000Z",
});

/** Measures the time of the processor that all checks of a response with a long list take, its JSON read and all. */
export async function checks(): Promise<Row[]> {
  const document: unknown = JSON.parse(await readFile(join(PROJECT, "generated/openapi.json"), "utf8"));
  if (!isObject(document)) throw new Error("generated/openapi.json is not an object.");
  const contract = new Contract(document);
  const checking = (change: JsonObject) => {
    const data: Json = Array.from({ length: ITEMS }, (_, index) => ({ ...itemAt(index), ...change }));
    const body = JSON.stringify({ object: "list", has_more: false, data });
    return async () => {
      const traffic = new Traffic({ contract, name: "bench", keyVariable: "KEY" });
      const begun = processorTime();
      await traffic.check({
        request: { method: "GET", url: new URL("http://a/suppressions?limit=100"), headers: new Headers(), body: "" },
        response: { status: 200, headers: new Headers({ "content-type": "application/json" }), body },
        duration: 1,
      });
      return processorTime() - begun;
    };
  };
  const times = await interleaved(
    { "right items": checking({}), "items with two wrong fields": checking({ source_id: 5, created_at: "x" }) },
    "ms",
    ROUNDS,
    1,
  );
  return Object.values(times).map((series) =>
    row({
      what: `all checks of a response with ${ITEMS.toLocaleString("en")} ${series.name}: processor time`,
      against: `${LIMIT} ms`,
      ratios: series.values.map((value) => value / LIMIT),
      atMost: 1,
      figures: [series],
      isLimit: true,
    }),
  );
}

import { expect, test } from "vitest";
import { asObject } from "../../../src/openapi/document.js";
import { type CaseResult, findingsOf } from "../../../src/verify/model/outcome.js";
import type { Replay } from "../../../src/verify/model/replay.js";
import { type CabinsState, cabins } from "../../servers/cabins/service.js";
import { changeJson, isSuccess, jsonOf } from "../../servers/change.js";
import { createRunner, type RunnerOptions } from "../../servers/run.js";
import { empty, json, type Variation } from "../../servers/service.js";

const run = await createRunner(cabins);
const EXPLORATION: RunnerOptions = {
  only: ["exploration"],
  explore: { requests: 400 },
  settings: { seed: 1, settle: 0 },
};

/** The findings of a run, and the requests that led to each. */
function found(cases: readonly CaseResult[]): { message: string; place: string; replay: Replay | undefined }[] {
  return cases.flatMap(({ outcome }) =>
    findingsOf(outcome).map(({ message, place, replay }) => ({ message, place, replay })),
  );
}

const FAILED = json(500, { message: "Oops." });

/** Fails a valid request of an operation. */
function failing(
  title: string,
  operation: string,
  applies: (query: URLSearchParams, body: ReturnType<typeof asObject>) => boolean,
): Variation<CabinsState> {
  return {
    title,
    respond: async (request, next, context) =>
      context.operation === operation &&
      applies(request.query, asObject(jsonOf(request))) &&
      !(await context.violation())
        ? FAILED
        : next(),
  };
}
test("x", async () => {
  const rows = [
    failing("two", "listBookings", (q) => Number(q.get("limit")) > 20 && q.has("cabin")),
    failing(
      "text",
      "createBooking",
      (_, { note }) => typeof note === "string" && note.length > 25 && /[^\x00-\x7f]/.test(note),
    ),
    failing(
      "both",
      "createBooking",
      (_, { note, cabin, guests }) => typeof note === "string" && Number(guests) > 3 && cabin === "hill",
    ),
    failing("patch", "updateBooking", (_, { note, cabin, guests }) => typeof note === "string" && Number(guests) > 5),
  ];
  for (const r of rows) {
    const t = performance.now();
    const { report, failures } = await run(r, EXPLORATION);
    console.log(
      r.title,
      report.counts.requests,
      performance.now() - t,
      JSON.stringify(found(report.cases), null, 1),
      failures,
      report.cases.map((c) => [c.name, c.outcome.verdict, c.outcome.reason, c.outcome.statuses.length]),
    );
  }
}, 100000);

import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const JOB: JsonObject = {
  type: "object",
  required: ["id", "state"],
  properties: {
    id: { type: "integer" },
    format: { type: "string", enum: ["csv", "json"] },
    state: { type: "string", enum: ["queued", "completed", "failed"] },
    statusUrl: { type: "string" },
    resultUrl: { type: "string", description: "The address of the result. Present when `state` is `completed`." },
  },
};
const NEW: JsonObject = {
  type: "object",
  required: ["format"],
  properties: { format: { type: "string", enum: ["csv", "json"] } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const read = (schema: JsonObject): JsonObject => ({
  responses: { "200": { description: "Done.", ...content(schema) }, "404": { description: "Unknown." } },
});
const id: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const PATHS: JsonObject = {
  "/reports": {
    post: {
      operationId: "createReport",
      requestBody: { required: true, ...content(NEW) },
      responses: { "202": { description: "Started.", ...content(JOB) } },
    },
  },
  "/jobs/{id}": { get: { operationId: "readJob", parameters: [id], ...read(JOB) } },
  "/results/{id}": { get: { operationId: "readResult", parameters: [id], ...read({ type: "object" }) } },
};

interface Job {
  id: number;
  format: string;
  reads: number;
}

/** The parts of a server that a row may change. */
interface Behavior {
  /** How often a job is read until it has ended. */
  reads?: number;
  /** Changes what is shown of a job. */
  show?: (shown: JsonObject, job: Job) => JsonObject;
  /** The address of a job. */
  address?: (job: Job) => string | undefined;
  /** Whether the address is in the body alone. */
  isInBody?: boolean;
  /** Whether a job is found. */
  finds?: (job: Job, last: number) => boolean;
  hasResult?: boolean;
}

async function run(behavior: Behavior) {
  const {
    reads = 3,
    show = (shown) => shown,
    address = (job) => `/jobs/${job.id}`,
    isInBody = false,
    finds = () => true,
    hasResult = true,
  } = behavior;
  const jobs: Job[] = [];
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      const [, kind, number] = url.split("/");
      if (method === "POST") {
        const job: Job = { id: jobs.length + 1, format: JSON.parse(body).format, reads: 0 };
        jobs.push(job);
        const location = address(job);
        const started = { id: job.id, format: job.format, state: "queued" };
        if (isInBody) return json(response, 202, { ...started, statusUrl: location });
        return json(response, 202, started, location ? { location } : {});
      }
      const job = jobs[Number(number) - 1];
      if (!job || !finds(job, jobs.length)) return json(response, 404, {});
      if (kind === "results") return json(response, hasResult ? 200 : 404, {});
      job.reads += 1;
      const hasEnded = job.reads >= reads;
      const ended = hasEnded ? { state: "completed", resultUrl: `/results/${job.id}` } : { state: "queued" };
      json(response, 200, show({ id: job.id, format: job.format, ...ended }, job));
    },
    { hasExampleData: false },
    { only: ["jobs"] },
  );
  const [result] = results;
  return {
    failures: failuresOf(results),
    warnings: warningsOf(results).map(({ message }) => message),
    outcome: result?.outcome,
  };
}

const LEGAL: [title: string, behavior: Behavior][] = [
  ["ends a job at its third read", {}],
  ["has ended each job at once", { reads: 1 }],
  ["has addresses relative to the request", { address: ({ id }) => `jobs/${id}` }],
  ["has the address in the body", { isInBody: true }],
  ["fails each job", { show: ({ resultUrl, ...shown }) => (resultUrl ? { ...shown, state: "failed" } : shown) }],
  ["has results on another host", { show: (shown) => ({ ...shown, ...elsewhere(shown) }) }],
];

function elsewhere({ resultUrl }: JsonObject): JsonObject {
  return resultUrl === undefined ? {} : { resultUrl: `https://files.example.com${resultUrl}` };
}

test.each(LEGAL)("a server passes without a warning if it %s", async (_, behavior) => {
  const { failures, warnings, outcome } = await run(behavior);
  expect([...failures, ...warnings]).toEqual([]);
  expect(outcome?.verdict).toBe("passed");
});

test("a job that goes on, and one without an address, show nothing", async () => {
  const endless = await run({ reads: 1000 });
  expect(endless.outcome).toMatchObject({ verdict: "skipped", reason: "the work that it started has not ended yet" });
  const hidden = await run({ address: () => undefined });
  expect(hidden.outcome?.verdict).toBe("skipped");
  expect([...endless.failures, ...hidden.failures]).toEqual([]);
});

const FAULTS: [title: string, behavior: Behavior, message: string][] = [
  ["sends the address of its first job", { address: () => "/jobs/1" }, "shows another one"],
  [
    "lets ended jobs go on",
    { show: (shown, { reads }) => (reads > 3 ? { ...shown, state: "queued" } : shown) },
    "had ended",
  ],
  ["sends the address of its first job in the body", { isInBody: true, address: () => "/jobs/1" }, "shows another one"],
  ["shows a state that it does not document", { show: (shown) => ({ ...shown, state: "complete" }) }, "must be one of"],
];

test.each(FAULTS)("a server fails if it %s", async (_, behavior, message) => {
  const { failures } = await run(behavior);
  expect(failures.join("\n")).toContain(message);
});

const WARNINGS: [title: string, behavior: Behavior, message: string][] = [
  ["does not find its jobs", { finds: () => false }, "does not find the work that createReport started"],
  ["forgets jobs", { finds: ({ id }, last) => id === last }, "does not find earlier work"],
  ["shows every job as one in CSV", { show: (shown) => ({ ...shown, format: "csv" }) }, "another /format"],
  ["leaves the result out", { show: ({ resultUrl: _, ...shown }) => shown }, "does not show /resultUrl"],
  ["has no results", { hasResult: false }, "does not find the result of ended work"],
  ["sends an unknown address", { address: ({ id }) => `/tasks/${id}` }, "that no operation of the document has"],
];

test.each(WARNINGS)("a server has a warning, and no failure, if it %s", async (_, behavior, message) => {
  const { failures, warnings } = await run(behavior);
  expect(failures).toEqual([]);
  expect(warnings.join("\n")).toContain(message);
});

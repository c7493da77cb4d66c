import type { JsonObject } from "#openapi/document/document.js";
import type { Tables } from "../tables.js";
import { newId, now, present } from "./rows.js";

/** A run as responses show it. */
export function runShown({ namespace, job, version, ...run }: JsonObject): JsonObject {
  const jobVersion = { namespace: namespace ?? null, name: job ?? null, version: version ?? null };
  return { ...run, jobVersion, inputDatasetVersions: [], outputDatasetVersions: [], facets: {} };
}

/** A run of a job that has not begun. */
export function newRun(job: JsonObject, fields: JsonObject, time = now()): JsonObject {
  return {
    ...{ id: newId(), createdAt: time, updatedAt: time, state: "NEW", args: {} },
    ...fields,
    ...present({ namespace: job.namespace, job: job.name, version: job.currentVersion }),
  };
}

/** The runs of a job, the newest one first. */
export function runsOf(tables: Tables, { namespace, name }: JsonObject): JsonObject[] {
  const runs = tables.rows("run").filter((run) => run.namespace === namespace && run.job === name);
  return runs.reverse().map(runShown);
}

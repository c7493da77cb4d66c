import { isDeepStrictEqual } from "node:util";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { versionOf, versionsOf } from "./datasets.js";
import {
  byName,
  keyIn,
  namedIn,
  nameOf,
  namespaceOf,
  newId,
  now,
  paged,
  present,
  requiredBody,
  rowsIn,
} from "./rows.js";
import { runsOf } from "./run-rows.js";

const CONTENT = ["type", "inputs", "outputs", "location", "context", "description"];

/** A job as responses show it. */
function jobShown(tables: Tables, row: JsonObject): JsonObject {
  const runs = runsOf(tables, row);
  const [latestRun] = runs;
  return {
    id: { namespace: row.namespace ?? null, name: row.name ?? null },
    ...row,
    simpleName: String(row.name).split(".").at(-1) ?? "",
    ...(latestRun ? { latestRun } : {}),
    latestRuns: runs.slice(0, 10),
    facets: {},
  };
}

function versionShown({ namespace, name, version, content, createdAt }: JsonObject): JsonObject {
  const { description, ...fields } = asObject(content);
  return {
    id: { namespace: namespace ?? null, name: name ?? null, version: version ?? null },
    ...present({ name, namespace, version, createdAt }),
    ...fields,
    facets: {},
  };
}

/** Stores a job, with a new version if its content differs. */
export function storeJob(tables: Tables, namespace: Json, name: Json, content: JsonObject): JsonObject {
  const key = keyIn(namespace, name);
  const time = now();
  const before = tables.find("job", key);
  const isSame = before !== undefined && isDeepStrictEqual(picked(before, CONTENT), content);
  const version = isSame ? (before.currentVersion ?? null) : newId();
  if (!isSame) {
    tables.put("job version", keyIn(namespace, name, version), { namespace, name, version, content, createdAt: time });
  }
  const createdAt = before?.createdAt ?? time;
  return tables.put("job", key, {
    ...{ namespace, name, createdAt, updatedAt: time },
    ...content,
    currentVersion: version,
  });
}

/** Removes a job with its versions and runs. */
export function removeJob(tables: Tables, { namespace, name }: JsonObject): void {
  tables.remove("job", keyIn(namespace, name));
  for (const { version, ...row } of tables.rows("job version")) {
    if (row.namespace === namespace && row.name === name) tables.remove("job version", keyIn(namespace, name, version));
  }
  for (const { id = null, ...run } of tables.rows("run")) {
    if (run.namespace === namespace && run.job === name) tables.remove("run", id);
  }
}

/**
 * The content that a request sends for a job.
 *
 * @throws Rejection with 404 if one of its datasets or its run does not exist
 */
function sentContent(request: ReadRequest, tables: Tables): JsonObject {
  const { type, inputs, outputs, location, context, description, runId } = requiredBody(request);
  for (const { namespace, name } of [...asList(inputs), ...asList(outputs)].map(asObject)) {
    if (!tables.find("dataset", keyIn(namespace, name))) throw new Rejection(404, "The dataset is not found.");
  }
  if (runId !== undefined && !tables.find("run", runId)) throw new Rejection(404, "The run is not found.");
  return present({ type, inputs, outputs, location, context, description });
}

/** The operations of jobs. */
export const JOB_HANDLERS: Service<Tables>["handlers"] = {
  putJob(request, tables) {
    const { name: namespace = null } = namespaceOf(request, tables);
    const job = storeJob(tables, namespace, nameOf(request, "job"), sentContent(request, tables));
    return json(200, jobShown(tables, job));
  },
  getJob: (request, tables) => json(200, jobShown(tables, namedIn("job", request, tables))),
  deleteJob(request, tables) {
    const job = namedIn("job", request, tables);
    const shown = jobShown(tables, job);
    removeJob(tables, job);
    return json(200, shown);
  },
  getJobs(request, tables) {
    const { name: namespace = null } = namespaceOf(request, tables);
    const rows = byName(rowsIn(tables, "job", { namespace })).map((row) => jobShown(tables, row));
    return paged("jobs", rows, request, { totalCount: rows.length });
  },
  getJobVersions: (request, tables) =>
    json(200, { versions: versionsOf("job", request, tables).map((row) => versionShown(row)) }),
  getJobVersion: (request, tables) => json(200, versionShown(versionOf("job", request, tables))),
};

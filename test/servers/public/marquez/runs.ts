import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { namedIn, nameOf, newId, now, paged, present } from "./rows.js";
import { newRun, runShown, runsOf } from "./run-rows.js";

function runOf(request: ReadRequest, tables: Tables): JsonObject {
  const id = nameOf(request, "id").toLowerCase();
  const run = tables.find("run", id);
  if (!run) throw new Rejection(404, "The run is not found.");
  return run;
}

/** Marks the run of a request. A run that has begun takes as long as from its start to its end. */
function marked(request: ReadRequest, tables: Tables, state: string) {
  const run = runOf(request, tables);
  const time = String(request.query.at ?? now());
  const startedAt = state === "RUNNING" ? time : run.startedAt;
  const endedAt = state === "RUNNING" ? undefined : time;
  const isTimed = startedAt !== undefined && endedAt !== undefined;
  const { startedAt: _, endedAt: __, durationMs: ___, ...others } = run;
  const changed = {
    ...others,
    ...present({ startedAt, endedAt }),
    ...(isTimed ? { durationMs: Date.parse(endedAt) - Date.parse(String(startedAt)) } : {}),
    ...{ state, updatedAt: now() },
  };
  return json(200, runShown(tables.put("run", run.id ?? "", changed)));
}

const FACETS: JsonObject = {
  _producer: "https://scheduler.example.com/agent/2.4",
  _schemaURL: "https://scheduler.example.com/facets/1#Facet",
};

/** The operations of runs. */
export const RUN_HANDLERS: Service<Tables>["handlers"] = {
  createRun(request, tables) {
    const job = namedIn("job", request, tables);
    const { id: sent, nominalStartTime, nominalEndTime, args } = asObject(request.body);
    const id: Json = sent === undefined ? newId() : String(sent).toLowerCase();
    if (tables.find("run", id)) throw new Rejection(409, "The run exists already.");
    const run = newRun(job, present({ id, nominalStartTime, nominalEndTime, args }));
    return json(201, runShown(tables.put("run", id, run)));
  },
  getRuns: (request, tables) => paged("runs", runsOf(tables, namedIn("job", request, tables)), request),
  getRun: (request, tables) => json(200, runShown(runOf(request, tables))),
  getFacets: (request, tables) =>
    json(200, {
      ...present({ runId: runOf(request, tables).id }),
      facets: { ...FACETS, of: String(request.query.type) },
    }),
  startRun: (request, tables) => marked(request, tables, "RUNNING"),
  completeRun: (request, tables) => marked(request, tables, "COMPLETED"),
  failRun: (request, tables) => marked(request, tables, "FAILED"),
  abortRun: (request, tables) => marked(request, tables, "ABORTED"),
};

import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { airflowError, fieldsOf, listed, maskedFields, nameOf } from "./requests.js";

/** The DAGs that a request selects. */
function selected({ query }: ReadRequest, tables: Tables): JsonObject[] {
  const { tags, only_active = true, dag_id_pattern } = query;
  return tables
    .rows("dags")
    .filter(
      (dag) =>
        (only_active !== true || dag.is_active === true) &&
        (tags === undefined || asList(dag.tags ?? []).some((tag) => asList(tags).includes(asObject(tag).name ?? ""))) &&
        (dag_id_pattern === undefined || String(dag.dag_id).includes(String(dag_id_pattern).replaceAll("%", ""))),
    );
}

function changedDag(request: ReadRequest, tables: Tables, dag: JsonObject): JsonObject {
  return tables.put("dags", String(dag.dag_id), { ...dag, ...maskedFields(request, ["is_paused"]) });
}

const runKey = (dag: JsonObject, run: Json) => `${String(dag.dag_id)}/${String(run)}`;

function runOf(request: ReadRequest, tables: Tables): JsonObject {
  const dag = tables.get("dags", nameOf(request, "dag_id"));
  return tables.get("runs", runKey(dag, nameOf(request, "dag_run_id")));
}

/** Whether a time of a run is in the range of a request. */
function isInRange({ query }: ReadRequest, run: JsonObject, name: string): boolean {
  const { [`${name}_gte`]: from, [`${name}_lte`]: to } = query;
  if (from === undefined && to === undefined) return true;
  const time = Date.parse(String(run[name] ?? ""));
  return (
    (from === undefined || time >= Date.parse(String(from))) && (to === undefined || time <= Date.parse(String(to)))
  );
}

function storeRun(tables: Tables, run: JsonObject): JsonObject {
  return tables.put("runs", runKey(run, run.dag_run_id ?? ""), run);
}

/** A run as it begins. */
export function newRun(dag: JsonObject, time: string, fields: JsonObject): JsonObject {
  const { dag_run_id, ...more } = fields;
  return {
    ...{ conf: {}, dag_id: dag.dag_id ?? "", dag_run_id: dag_run_id ?? `manual__${time}`, data_interval_end: time },
    ...{ data_interval_start: time, end_date: null, execution_date: time, external_trigger: true, logical_date: time },
    ...{ last_scheduling_decision: null, note: null, run_type: "manual", start_date: null, state: "queued", ...more },
  };
}

const RUNS: Service<Tables>["handlers"] = {
  get_dag_runs(request, tables) {
    const id = nameOf(request, "dag_id");
    const all = tables.rows("runs").filter(({ dag_id }) => dag_id === id || id === "~");
    if (id !== "~") tables.get("dags", id);
    const { state } = request.query;
    const rows = all.filter(
      (run) =>
        (state === undefined || asList(state).includes(run.state ?? "")) &&
        ["execution_date", "start_date", "end_date"].every((name) => isInRange(request, run, name)),
    );
    const orders = ["id", "state", "dag_id", "execution_date", "dag_run_id", "start_date", "end_date", "run_type"];
    return listed(request, { name: "dag_runs", rows, orders });
  },
  post_dag_run(request, tables) {
    const dag = tables.get("dags", nameOf(request, "dag_id"));
    const fields = fieldsOf(request, ["conf", "dag_run_id", "execution_date", "logical_date", "note"]);
    const { execution_date, logical_date = execution_date } = fields;
    if (execution_date !== undefined && execution_date !== logical_date)
      throw new Rejection(400, "logical_date conflicts with execution_date");
    const note = String(fields.note ?? "");
    if (note.length > 1000) throw new Rejection(400, "note can have up to 1000 characters");
    const time = new Date(
      logical_date === undefined || logical_date === null ? Date.now() : Date.parse(String(logical_date)),
    );
    if (Number.isNaN(time.getTime())) throw new Rejection(400, "logical_date is not a time");
    const run = newRun(dag, time.toISOString(), {
      conf: fields.conf ?? {},
      note: fields.note ?? null,
      ...(fields.dag_run_id ? { dag_run_id: fields.dag_run_id } : {}),
    });
    const runs = tables.rows("runs").filter(({ dag_id }) => dag_id === dag.dag_id);
    if (runs.some((each) => each.dag_run_id === run.dag_run_id || each.logical_date === run.logical_date)) {
      return airflowError(
        409,
        `DAGRun with DAG ID: '${String(dag.dag_id)}' and DAGRun ID: '${String(run.dag_run_id)}' already exists`,
      );
    }
    return json(200, storeRun(tables, run));
  },
  get_dag_run: (request, tables) => json(200, runOf(request, tables)),
  delete_dag_run(request, tables) {
    const run = runOf(request, tables);
    tables.remove("runs", runKey(run, run.dag_run_id ?? ""));
    return empty(204);
  },
  update_dag_run_state(request, tables) {
    const run = runOf(request, tables);
    const { state } = fieldsOf(request, ["state"]);
    if (state === undefined) throw new Rejection(400, "Missing data for required field: state");
    const time = new Date().toISOString();
    const times =
      state === "queued"
        ? { start_date: null, end_date: null }
        : { start_date: run.start_date ?? time, end_date: time };
    return json(200, storeRun(tables, { ...run, state, ...times }));
  },
  set_dag_run_note(request, tables) {
    const run = runOf(request, tables);
    const { note = null } = fieldsOf(request, ["note"]);
    if (String(note).length > 1000) throw new Rejection(400, "note can have up to 1000 characters");
    return json(200, storeRun(tables, { ...run, note }));
  },
};

/** DAGs and their runs. */
export const DAGS: Service<Tables>["handlers"] = {
  ...RUNS,
  get_dags: (request, tables) =>
    listed(request, {
      name: "dags",
      rows: selected(request, tables),
      orders: ["dag_id", "is_paused", "is_active", "max_active_tasks"],
    }),
  patch_dags(request, tables) {
    const rows = selected(request, tables).map((dag) => changedDag(request, tables, dag));
    const { update_mask: _, ...query } = request.query;
    return listed({ ...request, query }, { name: "dags", rows, orders: ["dag_id"] });
  },
  get_dag: (request, tables) => json(200, tables.get("dags", nameOf(request, "dag_id"))),
  patch_dag: (request, tables) => json(200, changedDag(request, tables, tables.get("dags", nameOf(request, "dag_id")))),
  delete_dag(request, tables) {
    const { dag_id = "" } = tables.get("dags", nameOf(request, "dag_id"));
    for (const run of tables.rows("runs"))
      if (run.dag_id === dag_id) tables.remove("runs", runKey(run, run.dag_run_id ?? ""));
    tables.remove("dags", dag_id);
    return empty(204);
  },
  get_health: () =>
    json(200, {
      metadatabase: { status: "healthy" },
      scheduler: { latest_scheduler_heartbeat: new Date().toISOString(), status: "healthy" },
    }),
  get_version: () => json(200, { version: "2.6.3", git_version: null }),
};

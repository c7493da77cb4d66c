import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { RESOURCES } from "./admin.js";
import { newRun } from "./dags.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const dag = (number: number): JsonObject => ({
  dag_id: `import_orders_${number}`,
  default_view: "grid",
  description: number % 2 ? `Imports the orders of shop ${number}.` : null,
  file_token: `Ii9kYWdzL2ltcG9ydF8${number}.py`,
  fileloc: `/dags/import_${number}.py`,
  has_import_errors: false,
  has_task_concurrency_limits: false,
  is_active: number !== 4,
  is_paused: number % 3 === 0,
  is_subdag: false,
  last_expired: null,
  last_parsed_time: timeOf(number),
  last_pickled: null,
  max_active_runs: 16,
  max_active_tasks: 16,
  next_dagrun: timeOf(40 + number),
  next_dagrun_create_after: timeOf(41 + number),
  next_dagrun_data_interval_end: timeOf(41 + number),
  next_dagrun_data_interval_start: timeOf(40 + number),
  owners: ["data-team"],
  pickle_id: null,
  root_dag_id: null,
  schedule_interval: { __type: "CronExpression", value: "0 4 * * *" },
  scheduler_lock: null,
  tags: number % 2 ? [{ name: "orders" }, { name: "daily" }] : [{ name: "daily" }],
  timetable_description: "At 04:00",
});

function run(number: number): JsonObject {
  const time = timeOf(number);
  const state = ["success", "failed", "success", "running"][number % 4] ?? "success";
  const ended = state === "running" ? null : timeOf(number + 1);
  const fields = { dag_run_id: `scheduled__${time}`, run_type: "scheduled", external_trigger: false, state };
  return newRun(dag(1 + (number % 3)), time, { ...fields, start_date: time, end_date: ended });
}

const connection = (number: number): JsonObject => ({
  connection_id: `shop_db_${number}`,
  conn_type: number % 2 ? "postgres" : "http",
  description: number % 2 ? null : `The API of shop ${number}`,
  host: `shop-${number}.example.com`,
  login: "airflow",
  schema: number % 2 ? "orders" : null,
  port: number % 2 ? 5432 : 443,
  extra: null,
  password: "not-shown",
});

const user = (number: number): JsonObject => ({
  ...{
    username: `user${number}`,
    email: `user${number}@example.com`,
    first_name: `First ${number}`,
    last_name: "Example",
  },
  ...{
    roles: [{ name: number === 1 ? "Admin" : "Viewer" }],
    active: true,
    failed_login_count: 0,
    last_login: timeOf(number),
  },
  ...{ login_count: number, created_on: timeOf(number), changed_on: timeOf(number), password: "not-shown" },
});

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const number of numbersTo(6)) tables.put("dags", String(dag(number).dag_id), dag(number));
  for (const number of numbersTo(12))
    tables.put("runs", `${run(number).dag_id}/${run(number).dag_run_id}`, run(number));
  for (const number of numbersTo(5)) tables.put("connections", `shop_db_${number}`, connection(number));
  for (const number of numbersTo(4)) tables.put("users", `user${number}`, user(number));
  for (const [index, name] of ["default_pool", "imports", "reports"].entries()) {
    tables.put("pools", name, { name, slots: 128 - index * 60, description: index ? `For ${name}` : "Default pool" });
  }
  for (const number of numbersTo(7)) {
    tables.put("variables", `shop_${number}_url`, {
      key: `shop_${number}_url`,
      value: `https://shop-${number}.example.com`,
      description: null,
    });
  }
  for (const [index, name] of ["Admin", "Op", "User", "Viewer"].entries()) {
    const actions = RESOURCES.slice(index).map((resource) => ({
      action: { name: "can_read" },
      resource: { name: resource },
    }));
    tables.put("roles", name, { name, actions });
  }
  return tables;
}

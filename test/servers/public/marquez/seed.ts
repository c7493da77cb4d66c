import { numbersTo, seededTime, Tables } from "../tables.js";
import { storeDataset } from "./datasets.js";
import { storeJob } from "./jobs.js";
import { keyIn } from "./rows.js";
import { newRun } from "./run-rows.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const NAMESPACES = ["food_delivery", "warehouse", "billing.eu"];
const TOPICS = ["orders", "drivers", "menus", "customers", "delivery_7_days"];
const STATES = ["COMPLETED", "FAILED", "RUNNING", "NEW"];

/** Ids of runs that look random, and are the same each time. */
function seededId(number: number): string {
  const part = (length: number, factor: number) =>
    ((number + 7) * factor).toString(16).padStart(length, "0").slice(-length);
  return `${part(8, 2654435761)}-${part(4, 40503)}-4${part(3, 2029)}-9${part(3, 3571)}-${part(12, 48271 * 2654435761)}`;
}

function seedNames(tables: Tables): void {
  for (const [index, name] of ["orders_db", "events.kafka", "lake"].entries()) {
    const time = timeOf(index);
    const connectionUrl = `jdbc:postgresql://${name.replace("_", "-")}.example.com/main`;
    const fields = { type: index === 1 ? "KAFKA" : "POSTGRESQL", connectionUrl, description: `Where ${name} is` };
    tables.put("source", name, { name, createdAt: time, updatedAt: time, ...fields });
  }
  for (const name of ["PII", "SENSITIVE", "gold", "hourly"]) {
    tables.put("tag", name, { name, description: `Marks what is ${name.toLowerCase()}` });
  }
  for (const [index, name] of NAMESPACES.entries()) {
    const fields = { ownerName: `team-${index + 1}`, description: `All of ${name}` };
    tables.put("namespace", keyIn(name), { name, createdAt: timeOf(index), updatedAt: timeOf(index + 2), ...fields });
  }
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  seedNames(tables);
  for (const [at, namespace] of NAMESPACES.entries()) {
    for (const [index, topic] of TOPICS.entries()) {
      const name = `public.${topic}`;
      const fields = ["id", "placed_at", "total"].map((field) => ({ name: field, type: "VARCHAR", tags: [] }));
      const content = { type: "DB_TABLE", physicalName: name, sourceName: index % 2 ? "lake" : "orders_db", fields };
      for (const version of numbersTo(1 + (index % 3))) {
        const description = `The ${version}. description of ${topic}`;
        storeDataset(tables, namespace, name, { ...content, tags: index === 1 ? ["PII"] : [], description });
      }
      const input = { namespace, name };
      const job = storeJob(tables, namespace, `etl.${topic}`, {
        ...{ type: "BATCH", inputs: [input], outputs: [], location: `https://git.example.com/etl/${topic}` },
        description: `Loads ${topic}`,
      });
      for (const number of numbersTo(3)) {
        const id = seededId(at * 100 + index * 10 + number);
        const times = { nominalStartTime: timeOf(number), nominalEndTime: timeOf(number + 1) };
        const state = STATES[(index + number) % STATES.length] ?? "NEW";
        const begun = state === "NEW" ? {} : { startedAt: timeOf(number) };
        const ended =
          state === "NEW" || state === "RUNNING" ? {} : { endedAt: timeOf(number + 1), durationMs: 86_400_000 };
        const fields = { id, state, args: { retries: number }, ...times, ...begun, ...ended };
        tables.put("run", id, newRun(job, fields, timeOf(number)));
      }
    }
  }
  return tables;
}

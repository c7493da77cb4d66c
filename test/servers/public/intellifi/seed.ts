import { numbersTo, seededTime, Tables } from "../tables.js";
import { emit } from "./events.js";
import { added } from "./rows.js";
import { addList } from "./sets.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const PLACES = ["Dock", "Cold store", "Workshop", "Ward 3", "Exit"];
const THINGS = ["Bed", "Pump", "Cart", "Monitor", "Scale", "Lift", "Chair"];
const TYPES = ["smarttag", "tag", "barcode"];
const TECHNOLOGIES = ["bluetooth", "rfid", "optical"];
const PROTOCOLS = ["ibeacon", "epcgen2", "generic"];
const FILTERS = ["items/#", "locations/+/created", "kvpairs/#"];

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const [at, topic_filter] of FILTERS.entries()) {
    const settings = { database_hold_time_h: 24 * (at + 1), populate_events: at === 1, target_retry: false };
    const fields = { topic_filter, description: `Feed ${at + 1}`, verify_target_certificate: at !== 2, ...settings };
    added(tables, "subscription", fields, timeOf(0));
  }
  const locations = PLACES.map((label, at) => {
    const fields = { label, metadata: { floor: at % 3, wing: at % 2 ? "east" : "west" }, custom: null };
    const location = added(tables, "location", fields, timeOf(at));
    emit(tables, "location", location, "created", timeOf(at));
    return location;
  });
  const placeOf = (number: number) => locations[number % 5]?.id ?? "";
  const ids = numbersTo(14).map((number) => {
    const label = `${THINGS[number % THINGS.length]} ${number}`;
    const kind = { type: TYPES[number % 3] ?? "", technology: TECHNOLOGIES[number % 3] ?? "" };
    const item = added(
      tables,
      "item",
      {
        ...{ code_hex: `e2005514${(number * 4099).toString(16).padStart(8, "0")}`, label, ...kind },
        ...{ protocol: PROTOCOLS[number % 3] ?? "", metadata: { owner: `dept-${number % 4}` } },
        ...{ is_present: number % 2 === 0, move_count: number * 3, time_moved: timeOf(number) },
        ...{ time_last_present: timeOf(number + 1), location: placeOf(number) },
      },
      timeOf(number),
    );
    emit(tables, "item", item, number % 2 ? "created" : "updated", timeOf(number));
    return item.id ?? "";
  });
  for (const number of numbersTo(5)) {
    const fields = { label: `Round ${number}`, metadata: { shift: number % 2 ? "day" : "night" } };
    addList(tables, { ...fields, ids: ids.slice(number, number * 2) }, timeOf(number));
    const pair = { kv_key: `setting-${number}`, kv_value: number % 2 ? { threshold: number } : `value ${number}` };
    added(tables, "kvpair", pair, timeOf(number));
    const conditions = {
      ...{ from_location: placeOf(number), to_location: placeOf(number + 2) },
    };
    const type = ["allow", "disallow", "debounce"][number % 3] ?? "allow";
    const parameters = type === "debounce" ? { time_s: 5, max_periods: 2 } : {};
    added(
      tables,
      "rule",
      { label: `Rule ${number}`, enabled: number % 2 === 0, type, parameters, conditions },
      timeOf(number),
    );
  }
  return tables;
}

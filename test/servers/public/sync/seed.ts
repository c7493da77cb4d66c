import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { itemKey } from "./collections.js";
import { newService } from "./handlers.js";
import { newItem, newResource, seededSid } from "./resources.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString().replace(".000Z", "Z");

const TABLES = [
  { table: "Documents", prefix: "ET", name: "document" },
  { table: "Lists", prefix: "ES", name: "list" },
  { table: "Maps", prefix: "MP", name: "map" },
  { table: "Streams", prefix: "TO", name: "stream" },
];

function putItems(tables: Tables, table: string, row: JsonObject, number: number): void {
  for (const place of numbersTo(4)) {
    const key = table === "Lists" ? { index: place - 1 } : { key: `player-${place}` };
    const data = { score: place * 10 + number, name: `Player ${place}` };
    const field = table === "Lists" ? "list_sid" : "map_sid";
    tables.put("Items", itemKey(row, Object.values(key)[0] ?? ""), newItem(field, row, key, { data }, timeOf(number)));
  }
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const number of numbersTo(3)) {
    const sid = seededSid("IS", number);
    const fields = {
      friendly_name: `Game ${number}`,
      webhook_url: number % 2 ? null : "https://game.example.com/hook",
    };
    const service = tables.put("Services", sid, newService(sid, fields, timeOf(number)));
    for (const { table, prefix, name } of TABLES) {
      for (const place of numbersTo(3)) {
        const id = seededSid(prefix, number * 100 + place);
        const data = table === "Documents" ? { data: { level: place, open: place % 2 === 0 } } : {};
        const more = { unique_name: place === 3 ? null : `${name}-${number}-${place}`, ...data };
        const row = tables.put(table, id, newResource(table, id, service, more, timeOf(place)));
        if (table === "Lists" || table === "Maps") putItems(tables, table, row, number);
      }
    }
  }
  return tables;
}

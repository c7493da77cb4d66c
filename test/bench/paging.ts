import { join } from "node:path";
import Database from "libsql";
import { type Row, ratios, row, type Series } from "./harness.js";
import { loads } from "./load.js";
import { WORK } from "./processes.js";
import { LIST, serveSandbox, withServers } from "./servers.js";

const ROUNDS = 7;

/** Compares the first page and a deep page, of a short list and of a long one. */
export function paging(): Promise<Row[]> {
  const file = (rows: number) => join(WORK, `list-${rows}.db`);
  const serving = (rows: number) => () => serveSandbox(rows, { file: file(rows) });
  const firstOf = (url: string) => ({ url: url + LIST, connections: 1 });
  const deepOf = (url: string, rows: number) => ({
    url: `${url}${LIST}&after=${idAt(file(rows), Math.floor(rows * 0.9))}`,
    connections: 1,
  });
  return withServers({ short: serving(1000), long: serving(1_000_000) }, async ({ short, long }) => {
    const counted = await loads(
      {
        "first page of 1,000": firstOf(short),
        "deep page of 1,000": deepOf(short, 1000),
        "first page of 1,000,000": firstOf(long),
        "deep page of 1,000,000": deepOf(long, 1_000_000),
      },
      ROUNDS,
    );
    const time = (name: keyof typeof counted): Series => ({
      name,
      unit: "µs",
      values: counted[name].perSecond.values.map((perSecond) => 1_000_000 / perSecond),
    });
    const compared = (one: keyof typeof counted, other: keyof typeof counted): Row =>
      row({
        what: `sandbox on SQLite: ${one} rows, time of a request`,
        against: other,
        ratios: ratios(time(one), time(other)),
        atMost: 1.3,
        figures: [time(one), time(other)],
      });
    return [
      compared("first page of 1,000,000", "first page of 1,000"),
      compared("deep page of 1,000,000", "deep page of 1,000"),
      compared("deep page of 1,000,000", "first page of 1,000,000"),
    ];
  });
}

/** The id of the row at an index of the list, newest first. */
function idAt(file: string, place: number): string {
  const database = new Database(file);
  const found: unknown = database
    .prepare("select id from suppressions order by created_at desc, id desc limit 1 offset ?")
    .get(place);
  database.close();
  return String(Object(found).id);
}

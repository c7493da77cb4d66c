import { join } from "node:path";
import Database from "libsql";
import { type Row, ratios, row, type Series } from "./harness.js";
import { loads } from "./load.js";
import { type Served, WORK } from "./processes.js";
import { closeAll, LIST, serveSandbox } from "./servers.js";

const ROUNDS = 5;

/** Pages of a short list and of a long one, the first and a deep one. */
export async function paging(): Promise<Row[]> {
  const servers: Served[] = [];
  const listOf = async (rows: number) => {
    const file = join(WORK, `list-${rows}.db`);
    const server = await serveSandbox(rows, { file });
    servers.push(server);
    const first = { url: server.url + LIST, connections: 1 };
    return { first, deep: { ...first, url: `${first.url}&after=${idAt(file, Math.floor(rows * 0.9))}` } };
  };
  try {
    const [short, long] = [await listOf(1000), await listOf(1_000_000)];
    const counted = await loads(
      {
        "first page of 1,000": short.first,
        "deep page of 1,000": short.deep,
        "first page of 1,000,000": long.first,
        "deep page of 1,000,000": long.deep,
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
  } finally {
    await closeAll(servers);
  }
}

/** The id of the row at a place of the list, newest first. */
function idAt(file: string, place: number): string {
  const database = new Database(file);
  const found: unknown = database
    .prepare("select id from suppressions order by created_at desc, id desc limit 1 offset ?")
    .get(place);
  database.close();
  return String(Object(found).id);
}

import { cpus } from "node:os";
import { join } from "node:path";
import { interleaved, type Row, ratios, row } from "./harness.js";
import { expectCode, NPM, PROJECT, run, TSX } from "./processes.js";

const ROUNDS = 3;
/** How long a measured process may take, in milliseconds. */
const LIMIT = 300_000;
/** Milliseconds that `npm test` may take. */
const TESTS_LIMIT = 180_000;

/** Measures the time of the type check, and of all tests. */
export async function tests(): Promise<Row[]> {
  return [await typeCheck(), await allTests()];
}

/** The compiler of `npm run types` beside the one that the types are published for. Both check the whole project. */
async function typeCheck(): Promise<Row> {
  const checked = (compiler: string) => async () => {
    const script = join(PROJECT, "node_modules", compiler, "bin/tsc");
    return expectCode(await run(process.execPath, [script], { limit: LIMIT }), `The type check by ${compiler}`).time;
  };
  const times = await interleaved({ own: checked("typescript7"), before: checked("typescript") }, "ms", ROUNDS);
  return row({
    what: "`npm run types`: TypeScript 7",
    against: "TypeScript 5.9, as before",
    ratios: ratios(times.own, times.before),
    atMost: 1 / 3,
    aim: "at most a third",
    figures: [
      { ...times.own, name: "TypeScript 7" },
      { ...times.before, name: "TypeScript 5.9" },
    ],
  });
}

/** Once, because it takes minutes. The database of the other rows has their data, so the tests get one of their own. */
async function allTests(): Promise<Row> {
  const args = ["--import", TSX, join(PROJECT, "scripts/with-postgres.ts"), NPM, "test"];
  const env = { TEST_DATABASE_URL: undefined };
  const { time, output } = expectCode(await run(process.execPath, args, { env, limit: 3 * LIMIT }), "npm test");
  const [counts = ""] = /^\d+ passed, .*$/m.exec(output) ?? [];
  return row({
    what: "`npm test`",
    against: "3 minutes",
    ratios: [time / TESTS_LIMIT],
    isLimit: true,
    atMost: 1,
    figures: [{ name: "npm test", unit: "s", values: [time / 1000] }],
    note: `once, with the start of PostgreSQL where it is installed, on ${cpus().length} cores: ${counts}`,
  });
}

import { interleaved, type Row, ratios, row, type Series } from "./harness.js";
import { expectCode, runNode } from "./processes.js";
import { startRecorder } from "./recorder.js";
import { startVerifiedSandbox, type VerifiedSandbox } from "./verified-sandbox.js";

const ROUNDS = 7;
/** Rounds with a latency: they take long, and differ little. */
const SLOW_ROUNDS = 3;
/** Milliseconds by which each response is delayed there. */
const LATENCY = 200;
/** How many requests are sent at once there: the default of `verify`. */
const PARALLEL = 8;

const NOTE = "those to the provision module's control plane among them";

/** Measures a whole run of `verify` against a sandbox in another process: near, and behind a latency. */
export async function verify(): Promise<Row[]> {
  const sandbox = await startVerifiedSandbox();
  try {
    return [...(await nearRows(sandbox)), await farRow(sandbox)];
  } finally {
    await sandbox.close();
  }
}

async function nearRows(sandbox: VerifiedSandbox): Promise<Row[]> {
  const recorder = await startRecorder(sandbox.url);
  await sandbox.verify(recorder.url);
  await recorder.close();
  const { recorded } = recorder;

  const measured = (work: () => Promise<{ time: number }>) => async () => {
    await sandbox.reset();
    return (await work()).time;
  };
  const times = await interleaved(
    {
      verify: measured(() => sandbox.verify(sandbox.url)),
      "npm run verify (sources, by tsx)": measured(() => sandbox.verify(sandbox.url, "sources")),
      "the same requests by fetch": measured(() => sandbox.replay(recorded, sandbox.url)),
      "an empty Node start": measured(async () => expectCode(await runNode(["-e", ""]), "Node")),
    },
    "ms",
    ROUNDS,
    1,
  );
  const fetched = times["the same requests by fetch"];
  const node = times["an empty Node start"];
  const sources = times["npm run verify (sources, by tsx)"];
  const sum: Series = {
    name: "their sum",
    unit: "ms",
    values: fetched.values.map((value, round) => value + (node.values[round] ?? Number.NaN)),
  };
  const against = "the same requests by bare fetch, and an empty Node start";
  return [
    row({
      what: "a whole `verify` run, as a process, compiled as published",
      against,
      ratios: ratios(times.verify, sum),
      atMost: 1.3,
      figures: [times.verify, sum, fetched, node],
      note: `${recorded.length} requests, ${NOTE}`,
    }),
    row({
      what: "the same from the sources, by tsx",
      against,
      ratios: ratios(sources, sum),
      figures: [sources, sum],
    }),
  ];
}

/** A server that is far away. The requests of each run are recorded, and sent again. */
async function farRow(sandbox: VerifiedSandbox): Promise<Row> {
  const far = await startRecorder(sandbox.url, LATENCY);
  try {
    const verified: number[] = [];
    const fetched: number[] = [];
    let count = 0;
    for (let round = 0; round < SLOW_ROUNDS; round += 1) {
      await sandbox.reset();
      far.recorded.length = 0;
      verified.push((await sandbox.verify(far.url)).time / 1000);
      const recorded = [...far.recorded];
      count = recorded.length;
      await sandbox.reset();
      fetched.push((await sandbox.replay(recorded, far.url, PARALLEL)).time / 1000);
    }
    const own: Series = { name: "verify", unit: "s", values: verified };
    const other: Series = { name: "the same requests by fetch", unit: "s", values: fetched };
    return row({
      what: `a whole \`verify\` run with writes, each response delayed by ${LATENCY} ms`,
      against: `the same requests by bare fetch, ${PARALLEL} at once`,
      ratios: ratios(own, other),
      atMost: 1.2,
      figures: [own, other],
      note: `${count} requests, ${NOTE}`,
    });
  } finally {
    await far.close();
  }
}

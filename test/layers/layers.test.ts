import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { cruise } from "dependency-cruiser";
import { expect, test } from "vitest";
import config from "../../.dependency-cruiser.js";

/** Lints a fixture with the rules of the project. Returns the number of errors, and the report with single spaces. */
async function lint(fixture: string): Promise<{ errors: number; report: string }> {
  const { exitCode, output } = await cruise(["src"], {
    ...config.options,
    validate: true,
    ruleSet: { forbidden: config.forbidden ?? [] },
    baseDir: resolve("test/layers/fixtures", fixture),
    outputType: "err-long",
  });
  return { errors: exitCode, report: stripVTControlCharacters(String(output)).replace(/\s+/g, " ") };
}

test.each([
  ["type-cycle", "no-cycle: src/openapi/operations/links.ts → src/openapi/operations/operation.ts"],
  [
    "document-imports-operations",
    "layer:src/openapi/document: src/openapi/document/document.ts → src/openapi/operations/operation.ts",
  ],
  [
    "reporter-imports-engine",
    "layer:src/verify/reporters: src/verify/reporters/terminal.ts → src/verify/engine/run.ts",
  ],
  ["engine-sends", "only-the-gate-sends: src/verify/engine/run.ts → src/verify/transport/transport.ts"],
  [
    "engine-decides",
    "only-the-gate-decides: src/verify/engine/run/run-case.ts → src/verify/resources/permission/permission.ts",
  ],
  ["openapi-imports-client", "layer:src/openapi/load: src/openapi/load/load.ts → src/client/connect.ts"],
  [
    "suites-import-team-api",
    "only-the-entries-know-our-api: src/verify/suites/links.ts → src/team-api/rules/revoke.ts",
  ],
  [
    "target-imports-team-api",
    "only-the-entries-know-our-api: src/verify/target/embedded-target.ts → src/team-api/sandbox/sandbox.ts",
  ],
  [
    "suite-imports-suite",
    "no-suite-imports-a-suite: src/verify/suites/life-cycle/suite.ts → src/verify/suites/lists/items.ts",
  ],
  [
    "suite-compares",
    "drivers-compare-nothing: src/verify/suites/patches/merge-patch.ts → src/verify/model/finding/compare.ts",
  ],
  [
    "judge-sends",
    "rules-and-requests-send-nothing: src/verify/judges/jobs.ts → src/verify/model/test-case/case-context.ts",
  ],
  ["package-on-demand", "packages-on-demand-have-a-module: src/openapi/overlay/apply-overlay.ts → a-package"],
])("the lint of layers fails for %s, and names the rule and the import", async (fixture, violation) => {
  const { errors, report } = await lint(fixture);
  expect(report).toContain(`error ${violation} `);
  expect(report).toContain("x 1 dependency violations");
  expect(errors).toBe(1);
});

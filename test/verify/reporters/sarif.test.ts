import { expect, test } from "vitest";
import { sarifOf } from "#scripts/lint-sarif.js";
import { sarif } from "#verify/reporters/sarif.js";
import { failed, failedWithError, finding, findingAt, PASSED, report, result, skipped } from "./sample.js";

const PLACE = "#/components/schemas/Thing/properties/at/format";

test("each cause is a result at its place of the contract, recognized in the next run, and warnings are warnings", () => {
  const cases = [
    result("a", failed(finding())),
    result("b", failed(finding())),
    result("c", PASSED, { warnings: [{ ...findingAt("on"), check: "echo", basis: "inferred" }] }),
    result("d", failedWithError("GET /things: no response")),
    result("e", skipped("the list is empty")),
  ];
  const contract = { title: "Things", version: "1.2.3", file: "openapi/my api.yaml" };
  const { version, runs } = JSON.parse(sarif.render(report({ cases, contract })));
  expect(version).toBe("2.1.0");
  expect(runs[0].tool.driver.rules).toEqual([{ id: "body" }, { id: "no-response" }, { id: "echo/inferred" }]);
  expect(runs[0].results).toMatchObject([
    {
      ruleId: "body",
      level: "error",
      message: {
        text: expect.stringMatching(
          /^GET \/things: the body at \/at .* \(2 test cases\)\nexpected: a date\nreceived: "yesterday"$/,
        ),
      },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "openapi/my%20api.yaml" }, region: { startLine: 1 } },
          logicalLocations: [{ fullyQualifiedName: PLACE }],
        },
      ],
      partialFingerprints: { "cause/v1": "schema #/components/schemas/Thing/properties/at" },
    },
    {
      ruleId: "no-response",
      level: "error",
      message: { text: "GET /things sends no response (1 test case)" },
    },
    { ruleId: "echo/inferred", level: "warning" },
  ]);
});

test("problems of the lint become results with their file and line", () => {
  const location = [{ source: { ref: "openapi/openapi.yaml" }, pointer: PLACE, start: { line: 12, col: 3 } }];
  const problems = [
    { ruleId: "no-unresolved-refs", severity: "error", message: "Can't resolve $ref", location },
    { ruleId: "info-license", severity: "warn", message: "No license", location: [] },
  ];
  const { runs } = JSON.parse(sarifOf(JSON.stringify({ version: "2.0.0", problems })) ?? "");
  expect(runs[0].results).toMatchObject([
    {
      ...{ ruleId: "no-unresolved-refs", level: "error" },
      locations: [
        { physicalLocation: { artifactLocation: { uri: "openapi/openapi.yaml" }, region: { startLine: 12 } } },
      ],
    },
    { ruleId: "info-license", level: "warning" },
  ]);
});

test.each(["", "Not a document", "{}"])("an output of the lint that is not a report has no log: '%s'", (output) => {
  expect(sarifOf(output)).toBeUndefined();
});

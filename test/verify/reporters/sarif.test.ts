import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { asOneReport, lintReports } from "#scripts/lint/problem.js";
import { sarifOf } from "#scripts/lint/sarif.js";
import { sarif } from "#verify/reporters/sarif.js";
import { failed, failedWithError, finding, findingAt, HOSTILE, PASSED, report, result, skipped } from "./sample.js";
import { SARIF_SCHEMA } from "./sarif-schema.js";

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
      message: { text: "GET /things sends no response (reset) (1 test case)" },
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
  const { runs } = JSON.parse(sarifOf(asOneReport(lintReports(JSON.stringify({ version: "2.0.0", problems })) ?? [])));
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

const ajv = new Ajv2020({ strict: true, strictRequired: false });
addFormats.default(ajv);
const isLog = ajv.compile(SARIF_SCHEMA);

/** What the schema of SARIF does not admit in a log. */
function schemaErrors(log: string): string[] {
  isLog(JSON.parse(log));
  return (isLog.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test.each(["openapi/my api.yaml", "größe/[v1].yaml", "https://api.example.com/openapi.json", ""])(
  "logs of runs and of the lint are valid by the schema of SARIF 2.1.0, with a contract in '%s'",
  (file) => {
    const contract = { title: "Things", version: HOSTILE, file };
    const cases = [
      result("a", failed(finding(), findingAt(HOSTILE))),
      result("b", PASSED, { warnings: [{ ...findingAt("on"), check: "echo", basis: "inferred" }] }),
      result("c", failedWithError(HOSTILE)),
    ];
    expect(schemaErrors(sarif.render(report({ cases, contract })))).toEqual([]);
    expect(schemaErrors(sarif.render(report({ contract })))).toEqual([]);
    const location = [{ source: { ref: file }, pointer: PLACE, start: { line: 12, col: 3 } }];
    const problems = [
      { ruleId: "no-unresolved-refs", severity: "error", message: HOSTILE, location },
      { ruleId: "info-license", severity: "warn", message: "No license", location: [] },
    ];
    expect(
      schemaErrors(sarifOf(asOneReport(lintReports(JSON.stringify({ version: "2.0.0", problems })) ?? []))),
    ).toEqual([]);
  },
);

test("the schema of SARIF refuses what a log may not have", () => {
  const [run] = JSON.parse(sarif.render(report({ cases: [result("a", failed(finding()))] }))).runs;
  const refused = (change: object) =>
    schemaErrors(JSON.stringify({ version: "2.1.0", runs: [{ ...run, results: [{ ...run.results[0], ...change }] }] }));
  expect(refused({})).toEqual([]);
  expect(refused({ level: "failure" })).toHaveLength(1);
  expect(refused({ message: {} }).length).toBeGreaterThan(0);
  expect(refused({ place: "#" })).toHaveLength(1);
});

test.each(["", "Not a document", "{}"])(
  "an output of the lint that is not a report has no problems: '%s'",
  (output) => {
    expect(lintReports(output)).toBeUndefined();
  },
);

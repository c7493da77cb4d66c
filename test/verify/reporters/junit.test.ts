import { readFile } from "node:fs/promises";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { junitOf } from "#scripts/lint/junit.js";
import { asOneReport, lintReports } from "#scripts/lint/problem.js";
import { failureText } from "#verify/report/failure.js";
import type { Report } from "#verify/report/report.js";
import { junit } from "#verify/reporters/junit.js";
import {
  failed,
  failedWithError,
  finding,
  HOSTILE,
  largeReport,
  PASSED,
  report,
  requirement,
  result,
  skipped,
} from "./sample.js";

const REQUIREMENTS = [requirement("T1", "failed")];
const FAILED = failed(finding());
/** The time of a lint. */
const AT = "2026-11-22T10:00:00.123Z";

/** The elements of a report, with attributes as `@name` and text as `#text`. */
function parsed(given: Report) {
  const text = junit.render(given);
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseAttributeValue: false,
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    isArray: (name) => name === "testsuite" || name === "testcase",
  });
  return parser.parse(text).testsuites;
}

test("each operation is a test suite, each test case a test case with its outcome", () => {
  const cases = [
    result("a"),
    result("b", FAILED),
    result("c", skipped("writes are not allowed")),
    result("d", failedWithError("GET /things: no response (reset)"), { operation: "addThing" }),
  ];
  const suites = parsed(report({ cases, requirements: REQUIREMENTS }));
  expect(suites).toMatchObject({
    "@name": "Things",
    "@tests": "4",
    "@failures": "1",
    "@errors": "1",
    "@time": "65.400",
    testsuite: [
      {
        ...{
          "@name": "listThings",
          "@tests": "3",
          "@failures": "1",
          "@errors": "0",
          "@skipped": "1",
          "@time": "0.024",
        },
        testcase: [
          { "@classname": "listThings", "@name": "listThings › a", "@time": "0.012" },
          {
            "@name": "listThings › b",
            failure: {
              "@message": "body: the body at /at must be a date",
              "@type": "schema #/components/schemas/Thing/properties/at",
              "#text": failureText(FAILED, REQUIREMENTS)?.split("\n").slice(1).join("\n"),
            },
          },
          { "@name": "listThings › c", skipped: { "@message": "writes are not allowed" } },
        ],
      },
      {
        ...{ "@name": "addThing", "@tests": "1", "@errors": "1" },
        testcase: [{ error: { "@message": "GET /things: no response (reset)", "@type": "no response of listThings" } }],
      },
    ],
  });
});

/**
 * What the schema of Jenkins' xUnit plugin finds wrong in each text: none if it is valid. The file is from the source package
 * `python-xmlrunner` of Debian, unchanged (MIT, see its first lines).
 */
async function schemaErrors(texts: readonly string[]): Promise<string[]> {
  const schema = await readFile("test/verify/reporters/junit-10.xsd", "utf8");
  const files = texts.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { valid, errors, rawOutput } = await validateXML({ xml: files, schema });
  expect(valid, rawOutput).toBe(errors.length === 0);
  return errors.map(({ loc, message }) => `${loc?.fileName}: ${message}`);
}

/** Every kind of report: each outcome with and without warnings, explorations, hostile texts, no test cases, an error. */
function reportsOfEachKind(): Report[] {
  const warned = { warnings: [finding()] };
  const outcomes = [PASSED, FAILED, skipped("writes are not allowed"), failedWithError("no response (reset)")];
  const cases = [
    ...outcomes.flatMap((outcome) => [result("a", outcome), result(HOSTILE, outcome, warned)]),
    result("explored", PASSED, { suite: "exploration" }),
    result("d", FAILED, { operation: "addThing" }),
  ];
  const contract = { title: HOSTILE, version: "1" };
  return [
    ...[report(), report({ cases }), report({ cases, contract, requirements: REQUIREMENTS })],
    ...[report({ cases, verdict: "error", reason: HOSTILE }), report({ verdict: "error" })],
  ];
}

test("every kind of report is valid by Jenkins' junit-10.xsd, and says when each test suite began", async () => {
  const reports = reportsOfEachKind();
  expect(await schemaErrors(reports.map((given) => junit.render(given)))).toEqual([]);
  for (const given of reports) {
    for (const suite of parsed(given).testsuite ?? []) {
      expect(suite["@timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(new Date(`${suite["@timestamp"]}Z`).getTime()).toBe(Math.floor(Date.parse(given.date) / 1000) * 1000);
    }
  }
});

const reportIn = (output: string) => asOneReport(lintReports(output) ?? []);

test("reports of the lint are valid by junit-10.xsd: errors are failures, warnings are output, and none is a passed test case", async () => {
  const problem = (severity: string, message: string, ref: string) => {
    const location = [{ source: { ref }, pointer: "#/info", start: { line: 3, col: 1 } }];
    return { ruleId: "info-license", severity, message, location };
  };
  const problems = [problem("error", HOSTILE, "a.yaml"), problem("warn", HOSTILE, "a.yaml"), problem("error", "", "b")];
  const reports = [problems, []].map((found) =>
    junitOf(reportIn(JSON.stringify({ version: "2", problems: found })), AT),
  );
  expect(await schemaErrors(reports)).toEqual([]);
  const [report = "", clean = ""] = reports;
  expect(report).toContain(
    '<testsuite name="a.yaml" tests="2" failures="1" errors="0" timestamp="2026-11-22T10:00:00">',
  );
  expect(report).toContain('<testcase classname="info-license" name="a.yaml:3 #/info">\n      <failure ');
  expect(report.match(/<failure /g)).toHaveLength(2);
  expect(report.match(/<system-out>warning: /g)).toHaveLength(1);
  expect(clean).toContain('tests="1" failures="0"');
  // Redocly CLI writes an object for each document.
  const one = (ref: string) => JSON.stringify({ version: "2", problems: [problem("error", "", ref)] }, undefined, 2);
  const ofTwo = junitOf(reportIn(`${one("a.yaml")}${one("b.yaml")}`), AT);
  expect(ofTwo.match(/<testsuite name="[ab].yaml" tests="1" /g)).toHaveLength(2);
});

test("junit-10.xsd finds what it forbids: the test of the reports can fail", async () => {
  const text = junit.render(report({ cases: [result("a"), result("b", FAILED)] }));
  const mistakes: [mistaken: string, error: string][] = [
    [text.replace("<testsuites ", '<testsuites skipped="0" '), "The attribute 'skipped' is not allowed"],
    [text.replace(/(<testcase .*?) name=/, "$1 title="), "The attribute 'name' is required"],
    [text.replace(/<testsuite (.*?) errors="\d+"/, "<testsuite $1"), "The attribute 'errors' is required"],
    [text.replace(/time="65\.400"/, 'time="65.4 s"'), "is not accepted by the pattern"],
    [text.replace("<testcase ", "<warning/><testcase "), "This element is not expected"],
  ];
  const errors = await schemaErrors(mistakes.map(([mistaken]) => mistaken));
  for (const [index, [, error]] of mistakes.entries()) {
    expect(errors.filter((found) => found.startsWith(`${index}.xml`)).join("\n")).toContain(error);
  }
});

test("the text of a failure is written once", () => {
  const text = junit.render(report({ cases: [result("b", FAILED)], requirements: REQUIREMENTS }));
  for (const part of ["requirement  T1", "the body at /at must be a date", "expected     a date", "reproduce: "]) {
    expect(text.split(part)).toHaveLength(2);
  }
});

test("a run that proves nothing is an error, also if its test cases passed", () => {
  const suites = parsed(report({ cases: [result("a")], verdict: "error", reason: "Nothing could be tested." }));
  expect(suites).toMatchObject({ "@tests": "2", "@errors": "1", "@failures": "0" });
  expect(suites.testsuite[0].testcase[0].error["@message"]).toBe("Nothing could be tested.");
});

test("a report without test cases is well-formed", () => {
  expect(parsed(report())).toMatchObject({ "@tests": "0", "@failures": "0" });
});

test("hostile texts are escaped, and characters that XML cannot hold are replaced", () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join("");
  const hostile = `${HOSTILE}${controls}\u007f\ud800\ufffe\uffff😀`;
  const outcome = failed(finding({ message: hostile, received: hostile }));
  const named = { operation: hostile, name: hostile };
  const cases = [
    result("a", outcome, named),
    result("b", skipped(hostile), named),
    result("c", failedWithError(hostile, hostile), named),
  ];
  const given = report({ contract: { title: hostile, version: "1" }, cases });
  const text = junit.render(given);
  // The characters of XML 1.0 (2.2).
  expect(text).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/<script|<img|\]\]>|\r/);
  for (const [, attributes = ""] of text.matchAll(/<[a-z]+ ([^>]*?)\/?>/g))
    expect(attributes).toMatch(/^([a-z]+="[^"<\t\n]*" ?)*$/);
  const suites = parsed(given);
  const shown = `${HOSTILE}␀␁␂␃␄␅␆␇␈\t\n␋␌\r␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡\ufffd\ufffd\ufffd😀`;
  expect(suites["@name"]).toBe(shown);
  expect(suites.testsuite[0].testcase[0]["@name"]).toBe(shown);
  expect(suites.testsuite[0].testcase[0].failure["#text"]).toContain(`received     ${shown}\n`);
  expect(suites.testsuite[0].testcase[1].skipped["@message"]).toBe(shown);
});

test("10,000 test cases are rendered in less than 2 seconds", () => {
  const large = largeReport();
  const before = process.cpuUsage();
  junit.render(large);
  // Processor time: other tests use the machine too.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

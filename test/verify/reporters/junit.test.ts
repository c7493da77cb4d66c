import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
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

/** The elements and attributes that Jenkins' junit-10.xsd admits; those with `!` are required. */
const SCHEMA: Record<string, { attributes: string[]; children: string[] }> = {
  testsuites: { attributes: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"] },
  testsuite: {
    attributes: [
      ...["name!", "tests!", "failures!", "errors!", "group", "time", "skipped", "timestamp", "hostname", "id"],
      ...["package", "file", "log", "url"],
    ],
    children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
  },
  testcase: {
    attributes: ["name!", "time", "classname", "group"],
    children: ["skipped", "error", "failure", "system-out", "system-err"],
  },
  properties: { attributes: [], children: ["property"] },
  property: { attributes: ["name!", "value!"], children: [] },
  ...Object.fromEntries(
    ["skipped", "error", "failure"].map((name) => [name, { attributes: ["type", "message"], children: ["#text"] }]),
  ),
  ...Object.fromEntries(["system-out", "system-err"].map((name) => [name, { attributes: [], children: ["#text"] }])),
};

/** What the schema does not admit in an element and the elements in it. */
function schemaErrors(name: string, node: Record<string, unknown>): string[] {
  const { attributes = [], children = [] } = SCHEMA[name] ?? {};
  const required = attributes.filter((attribute) => attribute.endsWith("!")).map((attribute) => attribute.slice(0, -1));
  const admitted = [...attributes.map((attribute) => `@${attribute.replace("!", "")}`), ...children];
  const time = node["@time"] ?? "";
  return [
    ...(SCHEMA[name] ? [] : [`${name} is unknown`]),
    ...required.filter((attribute) => node[`@${attribute}`] === undefined).map((missing) => `${name} lacks ${missing}`),
    ...(/^\d*(\.\d*)?$/.test(String(time)) ? [] : [`${name} takes ${time}`]),
    ...Object.entries(node).flatMap(([member, value]) => {
      if (!admitted.includes(member) && !(member === "#text" && String(value).trim() === ""))
        return [`${name} has ${member}`];
      if (member.startsWith("@") || member.startsWith("#")) return [];
      return [value]
        .flat()
        .flatMap((child) => schemaErrors(member, typeof child === "object" ? { ...child } : { "#text": child }));
    }),
  ];
}

test("a report has only what Jenkins' junit-10.xsd admits, and when each test suite began", () => {
  const exploration = result("explored", PASSED, { suite: "exploration" });
  const cases = [
    result("a", PASSED, { warnings: [finding()] }),
    result("b", FAILED, { warnings: [finding()] }),
    result("c", skipped("writes are not allowed")),
    result("d", failedWithError("GET /things: no response (reset)"), { operation: "addThing" }),
    exploration,
  ];
  for (const given of [report({ cases }), report(), report({ cases, verdict: "error", reason: "Nothing." })]) {
    const suites = parsed(given);
    expect(schemaErrors("testsuites", suites)).toEqual([]);
    for (const suite of suites.testsuite ?? []) {
      expect(suite["@timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(new Date(`${suite["@timestamp"]}Z`).getTime()).toBe(Math.floor(Date.parse(given.date) / 1000) * 1000);
    }
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

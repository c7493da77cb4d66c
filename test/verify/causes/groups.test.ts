import { describe, expect, test } from "vitest";
import { thorough } from "#test/sample.js";
import { withCauses } from "#verify/report/cause/causes.js";
import type { CaseResult } from "#verify/report/report.js";
import { broken } from "#verify/rules/sentence.js";
import { failed, failedWithError, findingAt, result } from "../reporters/sample.js";
import {
  accepted,
  caseOf,
  causesOf,
  type Found,
  failing,
  findingOf,
  invalidField,
  type OperationName,
  respondsWith,
  warned,
} from "./results.js";

const ALL: readonly OperationName[] = ["listThings", "addThing", "retrieveThing", "removeThing", "listPeople"];

/** Test cases of all operations; the first ones fail. */
function ofOperations(count: number, found: Found): CaseResult[] {
  return ALL.map((operation, index) =>
    index < count ? failing(String(index), operation, found) : caseOf(String(index), operation, {}),
  );
}

/** A field of a response without the sent value. */
const notStored = (field: string): Found => ({
  ...broken("sent-value-not-stored", { field, operation: "addThing" }),
  check: "echo",
  basis: "inferred",
  about: { fields: [field] },
});

test.each([
  [["name", "size", "kind"], ["a b c"], ["name differs from the request of addThing, and 2 more"]],
  [["name", "size"], ["a", "b"], ["name", "size"].map((name) => `${name} differs from the request of addThing`)],
])("an operation that stores none of the fields %j has the causes %j", (fields, causes, titles) => {
  const cases = fields.map((field, index) => warned("abc".charAt(index), "addThing", notStored(field)));
  expect(causesOf(cases)).toEqual(causes);
  const prefix = "POST /things: the body at /";
  expect(withCauses(cases).causes.map(({ title }) => title)).toEqual(titles.map((title) => prefix + title));
});

const NO_JSON = { check: "media-type", place: "#/responses/404/content" } as const;
const UNLISTED: Found = {
  check: "status",
  basis: "lenient",
  about: { status: 422, wanted: "rejection", fault: { part: "body" } },
};

const NUL = 'invalid byte sequence for encoding "UTF8": 0x00, parameter 12';
const serverError = (part: string, says: string): Found => ({
  check: "status",
  about: { status: 500, wanted: "any", says, fault: { part, what: `NUL in ${part}` } },
});

/** A server error for a value that programs refuse in any part. */
const failsFor = (part: string, value: string): Found => ({
  check: "status",
  about: { status: 500, wanted: "any", fault: { part, what: `${value} in ${part}`, value } },
});

/** A valid request that is rejected, with the server's words. */
const refused = (status: number, says: string): Found => ({
  ...respondsWith(status),
  about: { ...respondsWith(status).about, says },
});

const LICENCE = 'This feature needs a licence of the plan "Pro".';

/** A request that is sent by two test cases. */
const sameRequest = (part: string): Found => ({
  check: "status",
  reproduce: "curl -sS -i https://api.example.com/things?q=1",
  about: { status: 500, wanted: "any", fault: { part, what: `an odd ${part}` } },
});

describe("test cases have one cause for", () => {
  test.each<[string, CaseResult[], string[]]>([
    [
      "a schema that two operations return",
      [failing("a", "listThings", invalidField("at")), failing("b", "retrieveThing", invalidField("at"))],
      ["a b"],
    ],
    [
      "a server error with the same message, whatever the part is called",
      [
        failing("a", "listThings", serverError("query q", NUL)),
        failing("b", "retrieveThing", serverError("path id", NUL.replace("12", "3"))),
      ],
      ["a b"],
    ],
    ...["Internal Server Error, please try again", "TypeError: undefined is not an object", "failed"].map(
      (message): [string, CaseResult[], string[]] => [
        `each of two parts that fail with "${message}"`,
        [
          failing("a", "listThings", serverError("query q", message)),
          failing("b", "retrieveThing", serverError("path id", message)),
        ],
        ["a", "b"],
      ],
    ),
    ...["the character NUL", "null in place of a body"].map((value): [string, CaseResult[], string[]] => [
      `${value}, wherever it stands, without a message`,
      [failing("a", "listThings", failsFor("query q", value)), failing("b", "addThing", failsFor("body", value))],
      ["a b"],
    ]),
    [
      "each of two values in two parts",
      [
        failing("a", "listThings", failsFor("query q", "the character NUL")),
        failing("b", "addThing", failsFor("body", "null in place of a body")),
      ],
      ["a", "b"],
    ],
    [
      "one request that two test cases send",
      [failing("a", "listThings", sameRequest("query q")), failing("b", "listThings", sameRequest("query p"))],
      ["a b"],
    ],
    [
      "a licence that several operations name",
      [
        failing("a", "listThings", refused(402, LICENCE)),
        failing("b", "listPeople", refused(402, LICENCE.replace("Pro", "Enterprise"))),
      ],
      ["a b"],
    ],
    [
      "each 404 of two operations, although the message is the same",
      [
        failing("a", "listThings", refused(404, "The requested resource was not found.")),
        failing("b", "listPeople", refused(404, "The requested resource was not found.")),
      ],
      ["a", "b"],
    ],
    [
      "the check of keys, and another for that of the scheme",
      [
        failing("a", "listThings", accepted("scheme of the credentials")),
        failing("b", "addThing", accepted("credentials")),
      ],
      ["a", "b"],
    ],
    [
      "PUT that changes a part, whatever the operation and the field",
      [
        warned("a", "addThing", broken("unsent-field-kept", { operation: "addThing", field: "/note" })),
        warned("b", "removeThing", broken("unsent-field-kept", { operation: "removeThing", field: "/size" })),
      ],
      ["a b"],
    ],
    ["each of two fields", [failing("a", "listThings", invalidField("at"), invalidField("on"))], ["a", "a"]],
    [
      "a field that two schemas of a collection have",
      [
        failing("a", "listThings", invalidField("at")),
        failing("b", "retrieveThing", invalidField("at", { schema: "WholeThing" })),
      ],
      ["a b"],
    ],
    [
      "fields with the same name of each collection",
      [
        failing("a", "listThings", invalidField("at")),
        failing("b", "listPeople", invalidField("at", { schema: "Person" })),
      ],
      ["a", "b"],
    ],
    [
      "three fields of an object with the same problem",
      [failing("a", "listThings", ...["at", "on", "by"].map((name) => invalidField(name)))],
      ["a"],
    ],
    [
      "the media type of all errors",
      ALL.map((operation) =>
        failing(operation, operation, { ...NO_JSON, about: { status: 404, mediaType: "text/html" } }),
      ),
      [ALL.join(" ")],
    ],
    [
      "the media type of successes, and another for that of errors",
      [
        failing("a", "listThings", { ...NO_JSON, about: { status: 404, mediaType: "text/html" } }),
        failing("b", "listThings", { ...NO_JSON, about: { status: 200, mediaType: "text/html" } }),
      ],
      ["a", "b"],
    ],
    [
      "a header",
      [
        failing("a", "listThings", { check: "headers", about: { header: "etag" } }),
        failing("b", "listPeople", { check: "headers", about: { header: "etag" } }),
      ],
      ["a b"],
    ],
    ["a 401 of most operations", ofOperations(3, respondsWith(401)), ["0 1 2"]],
    ["a 401 of each of few operations", ofOperations(2, respondsWith(401)), ["0", "1"]],
    ["a 404 of each operation", ofOperations(5, respondsWith(404)), ["0", "1", "2", "3", "4"]],
    [
      "a parameter, whatever is wrong with it",
      [
        failing("a", "listThings", accepted("query limit")),
        failing("b", "listThings", accepted("query limit", "#/parameters/limit/schema/maximum")),
        failing("c", "listThings", accepted("query after")),
      ],
      ["a b", "c"],
    ],
    [
      "the check of keys",
      [
        failing("a", "listThings", accepted("credentials")),
        failing("b", "addThing", accepted("credentials", "#/other")),
      ],
      ["a b"],
    ],
    [
      "a part of the body, and another for the next part",
      [
        failing("a", "addThing", accepted("body", "#/components/schemas/New/properties/at/type")),
        failing("b", "addThing", accepted("body", "#/components/schemas/New/properties/at/format")),
        failing("c", "addThing", accepted("body", "#/components/schemas/New/properties/on/type")),
      ],
      ["a b", "c"],
    ],
    [
      "rejections that the contract does not list",
      [warned("a", "listThings", UNLISTED), warned("b", "addThing", UNLISTED)],
      ["a b"],
    ],
    [
      "converted values, whatever their field",
      ["addThing", "removeThing"].map((operation) =>
        warned(operation, "addThing", { check: "converted", basis: "lenient", place: `#/${operation}/type` }),
      ),
      ["addThing removeThing"],
    ],
    [
      "the failures of a place, and another for its warnings",
      [
        failing("a", "listThings", invalidField("at")),
        warned("b", "listPeople", invalidField("at", { schema: "Person" })),
      ],
      ["a", "b"],
    ],
    [
      "a server without responses",
      ALL.slice(0, 3).map((operation) =>
        caseOf(operation, operation, { outcome: failedWithError("GET /: no response", undefined, operation) }),
      ),
      ["listThings addThing retrieveThing"],
    ],
    [
      "an operation without responses, and another for a defect of a test case",
      [
        ...["a", "b"].map((name) => caseOf(name, "listThings", { outcome: failedWithError("GET /: no response") })),
        caseOf("c", "listThings", { outcome: failedWithError("no such property", "TypeError") }),
        ...ALL.map((operation) => caseOf("", operation, {})),
      ],
      ["a b", "c"],
    ],
    [
      "a response with a wrong status, whose body does not count",
      [
        caseOf("a", "listThings", {
          outcome: failed(
            { ...findingOf("listThings", respondsWith(404)), reproduce: "curl" },
            { ...findingOf("listThings", invalidField("at")), reproduce: "curl" },
          ),
        }),
      ],
      ["a"],
    ],
  ])("%s", (_, cases, want) => {
    expect(causesOf(cases)).toEqual(want);
  });
});

test("causes are ordered by severity, operations and test cases", () => {
  const cases = [
    warned("w", "listPeople", { check: "echo", about: { fields: ["age"] } }),
    failing("a", "listThings", invalidField("at")),
    failing("b", "listThings", invalidField("on", { keyword: "enum" })),
    failing("c", "listThings", invalidField("on", { keyword: "enum" })),
    failing("d", "listThings", invalidField("by", { keyword: "format" })),
    failing("e", "retrieveThing", invalidField("by", { keyword: "format" })),
  ];
  expect(causesOf(cases)).toEqual(["d e", "b c", "a", "w"]);
});

test("each finding and each error names its cause", () => {
  const silent = caseOf("b", "listPeople", { outcome: failedWithError("GET /people: no response") });
  const { causes, cases } = withCauses([failing("a", "listThings", invalidField("at")), silent]);
  const [first, second] = causes.map(({ id }) => id);
  expect(cases[0]?.outcome).toMatchObject({ findings: [{ cause: first }] });
  expect(cases[1]?.outcome).toMatchObject({ cause: second });
});

test("the example of a cause is its shortest request, and not one of an exploration", () => {
  const found = (reproduce: string) => failed({ ...findingAt("at"), reproduce });
  const cases = [
    result("a", found("curl the longest")),
    result("b", found("curl long")),
    result("c", found("curl"), { suite: "exploration" }),
  ];
  expect(withCauses(cases).causes[0]?.example).toMatchObject({ case: "listThings › b", reproduce: "curl long" });
});

thorough("the time to group different failures of 500 operations grows with their number alone", () => {
  // Processor time, as a ratio: other tests use the machine too.
  const timeFor = (count: number) => {
    const cases = Array.from({ length: count }, (_, index) => {
      const given = { operation: `operation${index % 500}`, path: `/path${index % 500}` };
      const found = findingAt(`field${index}`);
      return result(String(index), failed({ ...found, about: { ...found.about, operation: given.operation } }), given);
    });
    const before = process.cpuUsage();
    expect(withCauses(cases).causes).toHaveLength(count);
    return process.cpuUsage(before).user;
  };
  // The shortest of some times: memory and caches are shared too.
  const shortest = (count: number) => Math.min(...Array.from({ length: 2 }, () => timeFor(count)));
  timeFor(2000);
  const few = shortest(2000);
  expect(shortest(8000) / few).toBeLessThan(8);
});

import { expect, test } from "vitest";
import { withCauses } from "#verify/report/cause/causes.js";
import type { CaseResult } from "#verify/report/report.js";
import { broken } from "#verify/rules/sentence.js";
import {
  accepted,
  caseOf,
  type Found,
  failing,
  invalidField,
  type OperationName,
  respondsWith,
  warned,
} from "../../causes/results.js";
import { failedWithError } from "../../reporters/sample.js";

const THREE: readonly OperationName[] = ["listThings", "addThing", "removeThing"];
const inEach = (found: Found) => THREE.map((operation) => failing(operation, operation, found));
const MOMENT = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`;

/** A value that violates a keyword. */
function invalid(name: string, keyword: string, wanted: string, received: unknown, requirements: string[] = []): Found {
  return {
    ...invalidField(name, { keyword, constraint: keyword === "pattern" ? wanted : JSON.parse(wanted || "null") }),
    ...broken("body-invalid", { part: `the body at /${name}`, problem: "must be otherwise", more: "" }),
    ...{ expected: `${keyword}: ${wanted}`, received: JSON.stringify(received), requirements },
  };
}

function mediaType(status: number, type: string): Found {
  return {
    check: "media-type",
    place: "#/responses/content",
    about: { status, mediaType: type, documented: "application/json" },
  };
}

const rejected = (status: number, fault: string | undefined, why: string, isExample?: true): Found => ({
  check: "status",
  place: "#/responses/404",
  about: {
    ...{ status, wanted: "not-found", why, documented: "404", ...(isExample ? { isExample } : {}) },
    fault: { part: "path id", ...(fault === undefined ? {} : { what: fault }) },
  },
});

/** A server error for a value that programs refuse in any part. */
const failsForNul = (part: string): Found => ({
  check: "status",
  about: {
    status: 500,
    wanted: "any",
    fault: { part, what: `the character NUL in ${part}`, value: "the character NUL" },
  },
});

/** A server error for a value. */
const failsFor = (what: string, status = 500): Found => ({
  check: "status",
  about: { status, wanted: "any", why: what, fault: { part: "query q", what } },
});

/** An operation that a server does not have, for a value. */
const notImplemented = (what: string): Found => failsFor(what, 501);

/** An invalid key that is accepted. */
const acceptsKey = (what: string): Found => ({
  ...accepted("credentials"),
  about: { ...accepted("credentials").about, fault: { part: "credentials", what } },
});

test.each<[string, CaseResult[]]>([
  [
    "`created_at` is 2026-11-22T21:52:58Z: milliseconds are missing (S3)",
    [failing("a", "listThings", invalid("created_at", "pattern", MOMENT, "2026-11-22T21:52:58Z", ["S3"]))],
  ],
  [
    "`at` of GET /things is yesterday, which does not match its pattern",
    [failing("a", "listThings", invalid("at", "pattern", MOMENT, "yesterday"))],
  ],
  [
    '`count` of GET /things is "5", not an integer or null',
    [failing("a", "listThings", invalid("count", "type", '["integer","null"]', "5"))],
  ],
  [
    '`state` of GET /things is "gone", not "new", "old"',
    [failing("a", "listThings", invalid("state", "enum", '["new","old"]', "gone"))],
  ],
  [
    '`object` is "page", not "list" (L1)',
    [failing("a", "listThings", invalid("object", "const", '"list"', "page", ["L1"]))],
  ],
  [
    "`id` is 4711, not a valid uuid (S1, S2, S10)",
    [failing("a", "listThings", invalid("id", "format", '"uuid"', "4711", ["S10", "S2", "S1"]))],
  ],
  [
    "`size` of GET /things is 0: it must be otherwise",
    [failing("a", "listThings", invalid("size", "minimum", "1", 0))],
  ],
  [
    '`a`, `b` and `c` are invalid: `a` is "1", not a string',
    [failing("a", "listThings", ...["a", "b", "c"].map((name) => invalid(name, "type", '"string"', "1")))],
  ],
  [
    "The body of GET /things is [], not an object",
    [
      failing("a", "listThings", {
        ...invalid("", "type", '"object"', []),
        about: { fields: [""], keyword: "type", constraint: "object" },
      }),
    ],
  ],
  ["`at` is missing in GET /things", [failing("a", "listThings", invalid("at", "required", "", {}))]],
  [
    "GET /things sends the field `at`, which the contract forbids",
    [failing("a", "listThings", invalid("at", "additionalProperties", "", {}))],
  ],
  ["404 of 3 operations is text/html; the contract documents application/json", inEach(mediaType(404, "text/html"))],
  [
    "200 and 201 of GET /things and POST /things have no Content-Type; the contract documents application/json",
    [failing("a", "listThings", mediaType(200, "")), failing("b", "addThing", mediaType(201, ""))],
  ],
  [
    "GET /things accepts an unknown key (G2)",
    [
      failing("a", "listThings", {
        ...accepted("credentials"),
        requirements: ["G2"],
        about: { ...accepted("credentials").about, fault: { part: "credentials", what: "an unknown key" } },
      }),
    ],
  ],
  ["3 operations accept an invalid credentials", inEach(accepted("credentials"))],
  [
    "GET /things accepts limit below 1; after, and before; limit above 9; and 1 more",
    [
      failing(
        "a",
        "listThings",
        ...["limit below 1", "after, and before", "limit above 9", "limit x"].map((what) => ({
          ...accepted("query limit"),
          about: { ...accepted("query limit").about, fault: { part: "query limit", what } },
        })),
      ),
    ],
  ],
  [
    "GET /things/{id} responds with 200, although it does not exist",
    [failing("a", "retrieveThing", rejected(200, undefined, "it does not exist"))],
  ],
  [
    "GET /things/{id} responds with 410, although it does not exist; the contract documents 404",
    [failing("a", "retrieveThing", rejected(410, undefined, "it does not exist"))],
  ],
  [
    "GET /things/{id} responds with 200 to the example unknown",
    [failing("a", "retrieveThing", rejected(200, undefined, "the example unknown", true))],
  ],
  [
    "GET /things responds with 404 to a valid request (the example a); the contract documents 200",
    [failing("a", "listThings", respondsWith(404))],
  ],
  [
    "GET /things and POST /things respond with 500 to the character NUL in query parameters and bodies",
    [failing("a", "listThings", failsForNul("query q")), failing("b", "addThing", failsForNul("body"))],
  ],
  [
    "GET /things responds with 500 to the character NUL in query q",
    [failing("a", "listThings", failsForNul("query q"))],
  ],
  [
    "GET /things/{id} responds with 500 to an unknown id",
    [failing("a", "retrieveThing", rejected(500, undefined, "no such resource exists"))],
  ],
  [
    "GET /things/{id} responds with 500 to every unknown id",
    [
      failing("a", "retrieveThing", rejected(500, undefined, "no such resource exists")),
      failing("b", "retrieveThing", rejected(500, "a malformed id", "it is malformed")),
    ],
  ],
  [
    "200 of GET /things is text/html, which the contract does not document",
    [failing("a", "listThings", { ...mediaType(200, "text/html"), about: { status: 200, mediaType: "text/html" } })],
  ],
  [
    "POST /things rejects a request without its optional body with 400, which the contract does not document",
    [
      failing("a", "addThing", {
        check: "status",
        about: { status: 400, wanted: "success", why: "the example a", lacksBody: true },
      }),
    ],
  ],
  [
    "GET /things sends no response to limit below 1",
    [
      failing("a", "listThings", {
        check: "status",
        about: { status: 0, wanted: "rejection", fault: { part: "query limit", what: "limit below 1" } },
      }),
    ],
  ],
  [
    "GET /things and POST /things accept an unknown key, and some of them a request without a key",
    [
      failing("a", "listThings", acceptsKey("a request without a key"), acceptsKey("an unknown key")),
      failing("b", "addThing", acceptsKey("an unknown key")),
    ],
  ],
  [
    "GET /things has no handler yet: 501 (Not Implemented)",
    [
      failing("a", "listThings", notImplemented("an unknown after")),
      failing("b", "listThings", { ...respondsWith(501), requirements: ["G2", "I4"] }),
      failing("c", "listThings", notImplemented("limit below 1")),
    ],
  ],
  [
    "GET /things responds with 501 to q of another form",
    [failing("a", "listThings", notImplemented("q of another form"))],
  ],
  ["GET /things responds with 500 to valid requests", [failing("a", "listThings", respondsWith(500))]],
  // Of several reasons, the most general one is the title.
  [
    "GET /things responds with 500 to valid requests",
    [
      failing("a", "listThings", failsFor("a resource that was removed"), failsFor("an unknown after")),
      failing("b", "listThings", { ...respondsWith(500), reproduce: `curl${" -H x".repeat(99)}` }),
    ],
  ],
  [
    "GET /things/{id} responds with 500 to valid requests",
    [
      failing("a", "retrieveThing", rejected(500, undefined, "no such resource exists")),
      failing("b", "retrieveThing", { ...respondsWith(500), reproduce: `curl${" -H x".repeat(99)}` }),
    ],
  ],
  [
    "GET /things sends no response to valid requests",
    [failing("a", "listThings", failsFor("limit below 1", 0)), failing("b", "listThings", respondsWith(0))],
  ],
  [
    "GET /things/{id} responds with 500 to a malformed id",
    [failing("a", "retrieveThing", rejected(500, "a malformed id", "it is malformed"))],
  ],
  [
    "POST /things rejects malformed JSON, and stores it",
    [
      failing("a", "addThing", {
        check: "side-effects",
        about: { fault: { part: "syntax", what: "malformed JSON" }, why: "it is malformed" },
      }),
    ],
  ],
  [
    "GET /things rejects the limit with 422, which the contract does not document",
    [
      warned("a", "listThings", {
        check: "status",
        basis: "lenient",
        about: { status: 422, wanted: "rejection", why: "the limit", fault: { part: "query limit" } },
      }),
    ],
  ],
  [
    "GET /things: limit below the minimum was accepted, and brought into the range",
    [
      warned("a", "listThings", {
        ...broken("page-size-clamped", { what: "limit below the minimum" }),
        basis: "lenient",
      }),
    ],
  ],
  [
    "Requests are converted, not validated: the server converted age from 5 to 6, and 1 more",
    [
      { field: "age", sent: "5", shown: "6" },
      { field: "name", sent: "1", shown: "2" },
    ].map((change) =>
      warned("a", "addThing", { ...broken("invalid-value-converted", { status: 201, ...change }), basis: "lenient" }),
    ),
  ],
  ["The server assigns `age`: mark it readOnly", [warned("a", "addThing", broken("field-assigned", { field: "age" }))]],
  [
    "GET /things: an item occurs twice",
    [failing("a", "listThings", { ...broken("item-repeated", {}), about: { list: "items" } })],
  ],
  [
    "removeThing succeeded, but the resource still exists",
    [failing("a", "removeThing", { ...broken("deleted-resource-remains", { operation: "removeThing" }), about: {} })],
  ],
  [
    "GET /things responds with 200 to a valid request, which the contract does not document",
    [failing("a", "listThings", { check: "status", about: { status: 200, wanted: "any" } })],
  ],
  [
    "/things responds with 200 to the unsupported method DELETE, which the contract does not document",
    [
      failing("a", "listThings", {
        check: "status",
        about: { status: 200, wanted: "any", fault: { part: "method", what: "the unsupported method DELETE" } },
      }),
    ],
  ],
  [
    "GET /things sends no response (reset)",
    [
      caseOf("a", "listThings", { outcome: failedWithError("GET https://a.example.com/(a): no response (reset)") }),
      caseOf("b", "addThing", {}),
    ],
  ],
  [
    "A test case ended with an error: no such property",
    [caseOf("a", "listThings", { outcome: failedWithError("no such property", "TypeError") })],
  ],
])("%s", (want, cases) => {
  expect(withCauses(cases).causes.map(({ title }) => title)).toEqual([want]);
});

test("the example of a cause has a fault that each of its operations shows", () => {
  const cases = [
    failing("a", "listThings", { ...acceptsKey("a request without a key"), reproduce: "curl" }),
    failing("b", "addThing", { ...acceptsKey("an unknown key"), reproduce: "curl -H 'Authorization: Bearer x'" }),
    failing("c", "listThings", { ...acceptsKey("an unknown key"), reproduce: "curl -H 'Authorization: Bearer xyz'" }),
  ];
  expect(withCauses(cases).causes[0]?.example).toMatchObject({ case: "b" });
});

const DEFECTS = [
  /undefined/,
  /although\s*($|[,;])/,
  /\(\)/,
  /documents\s*($|;)/,
  /with 0\b/,
  /invalid.*although the contract allows/,
  / {2}/,
];

test("no title ends in nothing, names the status 0, or contradicts itself", () => {
  const faults = [
    undefined,
    { part: "query q" },
    { part: "query q", what: "an invalid q" },
    { part: "method", what: "PATCH" },
  ];
  const wanted = ["success", "rejection", "not-found", "response", "any"] as const;
  const all = wanted.flatMap((kind) =>
    [0, 204, 302, 404, 500].flatMap((status) =>
      faults.flatMap((fault) =>
        [undefined, "", "200"].flatMap((documented) =>
          ([undefined, true] as const).map((lacksBody): Found => {
            const more = { ...(documented === undefined ? {} : { documented }), ...(lacksBody ? { lacksBody } : {}) };
            return { check: "status", about: { status, wanted: kind, ...(fault ? { fault } : {}), ...more } };
          }),
        ),
      ),
    ),
  );
  const titles = all.map((found) => withCauses([failing("a", "listThings", found)]).causes[0]?.title ?? "");
  expect(titles.filter((title) => DEFECTS.some((defect) => defect.test(title)))).toEqual([]);
});

test("the example of an operation without responses is a request that was sent", () => {
  const long = { ...failedWithError("GET /things: no response (reset)"), reproduce: "curl with more text" };
  const unsent = { ...failedWithError("GET /things: no response (not sent)"), isSent: false, reproduce: "curl" };
  const cases = [long, unsent].map((outcome, index) => caseOf(String(index), "listThings", { outcome }));
  expect(withCauses(cases).causes[0]).toMatchObject({
    title: "GET /things sends no response (reset)",
    example: { reproduce: "curl with more text" },
  });
});

const fails = (what: string, plain?: string): Found => ({
  check: "status",
  about: { status: 500, wanted: "any", why: what, fault: { part: "query q", what, ...(plain ? { plain } : {}) } },
});
const ofRule = (breach: ReturnType<typeof broken>, says?: string): Found => ({
  ...breach,
  check: "relation",
  about: { status: 404, ...(says === undefined ? {} : { says }) },
});

test.each<[title: string, without: string, found: Found]>([
  [
    'GET /things responds with 500 to q "jo@example.com"',
    "GET /things responds with 500 to q …",
    fails('q "jo@example.com"', "q …"),
  ],
  ["GET /things responds with 500 to an empty q", "GET /things responds with 500 to an empty q", fails("an empty q")],
  [
    '`note` of GET /things is "Kim", not an integer',
    "`note` of GET /things is …, not an integer",
    invalid("note", "type", '"integer"', "Kim"),
  ],
  [
    'GET /things: 404 "No Kim here", although the document allows the request',
    "GET /things: 404, although the document allows the request",
    ofRule(broken("usual-request-rejected", { response: '404 "No Kim here"' }), "No Kim here"),
  ],
])("the title %s is %s in a file that is committed", (title, without, found) => {
  const [cause] = withCauses([failing("listThings", "listThings", found)]).causes;
  expect([cause?.title, cause?.titleWithoutValues ?? cause?.title]).toEqual([title, without]);
});

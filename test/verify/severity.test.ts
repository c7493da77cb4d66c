import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { BY_DEFAULT, KINDS } from "#verify/model/finding/kinds.js";
import { severityOf } from "#verify/model/finding/severity.js";
import type { Target } from "#verify/model/target/target.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { kindOf } from "#verify/report/failure.js";
import { RULES } from "#verify/rules/registry.js";
import { REQUIREMENT_RULES } from "#verify/rules/requirements.js";
import type { Rule } from "#verify/rules/rule.js";
import { json, type ReceivedRequest } from "../server.js";
import { warningsOf } from "./failures.js";
import { jsonResponse, REJECTED, verifyServer } from "./small-document.js";

const THING = { name: "a thing", contact: "kim@example.com", size: 3, kind: "small" };
const SCHEMA: JsonObject = {
  type: "object",
  required: ["name", "size"],
  properties: {
    name: { type: "string", minLength: 1 },
    contact: { type: "string", format: "email" },
    size: { type: "integer", minimum: 1, maximum: 10 },
    kind: { type: "string", enum: ["small", "large"] },
  },
};
const LIMIT: JsonObject = {
  name: "limit",
  in: "query",
  schema: { type: "integer", minimum: 1, maximum: 5 },
  example: 2,
};

/** @param error the documented error of both operations */
function pathsWith(error: JsonObject): JsonObject {
  return {
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [LIMIT],
        responses: { "200": jsonResponse({ type: "object" }, { things: [] }), ...error },
      },
      post: {
        operationId: "createThing",
        requestBody: { required: true, content: { "application/json": { schema: SCHEMA, example: THING } } },
        responses: { "201": jsonResponse(SCHEMA, THING), ...error },
      },
    },
  };
}

/** What a request violates, as a validating server finds it. */
type Defect = "media type" | "JSON" | "required" | "type" | "range" | "enum" | "format" | "limit" | "limit range";

function defectsOf({ method, url, headers, body }: ReceivedRequest): Defect[] {
  if (method === "GET") {
    const limit = Number(new URL(url, "http://x").searchParams.get("limit") ?? 1);
    if (!Number.isInteger(limit)) return ["limit"];
    return limit >= 1 && limit <= 5 ? [] : ["limit range"];
  }
  const found: Defect[] = headers["content-type"] === "application/json" ? [] : ["media type"];
  let thing: Record<string, unknown>;
  try {
    thing = Object(JSON.parse(body));
  } catch {
    return [...found, "JSON"];
  }
  const { name, contact = "a@b.de", size, kind = "small" } = thing;
  if (name === undefined || size === undefined) found.push("required");
  else if (typeof name !== "string" || !Number.isInteger(size) || typeof contact !== "string") found.push("type");
  else if (name === "" || Number(size) < 1 || Number(size) > 10) found.push("range");
  else if (kind !== "small" && kind !== "large") found.push("enum");
  else if (!contact.includes("@")) found.push("format");
  return found;
}

interface Behavior {
  /** The defects that the server overlooks. */
  accepts?: readonly Defect[];
  /** The status of a rejection (default: 400). */
  status?: number;
  /** The documented errors (default: 400 without content). */
  error?: JsonObject;
  /** Changes the created thing in the response. */
  change?: (thing: JsonObject) => JsonObject;
  settings?: Partial<Target>;
}

async function findings({ accepts = [], status = 400, error = { "400": REJECTED }, change, settings }: Behavior) {
  const { results } = await verifyServer(
    pathsWith(error),
    (request, response) => {
      const { method, body } = request;
      if (method !== "GET" && method !== "POST") return json(response, 405, {});
      const defects = defectsOf(request).filter((each) => !accepts.includes(each));
      if (defects.length > 0) return json(response, status, { title: "This is rejected." });
      if (method === "GET") return json(response, 200, { things: [THING] });
      const text = body.startsWith("{") ? body : "{}";
      const sent: JsonObject = { ...THING, ...(text.endsWith("}") ? JSON.parse(text) : {}) };
      json(response, 201, change ? change(sent) : sent);
    },
    settings,
  );
  const failures = results.flatMap(({ outcome }) => findingsOf(outcome).map(({ check }) => check));
  const warnings = warningsOf(results).map((warning) => `${warning.operation} ${kindOf(warning)}: ${warning.message}`);
  return { failures: [...new Set(failures)], warnings };
}

const FAILURES: [title: string, behavior: Behavior][] = [
  ["accepts a body without a required field", { accepts: ["required"] }],
  ["accepts a value of another type", { accepts: ["type"] }],
  ["accepts a value out of range", { accepts: ["range"] }],
  ["accepts a value outside the enum", { accepts: ["enum"] }],
];

test.each(FAILURES)("a server fails if it %s", async (_, behavior) => {
  const { failures } = await findings(behavior);
  expect(failures).toEqual(["status"]);
});

const WARNINGS: [title: string, behavior: Behavior, warnings: string[]][] = [
  ["follows the document", {}, []],
  [
    "accepts JSON of another media type",
    { accepts: ["media type"] },
    ["createThing status (lenient): 201, although the body has another media type"],
  ],
  [
    "accepts a value that only its format forbids",
    { accepts: ["format"] },
    ["createThing status (lenient): 201, although the value has another format"],
  ],
  [
    "rejects invalid requests with a status that the document does not list, once for each operation and status",
    { status: 422 },
    [
      "listThings status (lenient): 422, but the document lists only 200, 400",
      "createThing status (lenient): 422, but the document lists only 201, 400",
    ],
  ],
  [
    "rejects invalid requests in a form that `default` does not describe",
    { error: { default: jsonResponse({ required: ["code"] }, { code: 1 }) } },
    ["listThings", "createThing"].map(
      (operation) => `${operation} body (lenient): the body must have required property 'code'`,
    ),
  ],
  [
    "reduces a page size that is too large",
    { accepts: ["limit range"] },
    [
      "listThings status (lenient): limit below the minimum was accepted, and brought into the range",
      "listThings status (lenient): limit below zero was accepted, and brought into the range",
      "listThings status (lenient): limit above the maximum was accepted, and brought into the range",
    ],
  ],
  [
    "lowercases, trims and completes a value",
    {
      change: ({ name, contact, ...thing }) => ({
        ...thing,
        name: `The ${String(name).toUpperCase()} of Kim`,
        contact: String(contact).toUpperCase(),
      }),
    },
    [],
  ],
];

test.each(WARNINGS)("a server passes if it %s", async (_, behavior, expected) => {
  const { failures, warnings } = await findings(behavior);
  expect(failures).toEqual([]);
  expect(warnings).toEqual(expected);
});

test("a server without state that validates nothing has warnings, and no failures", async () => {
  const accepts: Defect[] = [
    "media type",
    "JSON",
    "required",
    "type",
    "range",
    "enum",
    "format",
    "limit",
    "limit range",
  ];
  const { failures, warnings } = await findings({ accepts, settings: { keepsState: false, hasExampleData: false } });
  expect(failures).toEqual([]);
  expect(warnings.length).toBeGreaterThan(0);
});

test("a created value that is unrelated to the sent one is a failure", async () => {
  const { failures } = await findings({ change: (thing) => ({ ...thing, name: "something else" }) });
  expect(failures).toEqual(["echo"]);
});

/** The rules that a reason is about; none if it is about all rules of its check. */
function rulesOf(kind: (typeof KINDS)[number]): readonly string[] {
  return "rules" in kind ? kind.rules : [];
}

/** The reason that a rule has for itself; empty without one. */
function reasonOf(check: string, id: string): string {
  const kind = KINDS.find((each) => each.check === check && rulesOf(each).includes(id));
  return kind === undefined ? "" : `. But ${kind.reason}`;
}

/** The reasons that are about all rules of a check. */
function reasonsOf(kinds: readonly (typeof KINDS)[number][]): string[] {
  const reasons = kinds.filter((kind) => rulesOf(kind).length === 0).map(({ reason }) => reason);
  return [...new Set(reasons)].filter((reason) => reason !== BY_DEFAULT.reason);
}

/** The rules of a check: those that make failures, then those that usually make warnings, with the reasons. */
function sectionOf(check: string): string {
  const rules = Object.entries<Rule>(RULES).filter(([id, rule]) => rule.check === check && !(id in REQUIREMENT_RULES));
  const lines = (isFailure: boolean) =>
    rules
      .filter(([, rule]) => (severityOf(rule) === "failure") === isFailure)
      .map(
        ([id, { requires, standard }]) =>
          `- \`${id}\` ${requires}${standard === undefined ? "" : ` (${standard.replaceAll("RFC 9110, ", "")})`}${reasonOf(check, id)}\n`,
      )
      .join("");
  const kinds = KINDS.filter((kind) => kind.check === check && severityOf(kind) !== "failure");
  const reasons = reasonsOf(kinds);
  const bases = [...new Set(kinds.map(({ basis }) => `\`${basis}\``))].join(", ");
  const why = reasons.map((reason) => ` ${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`).join("");
  const warnings = lines(false) === "" ? "" : `Usually warnings (${bases}).${why}\n\n${lines(false)}`;
  if (rules.length === 0) return "";
  return `## \`${check}\`\n\n${[lines(true), warnings].filter((part) => part !== "").join("\n")}`;
}

/** The page of all kinds of findings. After a change: `npx vitest run test/verify/severity.test.ts -u`. */
const PAGE = `# Kinds of findings

A failure contradicts a statement of the document. Everything else is a warning, which counts only with \`--fail-on warning\`. A place that the document leaves open (\`x-unspecified\`) makes observations. The evidence decides:

- \`stated\`: the document states it.
- \`inferred\`: only names suggest it.
- \`observed\`: names suggest it, and it held elsewhere in the run.
- \`lenient\`: servers may go beyond the statement.

Findings about one place of the document, or one behavior of the server, have [one cause](staging.md#a-failure).

A rejection that only \`default\` describes makes warnings, because gateways reject requests before the API sees them. So does an invalid example of our mock, which says so in a header.

## Rules

Each section below is a check: a group of rules. \`severities\`, \`--only\` and \`known.yaml\` take the id of a rule or check. Under “Usually warnings” are rules whose usual evidence makes one. Bare numbers are sections of RFC 9110.

${[...new Set(KINDS.map(({ check }) => check))]
  .map(sectionOf)
  .filter((section) => section !== "")
  .join("\n")}
## Rules of requirements

\`openapi/requirements.yaml\` states what these rules of our API require:

${Object.keys(REQUIREMENT_RULES)
  .map((id) => `\`${id}\``)
  .join(", ")}
`;

test("a check that has several reasons for warnings says of which rules each is", () => {
  for (const check of new Set(KINDS.map((kind) => kind.check))) {
    const kinds = KINDS.filter((kind) => kind.check === check);
    expect(reasonsOf(kinds.filter((kind) => severityOf(kind) !== "failure")).length, check).toBeLessThan(2);
    const ids = Object.entries<Rule>(RULES).flatMap(([id, rule]) => (rule.check === check ? [id] : []));
    expect(ids).toEqual(expect.arrayContaining(kinds.flatMap(rulesOf)));
  }
});

test("docs/findings.md lists every kind of finding with its basis, its severity and its reason", async () => {
  await expect(PAGE).toMatchFileSnapshot("../../docs/findings.md");
});

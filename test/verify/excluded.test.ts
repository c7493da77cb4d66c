import { afterEach, describe, expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import type { Severities } from "#verify/model/finding/severity.js";
import type { Target } from "#verify/model/target/target.js";
import type { Report } from "#verify/report/report.js";
import { html } from "#verify/reporters/html.js";
import { markdownSummary } from "#verify/reporters/markdown.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { verify } from "#verify/verify.js";
import { json, serve, type TestServer } from "../server.js";
import { documentOf, jsonResponse, REJECTED } from "./small-document.js";
import { testTarget } from "./target.js";

const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const BODY: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } };

const DOCUMENT = {
  ...documentOf({
    "/things": {
      get: {
        operationId: "listThings",
        responses: { "200": jsonResponse({ type: "array", items: THING }, {}) },
      },
      post: {
        operationId: "createThing",
        requestBody: { required: true, content: { "application/json": { schema: BODY } } },
        responses: { "201": jsonResponse(THING, { id: 1, name: "a" }), "400": REJECTED },
      },
    },
    "/things/{id}": {
      parameters: [ID],
      get: {
        operationId: "getThing",
        responses: { "200": jsonResponse(THING, { id: 1, name: "a" }), "4XX": REJECTED },
      },
      delete: { operationId: "deleteThing", responses: { "204": { description: "Gone." }, "4XX": REJECTED } },
    },
  }),
};

let server: TestServer;
afterEach(() => server.close());

/** Verifies a server with state which stores numbers as names if it is faulty. */
async function run(settings: Partial<Target>, { isFaulty = false, requireAll = false } = {}): Promise<Report> {
  const things = new Map<number, { id: number; name: unknown }>();
  let last = 0;
  server = await serve(({ method, url, body }, response) => {
    const id = Number(/^\/things\/(\d+)$/.exec(url ?? "")?.[1]);
    if (url === "/things" && method === "GET") return json(response, 200, [...things.values()]);
    if (url === "/things" && method === "POST") {
      const { name } = asObject(parseJson(body)?.value);
      if (typeof name !== "string" || name === "") return response.writeHead(400).end();
      last += 1;
      things.set(last, { id: last, name: isFaulty ? 5 : name });
      return json(response, 201, things.get(last));
    }
    const thing = things.get(id);
    if (!thing) return response.writeHead(404).end();
    if (method === "GET") return json(response, 200, thing);
    if (method !== "DELETE") return response.writeHead(405).end();
    things.delete(id);
    return response.writeHead(204).end();
  });
  const target = testTarget(server.url, { credentials: {}, hasExampleData: false, ...settings });
  return verify({ contract: DOCUMENT, target, requireAll });
}

const severities = (given: Partial<Severities>): Partial<Target> => ({
  severities: { causes: {}, operations: {}, rules: {}, checks: {}, ...given },
});

describe("an excluded operation", () => {
  const EXCLUDED = { excluded: new Map([["deleteThing", "staging has no trash"]]) };

  test("gets no request of the run, not even to remove what the run created", async () => {
    const report = await run(EXCLUDED);
    expect(server.seen.filter(({ method }) => method === "DELETE")).toEqual([]);
    const [leftover] = report.leftovers;
    expect(leftover?.reason).toContain("deleteThing is excluded: staging has no trash");
  });

  test("is listed with its reason by every report for people, and as data", async () => {
    const report = await run(EXCLUDED);
    const own = report.cases.filter(({ operation }) => operation === "deleteThing");
    expect(own.length).toBeGreaterThan(0);
    expect(own.map(({ outcome }) => outcome)).toEqual(
      own.map(() =>
        expect.objectContaining({ verdict: "skipped", reason: "deleteThing is excluded: staging has no trash" }),
      ),
    );
    expect(report.excluded).toMatchObject([
      { kind: "requests", setting: ["exclude", "deleteThing"], reason: "staging has no trash" },
    ]);
    expect(terminalReport(report)).toMatch(
      /^Excluded by settings:\n {2}exclude\.deleteThing: staging has no trash \(\d+ test cases skipped\)$/m,
    );
    expect(markdownSummary(report)).toContain("Excluded by settings: exclude.deleteThing: staging has no trash");
    expect(html.render(report)).toContain('<h2 id="excluded">Excluded by settings</h2>');
  });
});

describe("a check that is off", () => {
  test("does not fail the run, and its findings are listed as excluded", async () => {
    const all = await run({}, { isFaulty: true });
    expect(all.verdict).toBe("failed");
    await server.close();
    const report = await run(severities({ checks: { body: "off", relation: "off", echo: "off" } }), { isFaulty: true });
    expect(report.verdict).toBe("passed");
    expect(report.excluded?.map(({ kind, setting }) => [kind, ...setting])).toContainEqual([
      "findings",
      "severities",
      "checks",
      "body",
    ]);
    expect(terminalReport(report)).toMatch(
      /severities\.checks\.body: off \(findings of \d+ test cases in \d+ operations?\)/,
    );
  });
});

test("a check that is a warning warns, and does not fail the run", async () => {
  const report = await run(severities({ checks: { body: "warning", relation: "off", echo: "off" } }), {
    isFaulty: true,
  });
  expect(report.verdict).toBe("passed");
  expect(report.cases.flatMap(({ warnings }) => warnings.map(({ check }) => check))).toContain("body");
});

test("an operation that is off has no findings, and its test cases still run", async () => {
  const report = await run(severities({ operations: { createThing: "off" } }), { isFaulty: true });
  const own = report.cases.filter(({ operation }) => operation === "createThing");
  expect(own.some(({ outcome }) => outcome.verdict === "passed")).toBe(true);
  expect(own.flatMap(({ warnings }) => warnings)).toEqual([]);
  expect(report.verdict).toBe("failed");
});

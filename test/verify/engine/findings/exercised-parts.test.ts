import { expect, test } from "vitest";
import { verify } from "#index.js";
import { json, serve } from "#test/server.js";
import { exchangeOf } from "#test/verify/exchange.js";
import { ExercisedParts } from "#verify/engine/findings/exercised-parts.js";
import type { JournalEntry } from "#verify/journal/journal.js";
import { Contract } from "#verify/model/contract.js";
import { type Coverage, coveragePercent, mergedCoverage } from "#verify/model/coverage.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { verdictOf } from "#verify/report/verdict.js";

const CONTRACT = new Contract({
  openapi: "3.1.1",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [{ name: "kind", in: "query", schema: { enum: ["a", "b"] } }],
        responses: {
          "200": {
            description: "Things.",
            content: { "application/json": { schema: { type: "array", items: { properties: { id: {}, name: {} } } } } },
          },
          "404": { description: "None." },
          "429": { description: "Too many." },
          "5XX": { description: "Defects." },
          default: { description: "Anything else." },
        },
      },
      post: { operationId: "addThing", responses: { "201": { description: "Added." } } },
    },
  },
});
const [LIST, ADD] = CONTRACT.operations;
if (!LIST || !ADD) throw new Error("The document has two operations.");

const result = (operation: string, outcome: CaseResult["outcome"]): CaseResult => ({
  ...{ name: `${operation} › case`, suite: "examples", operation, method: "get", path: "/things" },
  ...{ parameter: undefined, covers: [], outcome, warnings: [] },
});
const RESULTS = [
  result("listThings", { verdict: "passed", statuses: [200], duration: 1 }),
  result("addThing", { verdict: "skipped", reason: "writes are not allowed", needs: [], statuses: [] }),
];

const entryOf = (request: RequestSpec, exchange: Exchange): JournalEntry => {
  return { request, exchange, by: CONTRACT, because: "safe", begun: 0, ended: 0 };
};

function covered(): Coverage {
  const parts = new ExercisedParts(CONTRACT.document, () => []);
  const [parameter] = LIST?.parameters ?? [];
  if (!LIST || !parameter) throw new Error("listThings has a parameter.");
  const spec: RequestSpec = { operation: LIST, parameters: [{ parameter, value: "a", source: GENERATED }] };
  parts.note(entryOf(spec, exchangeOf({ body: JSON.stringify([{ id: 1 }]) })));
  return parts.coverage(CONTRACT.operations, RESULTS);
}

test("the parts of the document that no exchange had are listed with a reason; what a client cannot cause is left out", () => {
  expect(covered()).toEqual({
    operations: [
      { operation: "listThings", state: "tested", statuses: [200] },
      { operation: "addThing", state: "not reached", statuses: [] },
    ],
    kinds: [
      { kind: "operations", exercised: 1, total: 2 },
      { kind: "parameters", exercised: 1, total: 1 },
      { kind: "statuses", exercised: 1, total: 3 },
      { kind: "response fields", exercised: 2, total: 3 },
      { kind: "enum members", exercised: 1, total: 2 },
    ],
    missing: [
      { operation: "listThings", kind: "enum members", names: ['query kind = "b"'], reason: REASONS.member },
      { operation: "listThings", kind: "response fields", names: ["/*/name"], reason: REASONS.response },
      { operation: "listThings", kind: "statuses", names: ["404"], reason: REASONS.response },
      { operation: "addThing", kind: "operations", names: ["addThing"], reason: "writes are not allowed" },
      { operation: "addThing", kind: "statuses", names: ["201"], reason: "writes are not allowed" },
    ],
  });
  expect(coveragePercent(covered())).toBe(54);
});

const REASONS = { member: "no request and no response had it", response: "no response had it" };

test("a method that the path does not have exercises nothing", () => {
  const parts = new ExercisedParts(CONTRACT.document, () => []);
  parts.note(entryOf({ operation: LIST, method: "patch", parameters: [] }, exchangeOf({ status: 404 })));
  expect(parts.coverage([LIST], RESULTS).kinds[0]).toEqual({ kind: "operations", exercised: 0, total: 1 });
});

test("an operation that only rejects is not tested, and neither are the parts of its requests", () => {
  const parts = new ExercisedParts(CONTRACT.document, () => []);
  const [parameter] = LIST.parameters;
  if (!parameter) throw new Error("listThings has a parameter.");
  const spec: RequestSpec = { operation: LIST, parameters: [{ parameter, value: "a", source: GENERATED }] };
  parts.note(entryOf({ ...spec, credential: "none" }, exchangeOf({ status: 401 })));
  parts.note(entryOf(spec, exchangeOf({ status: 404 })));
  const { operations, kinds, missing } = parts.coverage([LIST], RESULTS);
  expect(operations).toEqual([{ operation: "listThings", state: "unsuccessful", statuses: [404] }]);
  expect(kinds.filter(({ exercised }) => exercised > 0)).toEqual([{ kind: "statuses", exercised: 1, total: 2 }]);
  expect(missing.find(({ kind }) => kind === "parameters")?.reason).toBe("the operation never succeeded (404)");
});

test("the parts of a run are merged: a part of the document is missing if all of them lack it", () => {
  const one = covered();
  const other = { ...one, missing: one.missing.filter(({ operation }) => operation === "addThing") };
  const merged = mergedCoverage([one, other]);
  expect(merged?.missing.map(({ operation }) => operation)).toEqual(["addThing", "addThing"]);
  expect(merged?.operations).toEqual(one.operations);
  expect(merged?.kinds.find(({ kind }) => kind === "statuses")).toEqual({ kind: "statuses", exercised: 2, total: 3 });
});

test("less coverage than is required makes a run incomplete", () => {
  const [passed] = RESULTS;
  const verdict = (coverageMin: number) =>
    verdictOf(passed ? [passed] : [], { keyVariable: "KEY", key: "sent" }, { coverageMin, coverage: covered() });
  expect(verdict(54).verdict).toBe("passed");
  expect(verdict(55)).toMatchObject({
    verdict: "incomplete",
    reason: "54 % of the document was exercised, and 55 % is required (--coverage-min)",
  });
});

test("a run reports its coverage, and fails below the required one", async () => {
  const report = await verify({ only: ["retrieveContactImport"], coverageMin: 100 });
  expect(report).toMatchObject({ verdict: "passed", coverage: { missing: [] } });
  const server = await serve((_, response) => json(response, 404, {}));
  const none = await verify({ baseUrl: server.url, keyVariable: "PATH", coverageMin: 90 });
  await server.close();
  expect(none.coverage && coveragePercent(none.coverage)).toBeLessThan(90);
});

test("fields and bodies whose $ref leads nowhere are not covered, whatever a response has", () => {
  const schema = { type: "object", properties: { id: {}, lost: { "x-unresolved-reference": "#gone" } } };
  const response = { description: "A thing.", content: { "application/json": { schema } } };
  const lost = {
    description: "A list.",
    content: { "application/json": { schema: { "x-unresolved-reference": "#gone" } } },
  };
  const contract = new Contract({
    openapi: "3.1.1",
    info: { title: "Things", version: "1" },
    paths: { "/things": { get: { operationId: "listThings", responses: { "200": response, "400": lost } } } },
  });
  const [operation] = contract.operations;
  if (!operation) throw new Error("The document has an operation.");
  const parts = new ExercisedParts(contract.document, () => []);
  for (const status of [200, 400]) {
    parts.note(entryOf({ operation, parameters: [] }, exchangeOf({ status, body: '{"id":1,"lost":2}' })));
  }
  expect(parts.coverage(contract.operations, RESULTS).missing).toEqual([
    { operation: "listThings", kind: "response fields", names: ["/lost", ""], reason: "its $ref leads nowhere" },
  ]);
});

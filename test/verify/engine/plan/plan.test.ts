import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { TEAM_API } from "#team-api/team-api.js";
import { generatedDocument } from "#test/bench/generated-document.js";
import { withoutAdditions } from "#test/team-api/reference-contract.js";
import { documentOf } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import type { PlannedCase } from "#verify/engine/plan/planned-case.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { isSkippedFor, skipText } from "#verify/model/test-case/need.js";
import { planRun } from "#verify/verify.js";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
});

const TARGET = testTarget("http://127.0.0.1:9");
const namesOf = (contract: OpenApiDocument) =>
  planRun({ contract, target: TARGET }).map(({ testCase }) => testCase.name);

test("an operation of a large document has the same test cases as in a small one", () => {
  const small = namesOf(generatedDocument(10));
  expect(namesOf(generatedDocument(100)).slice(0, small.length)).toEqual(small);
});

test("names are unique: an operation with the name of another is numbered", () => {
  const get = { operationId: "same", responses: { "200": { description: "Done." } } };
  const names = namesOf(documentOf({ "/a": { get }, "/b": { get } }));
  expect(names).toContain("same › example");
  expect(names).toContain("same › example (2)");
  expect(new Set(names).size).toBe(names.length);
});

test("the time limit ends the plan: a later operation has one test case, which is skipped for want of time", () => {
  let asked = 0;
  const isOver = () => {
    asked += 1;
    return asked > 2;
  };
  const contract = generatedDocument(5);
  const cases = planRun({ contract, target: TARGET, isOver });
  const late = cases.filter(({ skip }) => skip && isSkippedFor(skip, "time"));
  expect(new Set(cases.map(({ testCase }) => testCase.operation.id)).size).toBe(asked);
  expect(late).toHaveLength(asked - 2);
  expect(late.map(({ testCase }) => testCase.name)).toEqual(
    late.map(({ testCase }) => `${testCase.operation.id} › not planned`),
  );
});

test("on a target without state, all test cases but those of examples and invalid requests are skipped with that reason", () => {
  const cases = planRun({ contract: document, api: TEAM_API, target: { ...TARGET, keepsState: false } });
  const running = cases.filter(({ skip }) => skip === undefined);
  expect(new Set(running.map(({ testCase }) => testCase.suite))).toEqual(new Set(["examples", "invalid-requests"]));
  expect(reasons(cases)).toEqual([undefined, "the server keeps no state"]);
});

test("exactly the test cases that write are skipped if writes are not allowed", () => {
  const cases = planRun({ contract: document, api: TEAM_API, target: { ...TARGET, writes: "none" } });
  const writing = cases.filter(({ testCase }) => testCase.writes);
  expect(writing.length).toBeGreaterThan(0);
  expect(cases.filter(({ skip }) => skip && isSkippedFor(skip, "writes"))).toEqual(writing);
  expect(reasons(writing)).toEqual([
    "writes are not allowed (writes: reversible, or --allow-writes)",
    "nothing removes what it creates (writes: creations, or --allow-writes creations)",
  ]);
});

test.each([
  ["sameTeam", "a second key of the team"],
  ["otherTeam", "a key of another team"],
  ["outsideBeta", "a key of a team outside the beta"],
] as const)("a test case that needs the key for %s is skipped without it, and runs with it", (actor, key) => {
  const skipsWith = (credentials: typeof TARGET.credentials) => {
    const cases = planRun({ contract: document, api: TEAM_API, target: { ...TARGET, credentials } });
    return reasons(cases.filter(({ testCase }) => testCase.actor === actor));
  };
  expect(skipsWith(TARGET.credentials)).toEqual([`it needs ${key}: add one to the target file, credentials.${actor}`]);
  const added = { ...TARGET.credentials, [actor]: singleCredential("other", "OTHER") };
  expect(skipsWith(added)).toEqual([undefined]);
});

/** The different reasons of test cases; undefined for those that run. */
function reasons(cases: readonly PlannedCase[]): (string | undefined)[] {
  return [...new Set(cases.map(({ skip }) => skip && skipText(skip)))];
}

/** The test cases of our contract without additions that write and run alone, on a target of somebody. */
function aloneWith(values: Target["values"]): string[] {
  const credentials = { ...TARGET.credentials };
  for (const actor of ["sameTeam", "otherTeam", "outsideBeta"] as const)
    credentials[actor] = singleCredential(actor, "KEY");
  const target = { ...TARGET, hasExampleData: false, credentials, values };
  return planRun({ contract: withoutAdditions(document), api: TEAM_API, target })
    .map(({ testCase }) => testCase)
    .filter(({ writes, isolated }) => writes && !isolated)
    .map(({ name }) => name);
}

const ALONE = [
  "revokeOauthGrant › alreadyRevoked",
  "revokeOauthGrant › unknown",
  "revokeOauthGrant › the tokens of the grant become invalid",
  "revokeOauthGrant › accepts a team outside the beta",
  "listSuppressions › cursors distinguish simultaneous additions",
  "addSuppression › manual",
  "addSuppression › accepts the values that the document allows",
  "addSuppression › the created resource is found by RetrieveById and RetrieveByEmail",
  "addSuppression › an added address is manual when listed",
];

test("of the test cases that write, only those run alone that depend on a list or on values that others may have", () => {
  expect(aloneWith({}).toSorted()).toEqual(ALONE.toSorted());
});

test("an example runs alone if the target file names one resource for it, which other test cases may have, too", () => {
  const named = aloneWith({ revokeOauthGrant: { oauth_grant_id: { active: "9a0c7b3e-51d4-4f0e-8a67-2f4f2ad1e6f1" } } });
  expect(named.toSorted()).toEqual(["revokeOauthGrant › active", ...ALONE].toSorted());
});

test("an example runs alone on a target with the data of the examples", () => {
  const cases = planRun({ contract: document, api: TEAM_API, target: TARGET });
  const active = cases.find(({ testCase }) => testCase.name === "revokeOauthGrant › active");
  expect(active?.testCase.isolated).toBe(false);
});

test("operations that name no resource are skipped, unless the target file allows them", () => {
  const responses = { "204": { description: "Done." } };
  const contract = documentOf({
    "/drafts": { delete: { operationId: "deleteDrafts", responses } },
    "/users.remove": { post: { operationId: "removeUser", responses } },
    "/notes": { post: { operationId: "addNote", responses } },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      delete: { operationId: "deleteNote", responses },
    },
  });
  const skipsOf = (allowed: readonly string[]) => {
    const target = { ...TARGET, hasExampleData: false, allowed: new Set(allowed) };
    const cases = planRun({ contract, target }).filter(({ testCase: { suite, operation } }) => {
      return suite === "examples" && operation.id !== "deleteNote";
    });
    return cases.map((planned) => [planned.testCase.operation.id, ...reasons([planned])]);
  };
  expect(skipsOf(["removeUser"])).toEqual([
    [
      "deleteDrafts",
      "DELETE /drafts names no resource that the run created: allow it in the target file, allowed.deleteDrafts",
    ],
    ["removeUser", undefined],
    ["addNote", undefined],
  ]);
  expect(skipsOf([])[1]).toEqual([
    "removeUser",
    "POST /users.remove may do more than create a resource: allow it in the target file, allowed.removeUser",
  ]);
});

test("an operation whose path has an undeclared parameter is skipped, and the reason names the parameter", () => {
  const get = { operationId: "getArticle", responses: { "200": { description: "Done." } } };
  const contract = documentOf({ "/articles/{slug}": { get } });
  const reason = "its path has {slug}, which the document does not declare as a parameter: correct the document";
  expect(reasons(planRun({ contract, target: TARGET }))).toEqual([reason]);
});

import { afterEach, expect, test } from "vitest";
import { TEAM_API } from "#team-api/team-api.js";
import { refusal } from "#test/faults/answers.js";
import type { Change } from "#test/faults/change.js";
import { clientOf } from "#test/faults/client.js";
import { FAULTS } from "#test/faults/faults.js";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { referenceContract } from "#test/team-api/reference-contract.js";
import { testTarget } from "#test/verify/target.js";
import { singleCredential } from "#verify/model/target/target.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import type { RequirementState } from "#verify/report/report.js";
import { verify } from "#verify/verify.js";

const started: FaultyServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

interface Settings {
  /** How many grants the target file lists, and how many of the first ones an earlier run has revoked. */
  grants: number;
  revoked?: number;
  /** Selects the test cases. */
  only: string;
}

/** Verifies a server by a target file with a list of grants, and without a provision module. */
async function verifyByList(
  change: Change,
  { grants, revoked = 0, only }: Settings,
): Promise<{ cases: CaseResult[]; state: RequirementState["state"] | undefined }> {
  const server = await startFaulty(change);
  started.push(server);
  const client = clientOf(server);
  const active = await Promise.all(Array.from({ length: grants }, async () => (await client.grant()).id));
  for (const id of active.slice(0, revoked)) await client.call("DELETE", `/oauth/grants/${id}`);
  const { first, sameTeam, otherTeam } = server.keys;
  const target = testTarget(server.url, {
    credentials: {
      own: singleCredential(first, "TEAM_API_KEY"),
      sameTeam: singleCredential(sameTeam, "SAME_TEAM_KEY"),
      otherTeam: singleCredential(otherTeam, "OTHER_TEAM_KEY"),
    },
    values: { revokeOauthGrant: { oauth_grant_id: { active } } },
    hasExampleData: false,
  });
  const { cases, requirements } = await verify({
    contract: await referenceContract(),
    api: TEAM_API,
    target,
    only: [only],
    parallel: 1,
  });
  const [testCase] = cases;
  const ids = testCase?.covers ?? [];
  return { cases, state: requirements.find(({ id }) => ids.includes(id))?.state };
}

const HONEST: Change = { id: "unchanged", title: "Changes nothing." };
const fault = (id: string): Change => FAULTS.find((each) => each.id === id) ?? HONEST;

const OTHER_TEAM = "another team cannot revoke the grant";
const INVALID_KEYS = "rejects every invalid key, and deletes nothing";
const SAME_TEAM = "another key of the team may revoke";

const NOT_FOR_SAME_TEAM: Change = {
  id: "not-for-same-team",
  title: "Answers 404 to another key of the team.",
  request: (request, { operation, caller }) =>
    operation === "revokeOauthGrant" && caller === "sameTeam" ? refusal(404) : request,
};

test.each<{ title: string; change: Change; settings: Settings; requirement: string }>([
  {
    title: "answers another team with 404, yet revokes the grant",
    change: fault("other-team-revokes-behind-404"),
    settings: { grants: 4, only: OTHER_TEAM },
    requirement: "V9",
  },
  {
    title: "answers another team with 404, yet revokes the grant, and an earlier run has used the first value",
    change: fault("other-team-revokes-behind-404"),
    settings: { grants: 4, revoked: 1, only: OTHER_TEAM },
    requirement: "V9",
  },
  {
    title: "answers an unknown key with 401, yet revokes the grant",
    change: fault("unknown-key-revoke-acts"),
    settings: { grants: 4, only: INVALID_KEYS },
    requirement: "G2",
  },
  {
    title: "answers another key of the team with 404",
    change: NOT_FOR_SAME_TEAM,
    settings: { grants: 1, only: SAME_TEAM },
    requirement: "V7",
  },
])("a server fails that $title", async ({ change, settings, requirement }) => {
  const { cases } = await verifyByList(change, settings);
  expect(cases).toMatchObject([{ outcome: { verdict: "failed", findings: [{ requirements: [requirement] }] } }]);
});

test.each<{ title: string; settings: Settings }>([
  { title: "an earlier run has used no value of the list", settings: { grants: 1, only: OTHER_TEAM } },
  { title: "an earlier run has used the first value", settings: { grants: 3, revoked: 1, only: OTHER_TEAM } },
  { title: "invalid keys were sent to a used value", settings: { grants: 3, revoked: 1, only: INVALID_KEYS } },
])("the honest server passes if $title", async ({ settings }) => {
  const { cases, state } = await verifyByList(HONEST, settings);
  expect(cases).toMatchObject([{ outcome: { verdict: "passed" } }]);
  expect(state).not.toBe("failed");
});

test.each<{ title: string; change: Change; settings: Settings }>([
  {
    title: "an earlier run has used every value",
    change: HONEST,
    settings: { grants: 3, revoked: 3, only: OTHER_TEAM },
  },
  {
    title: "a key of the team is rejected for a used value",
    change: HONEST,
    settings: { grants: 1, revoked: 1, only: SAME_TEAM },
  },
  {
    title: "the list has too few values for a confirmation",
    change: fault("other-team-revokes-behind-404"),
    settings: { grants: 2, only: OTHER_TEAM },
  },
])("a test case is skipped, and its requirement is not verified, if $title", async ({ change, settings }) => {
  const { cases, state } = await verifyByList(change, settings);
  expect(cases).toMatchObject([
    { outcome: { verdict: "skipped", reason: expect.stringContaining("an earlier run may have consumed it") } },
  ]);
  expect(state).toBe("not verified");
});

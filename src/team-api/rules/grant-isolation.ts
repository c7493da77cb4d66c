import type { Operation } from "#openapi/operations/operation.js";
import { rejection, success } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type Provided, runOnExisting } from "#verify/resources/created/consumable-values.js";
import { broken } from "#verify/rules/sentence.js";
import { defineRule, disposableGrant, expectTokens, failRequirements, noGrant, requestFor, stateOf } from "./rule.js";

/** V9: only grants of the caller's team are revoked. */
export const grantIsolation = defineRule(
  ["revokeOauthGrant"],
  {
    operation: "revokeOauthGrant",
    name: "another team cannot revoke the grant",
    isolated: true,
    covers: ["V9"],
    actor: "otherTeam",
    async run(context, { revokeOauthGrant: revoke }) {
      const isRun = await runOnExisting({
        next: () => context.resources.disposable(revoke, "oauth_grant_id"),
        consume: (grant) => context.expect(requestFor(revoke, grant), success(revoke, "the grant exists")),
        run: (grant) => expectNotRevoked(context, revoke, grant),
      });
      if (!isRun) throw noGrant();
    },
  },
  {
    operation: "revokeOauthGrant",
    name: "the team cannot revoke another team's grant",
    isolated: true,
    covers: ["V9"],
    async run(context, { revokeOauthGrant: revoke }) {
      const grant = await disposableGrant(context, revoke, "other");
      const request = requestFor(revoke, grant);
      const keys = context.target.hasActor("sameTeam") ? (["own", "sameTeam"] as const) : (["own"] as const);
      for (const credential of keys) await context.expect({ ...request, credential }, rejectedFor(revoke));
      const breach = broken("rejection-revokes-tokens-of-other-team", { resource: "grant" });
      await expectTokens(context, grant.tokens, "all valid", ["V9"], breach);
    },
  },
);

/** Another team cannot revoke the grant; then its own team can. */
async function expectNotRevoked(context: CaseContext, revoke: Operation, grant: Provided): Promise<void> {
  const request = requestFor(revoke, grant);
  const before = await stateOf(context, grant.value);
  await context.expect({ ...request, credential: "otherTeam" }, rejectedFor(revoke));
  if (context.hasFailed) return;
  const changed = broken("rejection-changes-state", { resource: "grant" });
  const facts = { ...changed, expected: before, received: await stateOf(context, grant.value) };
  if (facts.received !== before) failRequirements(context, ["V9"], facts);
  await expectTokens(context, grant.tokens, "all valid", ["V9"], broken("rejection-revokes-tokens", {}));
  if (context.hasFailed) return;
  const why = "another team was rejected, so the grant still exists";
  await context.expect(request, success(revoke, why, { requirements: ["V9"] }));
}

function rejectedFor(revoke: Operation) {
  return rejection(revoke, "the grant belongs to another team", { requirements: ["V9"] });
}

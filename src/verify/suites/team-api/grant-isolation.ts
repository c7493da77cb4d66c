import type { Operation } from "../../../openapi/operation.js";
import type { CaseContext } from "../../model/case-context.js";
import { rejection, success } from "../../model/expectation.js";
import { requirementPlaces } from "../../model/requirement.js";
import { countValid, defineRule, disposableGrant, requestForDisposable, stateOf } from "./rule.js";

/** V9: only grants of the caller's team are revoked. */
export const grantIsolation = defineRule(
  ["revokeOauthGrant"],
  {
    operation: "revokeOauthGrant",
    name: "another team cannot revoke the grant",
    covers: ["V9"],
    needs: "otherTeam",
    async run(context, { revokeOauthGrant: revoke }) {
      const grant = await disposableGrant(context, revoke);
      const request = requestForDisposable(revoke, grant);
      const before = await stateOf(context, grant.value);
      await context.expect({ ...request, credential: "otherTeam" }, rejectedFor(revoke));
      if (context.findings.length > 0) return;
      const after = await stateOf(context, grant.value);
      const valid = (await countValid(context, grant.tokens)) ?? grant.tokens.length;
      if (before !== after || valid < grant.tokens.length) {
        context.fail({
          check: "unchanged-state",
          message: "the rejected request of another team changed the grant",
          place: revoke.pointer,
          places: requirementPlaces("V9"),
          expected: `${before}, and valid tokens`,
          received: `${after}, and ${valid} of ${grant.tokens.length} valid tokens`,
        });
        return;
      }
      const why = "another team was rejected, so the grant still exists";
      await context.expect(request, success(revoke, why, { requirements: ["V9"] }));
    },
  },
  {
    operation: "revokeOauthGrant",
    name: "the team cannot revoke another team's grant",
    covers: ["V9"],
    async run(context, { revokeOauthGrant: revoke }) {
      const grant = await disposableGrant(context, revoke, "other");
      const request = requestForDisposable(revoke, grant);
      await context.expect(request, rejectedFor(revoke));
      if (context.target.hasActor("sameTeam")) {
        await context.expect({ ...request, credential: "sameTeam" }, rejectedFor(revoke));
      }
      await expectValidTokens(context, revoke, grant.tokens);
    },
  },
);

function rejectedFor(revoke: Operation) {
  return rejection(revoke, "the grant belongs to another team", { requirements: ["V9"] });
}

async function expectValidTokens(context: CaseContext, revoke: Operation, tokens: readonly string[]): Promise<void> {
  const valid = (await countValid(context, tokens)) ?? tokens.length;
  if (valid === tokens.length) return;
  context.fail({
    check: "unchanged-state",
    message: "the rejected request invalidated tokens of another team's grant",
    place: revoke.pointer,
    places: requirementPlaces("V9"),
    expected: `${tokens.length} of ${tokens.length} tokens are valid`,
    received: `${valid} of ${tokens.length}`,
  });
}

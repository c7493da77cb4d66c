import { isSuccess } from "../../model/exchange.js";
import { notFound, success } from "../../model/expectation.js";
import { defineRule, disposableGrant, expectTokens, failRequirements, requestForDisposable, stateOf } from "./rule.js";

/** V6: a grant that is already revoked is a 404, and nothing changes. */
export const revokeTwice = defineRule(["revokeOauthGrant"], {
  operation: "revokeOauthGrant",
  name: "a second revoke is a 404, and changes nothing",
  covers: ["V1", "V2", "V3", "V4", "V6"],
  async run(context, { revokeOauthGrant: revoke }) {
    const grant = await disposableGrant(context, revoke);
    const request = requestForDisposable(revoke, grant);
    const first = await context.expect(request, success(revoke, "the grant exists", { requirements: ["V1"] }));
    if (!isSuccess(first)) return;
    const before = await stateOf(context, grant.value);
    const revoked = notFound(revoke, "it is already revoked", { requirements: ["V6"] });
    await context.expect(request, revoked);
    if (context.target.hasActor("sameTeam")) await context.expect({ ...request, credential: "sameTeam" }, revoked);
    const after = await stateOf(context, grant.value);
    if (before !== after) {
      const message = "a second revoke changed the grant";
      const facts = { message, expected: before, received: after };
      failRequirements(context, ["V6"], { check: "unchanged-state", ...facts });
    }
    const message = "tokens of the grant are valid after the second revoke";
    await expectTokens(context, grant.tokens, "none valid", ["V6", "V8"], message);
  },
});

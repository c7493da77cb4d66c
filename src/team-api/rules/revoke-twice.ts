import { isSuccess } from "#verify/model/request/exchange.js";
import { notFound, success } from "#verify/model/request/expectation.js";
import { broken } from "#verify/rules/sentence.js";
import { defineRule, disposableGrant, expectTokens, failRequirements, requestFor, stateOf } from "./rule.js";

/** V6: a grant that is already revoked is a 404, and nothing changes. */
export const revokeTwice = defineRule(["revokeOauthGrant"], {
  operation: "revokeOauthGrant",
  name: "a second revoke is a 404, and changes nothing",
  isolated: true,
  covers: ["V1", "V2", "V3", "V4", "V6"],
  async run(context, { revokeOauthGrant: revoke }) {
    const grant = await disposableGrant(context, revoke);
    const request = requestFor(revoke, grant);
    const first = await context.expect(request, success(revoke, "the grant exists", { requirements: ["V1"] }));
    if (!isSuccess(first)) return;
    const before = await stateOf(context, grant.value);
    const revoked = notFound(revoke, "it is already revoked", { requirements: ["V6"] });
    await context.expect(request, revoked);
    if (context.target.hasActor("sameTeam")) await context.expect({ ...request, credential: "sameTeam" }, revoked);
    const changed = broken("second-revocation-changes-state", { resource: "grant" });
    const facts = { ...changed, expected: before, received: await stateOf(context, grant.value) };
    if (facts.received !== before) failRequirements(context, ["V6"], facts);
    const breach = broken("tokens-valid-after-second-revocation", { resource: "grant" });
    await expectTokens(context, grant.tokens, "none valid", ["V6", "V8"], breach);
  },
});

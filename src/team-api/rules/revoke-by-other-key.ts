import { isGone, isSuccess } from "#verify/model/request/exchange.js";
import { notFound, success } from "#verify/model/request/expectation.js";
import { existing } from "#verify/resources/created/consumable-values.js";
import { broken } from "#verify/rules/sentence.js";
import { defineRule, disposableGrant, expectTokens, requestFor } from "./rule.js";

/** V7: any key of the team may revoke any grant of the team. */
export const revokeByOtherKey = defineRule(["revokeOauthGrant"], {
  operation: "revokeOauthGrant",
  name: "another key of the team may revoke",
  isolated: true,
  covers: ["V7"],
  actor: "sameTeam",
  async run(context, { revokeOauthGrant: revoke }) {
    const grant = await disposableGrant(context, revoke);
    const request = requestFor(revoke, grant);
    const basis = { requirements: ["V7"] };
    const accepted = success(revoke, "the grant and the key belong to the same team", basis);
    const revoked = await context.send({ ...request, credential: "sameTeam" });
    // If the first key still revokes the grant, it existed.
    const isKnown = isGone(revoked) && isSuccess(await context.send(request));
    const sent = isKnown ? requestFor(revoke, existing(grant)) : request;
    await context.check({ ...sent, credential: "sameTeam" }, accepted, revoked);
    if (!isSuccess(revoked)) return;
    const breach = broken("tokens-valid-after-revocation-by-other-key", { resource: "grant" });
    await expectTokens(context, grant.tokens, "none valid", ["V7", "V8"], breach);
    await context.expect(request, notFound(revoke, "another key of the team revoked it", basis));
  },
});

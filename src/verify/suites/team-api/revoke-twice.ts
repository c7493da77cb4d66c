import { isSuccess } from "../../model/exchange.js";
import { notFound, success } from "../../model/expectation.js";
import { requirementPlaces } from "../../model/requirement.js";
import { countValid, defineRule, disposableGrant, requestForDisposable, stateOf } from "./rule.js";

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
      context.fail({
        check: "unchanged-state",
        message: "a second revoke changed the grant",
        place: revoke.pointer,
        places: requirementPlaces("V6"),
        expected: before ?? "no state",
        received: after ?? "no state",
      });
    }
    if (((await countValid(context, grant.tokens)) ?? 0) > 0) {
      context.fail({
        check: "token-revocation",
        message: "a token of the grant is valid after the second revoke",
        place: revoke.pointer,
        places: requirementPlaces("V6", "V8"),
        expected: "no valid token",
        received: "a valid token",
      });
    }
  },
});

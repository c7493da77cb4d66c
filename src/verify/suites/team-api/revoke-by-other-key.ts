import { isSuccess } from "../../model/exchange.js";
import { notFound, success } from "../../model/expectation.js";
import { requirementPlaces } from "../../model/requirement.js";
import { countValid, defineRule, disposableGrant, requestForDisposable } from "./rule.js";

/** V7: any key of the team may revoke any grant of the team. */
export const revokeByOtherKey = defineRule(["revokeOauthGrant"], {
  operation: "revokeOauthGrant",
  name: "another key of the team may revoke",
  covers: ["V7"],
  needs: "sameTeam",
  async run(context, { revokeOauthGrant: revoke }) {
    const grant = await disposableGrant(context, revoke);
    const request = requestForDisposable(revoke, grant);
    const why = "the grant and the key belong to the same team";
    const revoked = await context.expect(
      { ...request, credential: "sameTeam" },
      success(revoke, why, { requirements: ["V7"] }),
    );
    if (!isSuccess(revoked)) return;
    const valid = (await countValid(context, grant.tokens)) ?? 0;
    if (valid > 0) {
      context.fail({
        check: "token-revocation",
        message: "tokens are valid after another key of the team revoked their grant",
        place: revoke.pointer,
        places: requirementPlaces("V7", "V8"),
        expected: `0 of ${grant.tokens.length} tokens are valid`,
        received: `${valid} of ${grant.tokens.length}`,
      });
    }
    const again = notFound(revoke, "another key of the team revoked it", { requirements: ["V7"] });
    await context.expect(request, again);
  },
});

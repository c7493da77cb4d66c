import { isSuccess } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { broken } from "#verify/rules/sentence.js";
import { countValid, defineRule, disposableGrant, expectTokens, requestFor } from "./rule.js";

/** V8: every token issued under the grant becomes invalid, and no token of another grant does. */
export const revokedTokens = defineRule(["revokeOauthGrant"], {
  operation: "revokeOauthGrant",
  name: "the tokens of the grant become invalid",
  // Not isolated: a server that invalidates tokens of other grants would do it to those of other test cases.
  apart: true,
  covers: ["V8"],
  async run(context, { revokeOauthGrant: revoke }) {
    const { isTokenValid } = await context.resources.provision();
    if (!isTokenValid) {
      throw new Skipped({
        reason: "it needs a function that checks whether a token is valid",
        needs: [{ kind: "provision" }],
      });
    }
    const [grant, disposable, theirs] = await Promise.all([
      disposableGrant(context, revoke),
      disposableGrant(context, revoke),
      context.resources.disposable(revoke, "oauth_grant_id", "other"),
    ]);
    const otherTokens = [...disposable.tokens, ...(theirs?.tokens ?? [])];
    if (grant.tokens.length === 0) throw new Skipped("the disposable grant has no tokens");
    const all = [...grant.tokens, ...otherTokens];
    if ((await countValid(context, all)) !== all.length) {
      throw new Skipped("a token of the disposable grant is invalid from the start");
    }
    const revoked = await context.expect(requestFor(revoke, grant), success(revoke, "the grant exists"));
    if (!isSuccess(revoked)) return;
    const valid = broken("tokens-valid-after-revocation", { resource: "grant" });
    await expectTokens(context, grant.tokens, "none valid", ["V8"], valid);
    const invalid = broken("revocation-revokes-other-tokens", { resource: "grant" });
    await expectTokens(context, otherTokens, "all valid", ["V8"], invalid);
    const why = "it is another grant than the revoked one";
    await context.expect(requestFor(revoke, disposable), success(revoke, why, { requirements: ["V1"] }));
  },
});

import { success } from "../ask.js";
import { NotVerified } from "../case.js";
import { succeeded } from "../exchange.js";
import { askFor, disposableGrant, operationsNamed, type Rule } from "./rule.js";

/** Every access token and refresh token issued under the grant stops working, and no other does, of whatever team. */
export const V8: Rule = (environment) => {
  const named = operationsNamed(environment, "revokeOauthGrant");
  if (!named) return [];
  const revoke = named.revokeOauthGrant;
  return [
    {
      name: "revokeOauthGrant › V8 the tokens of the grant stop working",
      kind: "rule",
      operation: revoke,
      proves: ["V8"],
      writes: true,
      async run(run) {
        const { isTokenValid } = await run.environment.provision();
        if (!isTokenValid) {
          throw new NotVerified(
            "it needs a place that tells whether a token is good: name a provision module in the target file",
          );
        }
        const grant = await disposableGrant(run, revoke);
        const other = await disposableGrant(run, revoke);
        const theirs = await run.environment.disposable(revoke, "oauth_grant_id", "other");
        const otherTokens = [...other.tokens, ...(theirs?.tokens ?? [])];
        if (grant.tokens.length === 0) throw new NotVerified("the disposable grant came without its tokens");
        for (const token of [...grant.tokens, ...otherTokens]) {
          if (!(await isTokenValid(token)))
            throw new NotVerified("a token of the disposable grant does not work from the start");
        }
        const revoked = await run.ask(askFor(revoke, grant.value), success(revoke, "the grant is in force"));
        if (!succeeded(revoked)) return;
        const works = await Promise.all(grant.tokens.map((token) => isTokenValid(token)));
        const alive = works.filter(Boolean).length;
        if (alive > 0) {
          run.findBroken("tokens", revoke.pointer, ["V8"], {
            message: "tokens of the revoked grant go on working",
            expected: `0 of ${works.length} tokens that work`,
            received: `${alive} of ${works.length}`,
          });
        }
        const others = await Promise.all(otherTokens.map((token) => isTokenValid(token)));
        if (others.includes(false)) {
          run.findBroken("tokens", revoke.pointer, ["V8"], {
            message: "tokens of another grant stopped working",
            expected: `${others.length} of ${others.length} tokens that work`,
            received: `${others.filter(Boolean).length} of ${others.length}`,
          });
        }
        await run.ask(
          askFor(revoke, other.value),
          success(revoke, "it is another grant than the one that was revoked", { promises: ["V1"] }),
        );
      },
    },
  ];
};

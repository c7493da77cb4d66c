import { success } from "../ask.js";
import { succeeded } from "../exchange.js";
import { requireKey } from "../known.js";
import { askFor, disposableGrant, noGrant, operationsNamed, type Rule } from "./rule.js";

/** Any key of the team may revoke any grant of the team. */
export const V7: Rule = (environment) => {
  const named = operationsNamed(environment, "revokeOauthGrant");
  if (!named) return [];
  const revoke = named.revokeOauthGrant;
  return [
    {
      name: "revokeOauthGrant › V7 takes another key of the team",
      kind: "rule",
      operation: revoke,
      proves: ["V7"],
      writes: true,
      async run(run) {
        requireKey(run, "sameTeam", "a second key of the team");
        const grant = await disposableGrant(run, revoke);
        const revoked = await run.ask(
          { ...askFor(revoke, grant.value), key: "sameTeam" },
          success(revoke, "the grant is the team's, and so is the key", { promises: ["V7"] }),
        );
        if (!succeeded(revoked)) return;
        const { isTokenValid } = await run.environment.provision();
        const works = await Promise.all(grant.tokens.map((token) => isTokenValid?.(token) ?? false));
        if (works.includes(true)) {
          run.findBroken("tokens", revoke.pointer, ["V7", "V8"], {
            message: "tokens go on working after another key of the team revoked their grant",
            expected: `0 of ${works.length} tokens that work`,
            received: `${works.filter(Boolean).length} of ${works.length}`,
          });
        }
        await run.ask(askFor(revoke, grant.value), noGrant(revoke, "another key of the team revoked it", "V7"));
      },
    },
  ];
};

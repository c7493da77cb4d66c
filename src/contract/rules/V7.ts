import { success } from "../ask.js";
import { askFor, disposableGrant, operationsNamed, type Rule, requireKey } from "./rule.js";

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
        await run.ask(
          { ...askFor(revoke, grant.value), key: "sameTeam" },
          success(revoke, "the grant is the team's, and so is the key", { promises: ["V7"] }),
        );
      },
    },
  ];
};

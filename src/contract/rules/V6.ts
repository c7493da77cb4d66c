import { success } from "../ask.js";
import { succeeded } from "../exchange.js";
import { askFor, disposableGrant, noGrant, operationsNamed, type Rule } from "./rule.js";

/** A grant that is revoked already is answered with 404, and nothing changes. */
export const V6: Rule = (environment) => {
  const named = operationsNamed(environment, "revokeOauthGrant");
  if (!named) return [];
  const revoke = named.revokeOauthGrant;
  return [
    {
      name: "revokeOauthGrant › V6 a second revoke is a 404, and changes nothing",
      kind: "rule",
      operation: revoke,
      proves: ["V1", "V2", "V3", "V4", "V6"],
      writes: true,
      async run(run) {
        const grant = await disposableGrant(run, revoke);
        const { stateOf, isTokenValid } = await run.environment.provision();
        const first = await run.ask(
          askFor(revoke, grant.value),
          success(revoke, "the grant is in force", { promises: ["V1"] }),
        );
        if (!succeeded(first)) return;
        const before = JSON.stringify(await stateOf?.(grant.value));
        await run.ask(askFor(revoke, grant.value), noGrant(revoke, "it was revoked before", "V6"));
        if (run.target.keys.sameTeam) {
          await run.ask(
            { ...askFor(revoke, grant.value), key: "sameTeam" },
            noGrant(revoke, "it was revoked before", "V6"),
          );
        }
        const after = JSON.stringify(await stateOf?.(grant.value));
        const facts = { location: revoke.pointer, promises: ["V6"] };
        if (before !== after) {
          run.findBroken("unchanged", facts.location, facts.promises, {
            message: "a second revoke changed the grant",
            expected: before,
            received: after,
          });
        }
        for (const token of grant.tokens) {
          if (!(await isTokenValid?.(token))) continue;
          run.findBroken("unchanged", facts.location, ["V6", "V8"], {
            message: "a token of the grant works after the second revoke",
            expected: "a token that does not work",
            received: "one that does",
          });
          break;
        }
      },
    },
  ];
};

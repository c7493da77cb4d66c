import { refusal, success } from "../ask.js";
import { requireKey } from "../known.js";
import { askFor, disposableGrant, operationsNamed, type Rule } from "./rule.js";

/** Only a grant of the caller's team is revoked; another team's grant stays as it was. */
export const V9: Rule = (environment) => {
  const named = operationsNamed(environment, "revokeOauthGrant");
  if (!named) return [];
  const revoke = named.revokeOauthGrant;
  return [
    {
      name: "revokeOauthGrant › V9 another team's key revokes nothing",
      kind: "rule",
      operation: revoke,
      proves: ["V9"],
      writes: true,
      async run(run) {
        requireKey(run, "otherTeam", "a key of another team");
        const grant = await disposableGrant(run, revoke);
        const { stateOf, isTokenValid } = await run.environment.provision();
        const before = JSON.stringify(await stateOf?.(grant.value));
        await run.ask(
          { ...askFor(revoke, grant.value), key: "otherTeam" },
          refusal(revoke, "the grant is another team's", { promises: ["V9"] }),
        );
        if (run.findings.length > 0) return;
        const after = JSON.stringify(await stateOf?.(grant.value));
        const works = await Promise.all(grant.tokens.map((token) => isTokenValid?.(token) ?? true));
        if (before !== after || works.includes(false)) {
          run.findBroken("unchanged", revoke.pointer, ["V9"], {
            message: "another team's attempt changed the grant, though it was refused",
            expected: `${before}, its tokens working`,
            received: `${after}, ${works.filter(Boolean).length} of ${works.length} tokens working`,
          });
          return;
        }
        await run.ask(
          askFor(revoke, grant.value),
          success(revoke, "another team was refused, so the grant is still in force", { promises: ["V9"] }),
        );
      },
    },
    {
      name: "revokeOauthGrant › V9 the team's own keys revoke no other team's grant",
      kind: "rule",
      operation: revoke,
      proves: ["V9"],
      writes: true,
      async run(run) {
        const grant = await disposableGrant(run, revoke, "other");
        const { isTokenValid } = await run.environment.provision();
        const keys = run.target.keys.sameTeam ? (["own", "sameTeam"] as const) : (["own"] as const);
        for (const key of keys) {
          const expected = refusal(revoke, "the grant is another team's", { promises: ["V9"] });
          await run.ask({ ...askFor(revoke, grant.value), key }, expected);
        }
        const works = await Promise.all(grant.tokens.map((token) => isTokenValid?.(token) ?? true));
        if (!works.includes(false)) return;
        run.findBroken("unchanged", revoke.pointer, ["V9"], {
          message: "the tokens of another team's grant stopped working, though the attempt was refused",
          expected: `${works.length} of ${works.length} tokens that work`,
          received: `${works.filter(Boolean).length} of ${works.length}`,
        });
      },
    },
  ];
};

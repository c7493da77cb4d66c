import { revokeGrant } from "#team-api/sandbox/database/grants.js";
import { refusal, reply } from "../answers.js";
import { type Grant, grantOf, isOwn, revocation, setRevoked } from "../behind.js";
import type { Answer, Asked, Change, Tools } from "../change.js";
import { keyOfTeam, withKey } from "../requests.js";

/** What another team's attempt to revoke a grant in force does (V9). */
function othersAttempt(
  id: string,
  title: string,
  act: (grant: Grant, request: Asked, tools: Tools) => Replacement,
): Change {
  return {
    id: `other-team-${id}`,
    title,
    breaks: ["V9"],
    async request(request, tools) {
      if (tools.operation !== "revokeOauthGrant" || tools.caller === undefined) return request;
      const grant = await grantOf(request, tools);
      return grant && !isOwn(grant, tools) && grant.revoked_at === null ? act(grant, request, tools) : request;
    },
  };
}

type Replacement = Asked | Answer | Promise<Asked | Answer>;

/** Revokes behind the API, whoever asks. */
async function revoke({ id, team_id }: Grant, { sandbox }: Tools): Promise<void> {
  await revokeGrant(sandbox.db, { id, team: team_id, at: Date.now(), reason: "revoked_from_api" });
}

/** Revocations by those who may not. */
export const REVOKE_OTHERS: Change[] = [
  othersAttempt("revokes", "Lets a team revoke another team's grant.", (grant, request, tools) =>
    withKey(request, keyOfTeam(tools, grant.team_id)),
  ),
  othersAttempt(
    "revokes-behind-404",
    "Answers 404 to another team's attempt, yet revokes the grant.",
    async (grant, _, tools) => {
      await revoke(grant, tools);
      return refusal(404);
    },
  ),
  othersAttempt(
    "invalidates-tokens",
    "Answers 404 to another team's attempt, yet invalidates the tokens.",
    async (grant, _, tools) => {
      await revoke(grant, tools);
      await setRevoked(tools, grant.id, null);
      return refusal(404);
    },
  ),
  othersAttempt("is-told-success", "Tells another team that it revoked the grant, and changes nothing.", ({ id }) =>
    reply(200, revocation(id)),
  ),
  {
    id: "unauthenticated-revoke-acts",
    title: "Refuses a revocation without a key, yet revokes.",
    breaks: ["G2"],
    async answer(answer, request, tools) {
      if (tools.operation !== "revokeOauthGrant" || request.headers.authorization !== undefined) return answer;
      const grant = await grantOf(request, tools);
      if (grant) await revoke(grant, tools);
      return answer;
    },
  },
  {
    id: "unknown-key-revoke-acts",
    title: "Refuses a revocation with a key that is no team's, yet revokes.",
    breaks: ["G2"],
    async answer(answer, request, tools) {
      const unknown = tools.caller === undefined && request.headers.authorization !== undefined;
      if (tools.operation !== "revokeOauthGrant" || !unknown) return answer;
      const grant = await grantOf(request, tools);
      if (grant) await revoke(grant, tools);
      return answer;
    },
  },
];

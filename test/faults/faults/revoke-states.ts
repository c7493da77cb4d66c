import { html, refusal, reply } from "../answers.js";
import { type Grant, grantOf, invalidateOthers, isOwn, restoreTokens, revocation, setRevoked } from "../behind.js";
import type { Answer, Asked, Change, Tools } from "../change.js";
import { wantedOf } from "../requests.js";

type Replace = (request: Asked, tools: Tools) => Answer;

const NO_CONTENT: Answer = { status: 204, headers: {}, body: "" };

/** What is answered for a grant that does not exist (V5). */
function unknownGrant(id: string, title: string, replace: Replace, fits = (_: string) => true): Change {
  return {
    id: `unknown-grant-${id}`,
    title,
    breaks: ["V5"],
    async answer(answer, request, tools) {
      if (tools.operation !== "revokeOauthGrant" || answer.status !== 404) return answer;
      return (await grantOf(request, tools)) === undefined && fits(wantedOf(request))
        ? replace(request, tools)
        : answer;
    },
  };
}

/** What is answered, or done, when a grant of the team is revoked again (V6). */
function secondRevoke(
  id: string,
  title: string,
  act: (grant: Grant, tools: Tools) => Answer | undefined | Promise<Answer | undefined>,
): Change {
  return {
    id: `second-revoke-${id}`,
    title,
    breaks: ["V6"],
    async answer(answer, request, tools) {
      if (tools.operation !== "revokeOauthGrant" || answer.status !== 404) return answer;
      const grant = await grantOf(request, tools);
      return grant && isOwn(grant, tools) ? ((await act(grant, tools)) ?? answer) : answer;
    },
  };
}

/** What becomes of tokens when a grant is revoked (V8). */
function afterRevoke(
  id: string,
  title: string,
  act: (grant: Grant, tools: Tools) => Promise<void>,
  breaks: string[] = ["V8"],
): Change {
  return {
    id,
    title,
    breaks,
    async answer(answer, request, tools) {
      if (tools.operation !== "revokeOauthGrant" || answer.status !== 200) return answer;
      const grant = await grantOf(request, tools);
      if (grant) await act(grant, tools);
      return answer;
    },
  };
}

export const REVOKE_STATES: Change[] = [
  unknownGrant("200", "Answers an unknown grant with 200, as if it had been revoked.", (request) =>
    reply(200, revocation(wantedOf(request))),
  ),
  unknownGrant("204", "Answers an unknown grant with 204.", () => NO_CONTENT),
  unknownGrant("400", "Answers an unknown grant with 400.", () => refusal(400)),
  unknownGrant("403", "Answers an unknown grant with 403.", () => refusal(403)),
  unknownGrant("410", "Answers an unknown grant with 410.", () => refusal(410)),
  unknownGrant("500", "Fails with 500 at an unknown grant.", () => html(500)),
  unknownGrant(
    "no-uuid-422",
    "Answers 422 for a grant whose id is no UUID.",
    () => refusal(422),
    (id) => !/^[0-9a-f-]{36}$/i.test(id),
  ),

  secondRevoke("200", "Answers a second revocation with 200, as the first.", ({ id, revoked_at }) =>
    reply(200, revocation(id, revoked_at)),
  ),
  secondRevoke("204", "Answers a second revocation with 204.", () => NO_CONTENT),
  secondRevoke("409", "Answers a second revocation with 409.", () => refusal(409)),
  secondRevoke("410", "Answers a second revocation with 410.", () => refusal(410)),
  secondRevoke("500", "Fails with 500 at a second revocation.", () => html(500)),
  secondRevoke("200-by-second-key", "Answers 200 when another key of the team revokes again.", (grant, { caller }) =>
    caller === "sameTeam" ? reply(200, revocation(grant.id, grant.revoked_at)) : undefined,
  ),
  secondRevoke("dates-anew", "Answers a second revocation with 404, yet moves revoked_at.", async (grant, tools) => {
    await setRevoked(tools, grant.id, (grant.revoked_at ?? 0) + 1000);
    return undefined;
  }),
  secondRevoke(
    "takes-back",
    "Answers a second revocation with 404, yet puts the grant in force again.",
    async (grant, tools) => {
      await setRevoked(tools, grant.id, null);
      return undefined;
    },
  ),
  secondRevoke(
    "revives-tokens",
    "Answers a second revocation with 404, yet makes the tokens valid again.",
    async (grant, tools) => {
      await restoreTokens(tools, grant.id);
      return undefined;
    },
  ),

  afterRevoke("tokens-stay-valid", "Leaves every token of a revoked grant valid.", ({ id }, tools) =>
    restoreTokens(tools, id),
  ),
  afterRevoke("access-tokens-stay-valid", "Invalidates the refresh tokens only.", ({ id }, tools) =>
    restoreTokens(tools, id, { kind: "access" }),
  ),
  afterRevoke("refresh-tokens-stay-valid", "Invalidates the access tokens only.", ({ id }, tools) =>
    restoreTokens(tools, id, { kind: "refresh" }),
  ),
  afterRevoke("first-token-only", "Invalidates one token of a revoked grant only.", ({ id }, tools) =>
    restoreTokens(tools, id, { butFirst: true }),
  ),
  afterRevoke(
    "first-token-of-each-kind-only",
    "Invalidates the first token of each kind only.",
    async ({ id }, tools) => {
      await restoreTokens(tools, id, { kind: "access", butFirst: true });
      await restoreTokens(tools, id, { kind: "refresh", butFirst: true });
    },
  ),
  afterRevoke(
    "wrong-tokens",
    "Invalidates the tokens of the team's other grants, not those of the revoked one.",
    async (grant, tools) => {
      await restoreTokens(tools, grant.id);
      await invalidateOthers(tools, grant, "own");
    },
  ),
  afterRevoke(
    "tokens-by-first-key-only",
    "Invalidates tokens only if the first key revokes.",
    async ({ id }, tools) => {
      if (tools.caller !== "first") await restoreTokens(tools, id);
    },
  ),
  afterRevoke(
    "other-teams-tokens",
    "Invalidates the tokens of other teams' grants too.",
    (grant, tools) => invalidateOthers(tools, grant, "other"),
    ["V9"],
  ),
];

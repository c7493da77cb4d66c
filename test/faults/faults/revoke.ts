import { randomUUID } from "node:crypto";
import { insteadOf, onSuccess, refusal, reply, without } from "../answers.js";
import { grantOf, isOwn, restoreTokens, setRevoked } from "../behind.js";
import type { Change } from "../change.js";

/** Faults that change the answer of a revocation alone. */
function answering(
  id: string,
  title: string,
  breaks: string[],
  change: (body: Record<string, string>) => unknown,
): Change {
  return {
    id: `revoke-${id}`,
    title,
    breaks,
    answer: onSuccess("revokeOauthGrant", (body) =>
      change(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))),
    ),
  };
}

function withMoment(id: string, title: string, moment: (honest: string) => unknown): Change {
  return answering(`moment-${id}`, title, ["V3"], (body) => ({ ...body, revoked_at: moment(body.revoked_at ?? "") }));
}

export const REVOKE: Change[] = [
  {
    id: "revoke-no-content",
    title: "Answers a revocation with 204 and no oauth_grant.",
    breaks: ["V1"],
    answer: insteadOf("revokeOauthGrant", () => ({ status: 204, headers: {}, body: "" })),
  },
  {
    id: "revoke-wants-body",
    title: "Refuses a revocation without a body.",
    breaks: ["V1"],
    request: (request, { operation }) =>
      operation === "revokeOauthGrant" && request.body === "" ? refusal(400) : request,
  },
  {
    id: "revoke-does-nothing",
    title: "Answers a revocation as it should, and revokes nothing.",
    breaks: ["V1", "V6", "V8"],
    async answer(answer, request, tools) {
      if (tools.operation !== "revokeOauthGrant" || answer.status !== 200) return answer;
      const grant = await grantOf(request, tools);
      if (grant) {
        await setRevoked(tools, grant.id, null);
        await restoreTokens(tools, grant.id);
      }
      return answer;
    },
  },
  answering("wrapped", "Wraps the revoked grant in `data`.", ["V1", "V2"], (body) => ({ data: body })),
  answering("in-array", "Returns the revoked grant in an array.", ["V1", "V2"], (body) => [body]),
  answering("null", "Returns null for a revoked grant.", ["V1", "V2"], () => null),
  answering("true", "Returns `{deleted: true}` for a revoked grant.", ["V1", "V2"], () => ({ deleted: true })),

  answering("object-other", "Calls a revoked grant `grant`.", ["V2"], (body) => ({ ...body, object: "grant" })),
  answering("object-missing", "Leaves out `object` of a revoked grant.", ["V2"], (body) => without(body, "object")),
  answering("id-other", "Returns the id of another grant.", ["V2"], (body) => ({ ...body, id: randomUUID() })),
  answering("id-missing", "Leaves out the id of the revoked grant.", ["V2"], (body) => without(body, "id")),
  answering("id-cut", "Cuts the id of the revoked grant to its first part.", ["V2"], (body) => ({
    ...body,
    id: body.id?.slice(0, 8),
  })),
  answering("id-without-dashes", "Writes the id of the revoked grant without dashes.", ["V2"], (body) => ({
    ...body,
    id: body.id?.replaceAll("-", ""),
  })),

  withMoment("seconds", "Writes revoked_at without milliseconds.", (moment) => moment.replace(/\.\d+/, "")),
  withMoment("microseconds", "Writes revoked_at with six digits of a second.", (moment) => moment.replace("Z", "000Z")),
  withMoment("offset", "Writes revoked_at with the offset +00:00.", (moment) => moment.replace("Z", "+00:00")),
  withMoment("without-zone", "Writes revoked_at without Z.", (moment) => moment.replace("Z", "")),
  withMoment("small-z", "Ends revoked_at in a small z.", (moment) => moment.replace("Z", "z")),
  withMoment("space", "Writes revoked_at as imports do.", (moment) => moment.replace("T", " ").replace("Z", "+00")),
  withMoment("number", "Writes revoked_at as a number of milliseconds.", (moment) => Date.parse(moment)),
  withMoment("null", "Writes null for revoked_at.", () => null),
  withMoment("no-date", "Dates the revocation to the 30th of February.", () => "2026-02-30T10:00:00.000Z"),
  withMoment("no-hour", "Dates the revocation to the 25th hour.", () => "2026-11-06T25:00:00.000Z"),
  answering("moment-missing", "Leaves out revoked_at.", ["V3"], (body) => without(body, "revoked_at")),

  answering("reason-other", "Gives another reason than revoked_from_api.", ["V4"], (body) => ({
    ...body,
    revoked_reason: "revoked_by_user",
  })),
  answering("reason-upper-case", "Writes the reason in upper case.", ["V4"], (body) => ({
    ...body,
    revoked_reason: "REVOKED_FROM_API",
  })),
  answering("reason-null", "Gives null for a reason.", ["V4"], (body) => ({ ...body, revoked_reason: null })),
  answering("reason-missing", "Leaves out the reason.", ["V4"], (body) => without(body, "revoked_reason")),

  {
    id: "second-key-refused",
    title: "Refuses the team's second key when it revokes.",
    breaks: ["V7"],
    request: (request, { operation, caller }) =>
      operation === "revokeOauthGrant" && caller === "sameTeam" ? refusal(403) : request,
  },
  {
    id: "second-key-finds-no-grant",
    title: "Answers 404 to the team's second key when it revokes.",
    breaks: ["V7"],
    request: (request, { operation, caller }) =>
      operation === "revokeOauthGrant" && caller === "sameTeam" ? refusal(404) : request,
  },
  {
    id: "second-key-does-nothing",
    title: "Answers the team's second key as if it revoked, and revokes nothing.",
    breaks: ["V7"],
    async answer(answer, request, tools) {
      const { operation, caller } = tools;
      if (operation !== "revokeOauthGrant" || caller !== "sameTeam" || answer.status !== 200) return answer;
      const grant = await grantOf(request, tools);
      if (grant) {
        await setRevoked(tools, grant.id, null);
        await restoreTokens(tools, grant.id);
      }
      return answer;
    },
  },
  {
    id: "second-key-unknown",
    title: "Takes the team's second key for no team's when it revokes.",
    breaks: ["V7"],
    request: (request, { operation, caller }) =>
      operation === "revokeOauthGrant" && caller === "sameTeam" ? refusal(401) : request,
  },
  {
    id: "revoke-wants-beta",
    title: "Refuses a team outside the beta when it revokes its own grant.",
    breaks: ["V7"],
    request: (request, { operation, caller }) =>
      operation === "revokeOauthGrant" && caller === "outsideBeta" ? refusal(403) : request,
  },
  {
    id: "revoke-old-grants-only",
    title: "Answers 404 for a grant that is less than an hour old.",
    breaks: ["V1", "V7"],
    async request(request, tools) {
      if (tools.operation !== "revokeOauthGrant") return request;
      const grant = await grantOf(request, tools);
      const young = grant !== undefined && isOwn(grant, tools) && Date.now() - grant.created_at < 3_600_000;
      return young ? reply(404, { message: "not found" }) : request;
    },
  },
];

import { isUuid } from "#openapi/patterns/uuid.js";
import { revokeGrant } from "../database/grants.js";
import { Problem } from "../http/problem.js";
import { utcTimestamp } from "../timestamps.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";

const REASON = "revoked_from_api";

/** Handles V1 to V9. The error is the same for a grant that does not exist, is revoked, or belongs to another team. */
export const revokeOauthGrant: Handler<"revokeOauthGrant"> = async ({ path }, { db, team, now }) => {
  const id = path.oauth_grant_id.toLowerCase();
  if (!isUuid(id) || !(await revokeGrant(db, { id, team: team.id, at: now, reason: REASON }))) {
    throw new Problem(404, "Your team has no active grant with this id: it does not exist, or it is revoked already.");
  }
  return {
    status: UNSPECIFIED_BEHAVIOR.success.status,
    body: { object: "oauth_grant", id, revoked_at: utcTimestamp(now), revoked_reason: REASON },
  };
};

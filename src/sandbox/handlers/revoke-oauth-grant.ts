import { isUuid } from "../../openapi/uuid.js";
import { revokeGrant } from "../database/grants.js";
import { Problem } from "../problem.js";
import { utcTimestamp } from "../timestamps.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";

const REASON = "revoked_from_api";

/** V1 to V9. A grant that is missing, revoked already or another team's is told in the same words. */
export const revokeOauthGrant: Handler<"revokeOauthGrant"> = async ({ path }, { db, team, now }) => {
  const id = path.oauth_grant_id.toLowerCase();
  if (!isUuid(id) || !(await revokeGrant(db, { id, team: team.id, at: now, reason: REASON }))) {
    throw new Problem(404, "Your team has no such grant in force: it does not exist, or was revoked before.");
  }
  return {
    status: UNSPECIFIED_BEHAVIOR.done.status,
    body: { object: "oauth_grant", id, revoked_at: utcTimestamp(now), revoked_reason: REASON },
  };
};

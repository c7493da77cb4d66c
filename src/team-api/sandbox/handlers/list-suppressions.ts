import { isUuid } from "#openapi/patterns/uuid.js";
import { type Position, pageOfSuppressions, suppressionById } from "../database/suppressions.js";
import { Problem } from "../http/problem.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Context, Handler } from "./handler.js";
import { suppressionOf } from "./suppression.js";

/** The page size without `limit` (L3). */
const DEFAULT_LIMIT = 20;

/** Handles L1 to L8. */
export const listSuppressions: Handler<"listSuppressions"> = async ({ query = {} }, context) => {
  const { limit = DEFAULT_LIMIT, origin } = query;
  const { rows, hasMore } = await pageOfSuppressions(context.db, {
    team: context.team.id,
    limit: Math.floor(limit),
    origin,
    after: await positionOf("after", query.after, context),
    before: await positionOf("before", query.before, context),
  });
  return {
    status: UNSPECIFIED_BEHAVIOR.success.status,
    body: { object: "list", has_more: hasMore, data: rows.map(suppressionOf) },
  };
};

/** @throws Problem if the cursor is not the id of a suppression of the team */
async function positionOf(
  direction: "after" | "before",
  value: string | undefined,
  { db, team }: Context,
): Promise<Position | undefined> {
  if (value === undefined) return undefined;
  const row = isUuid(value) ? await suppressionById(db, team.id, value.toLowerCase()) : undefined;
  if (row) return row;
  const detail = "must be the id of a suppression of your team";
  throw new Problem(UNSPECIFIED_BEHAVIOR.unknownCursor.status, `\`${direction}\` ${detail}.`, {
    errors: [{ in: "query", at: direction, detail }],
  });
}

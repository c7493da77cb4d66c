import { isUuid } from "#openapi/patterns/uuid.js";
import { suppressionByEmail, suppressionById } from "../database/suppressions.js";
import { Problem } from "../http/problem.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";
import { suppressionOf } from "./suppression.js";

/** Handles R1 and R2. A parameter in the form of a UUID is an id, because no address has this form. */
export const retrieveSuppression: Handler<"retrieveSuppression"> = async ({ path }, { db, team }) => {
  const { suppression: idOrEmail } = path;
  const row = isUuid(idOrEmail)
    ? await suppressionById(db, team.id, idOrEmail.toLowerCase())
    : await suppressionByEmail(db, team.id, idOrEmail);
  if (!row)
    throw new Problem(UNSPECIFIED_BEHAVIOR.notFound.status, "Your team has no suppression with this id or address.");
  return { status: UNSPECIFIED_BEHAVIOR.success.status, body: suppressionOf(row) };
};

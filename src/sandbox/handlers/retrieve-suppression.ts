import { isUuid } from "../../openapi/uuid.js";
import { suppressionByEmail, suppressionById } from "../database/suppressions.js";
import { isPlainText } from "../plain-text.js";
import { Problem } from "../problem.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";
import { suppressionOf } from "./suppression.js";

/** R1 and R2. What has the form of a UUID is an id, since no address has it. */
export const retrieveSuppression: Handler<"retrieveSuppression"> = async ({ path }, { db, team }) => {
  const asked = path.suppression;
  const row = isUuid(asked)
    ? await suppressionById(db, team.id, asked.toLowerCase())
    : isPlainText(asked)
      ? await suppressionByEmail(db, team.id, asked)
      : undefined;
  if (!row)
    throw new Problem(UNSPECIFIED_BEHAVIOR.notFound.status, "Your team has no suppression with this id or address.");
  return { status: UNSPECIFIED_BEHAVIOR.done.status, body: suppressionOf(row) };
};

import { putSuppression } from "../database/suppressions.js";
import { Problem } from "../http/problem.js";
import { isPlainText } from "../plain-text.js";
import { ADDRESS_LIMIT, UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";

/** Handles A1 to A3. */
export const addSuppression: Handler<"addSuppression"> = async ({ body }, { db, team, now }) => {
  const { email } = body;
  rejectUnusable(email);
  // Also for an address that bounced before: U11 leaves that open, and A3 requires `manual`.
  const { id, added } = await putSuppression(db, { team: team.id, email, origin: "manual", sourceId: null, at: now });
  return {
    status: (added ? UNSPECIFIED_BEHAVIOR.added : UNSPECIFIED_BEHAVIOR.success).status,
    body: { object: "suppression", id },
  };
};

/** @throws Problem for an address that conforms to the contract but cannot be stored */
function rejectUnusable(email: string): void {
  if (!isPlainText(email)) {
    throw invalidAddress(
      UNSPECIFIED_BEHAVIOR.addressCharacters.status,
      "must not contain control characters or unpaired surrogates",
    );
  }
  if (Buffer.byteLength(email) > ADDRESS_LIMIT) {
    throw invalidAddress(UNSPECIFIED_BEHAVIOR.addressLength.status, `must have at most ${ADDRESS_LIMIT} bytes`);
  }
}

function invalidAddress(status: number, detail: string): Problem {
  return new Problem(status, `The address ${detail}.`, { errors: [{ in: "body", at: "/email", detail }] });
}

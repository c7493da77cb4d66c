import { putSuppression } from "../database/suppressions.js";
import { isPlainText } from "../plain-text.js";
import { Problem } from "../problem.js";
import { ADDRESS_LIMIT, UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";

/** A1 to A3. */
export const addSuppression: Handler<"addSuppression"> = async ({ body }, { db, team, now }) => {
  const { email } = body;
  refuseUnusable(email);
  const { id, added } = await putSuppression(db, { team: team.id, email, origin: "manual", sourceId: null, at: now });
  return {
    status: (added ? UNSPECIFIED_BEHAVIOR.added : UNSPECIFIED_BEHAVIOR.done).status,
    body: { object: "suppression", id },
  };
};

/** @throws Problem for an address that fits the contract and yet cannot be kept */
function refuseUnusable(email: string): void {
  if (!isPlainText(email)) {
    throw refusal(
      UNSPECIFIED_BEHAVIOR.addressCharacters.status,
      "must not hold control characters or halves of surrogate pairs",
    );
  }
  if (Buffer.byteLength(email) > ADDRESS_LIMIT) {
    throw refusal(UNSPECIFIED_BEHAVIOR.addressLength.status, `must be ${ADDRESS_LIMIT} bytes or shorter`);
  }
}

function refusal(status: number, detail: string): Problem {
  return new Problem(status, `The address ${detail}.`, { errors: [{ in: "body", at: "/email", detail }] });
}

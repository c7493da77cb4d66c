import { ADDRESS_LIMIT, CHOICES } from "../choices.js";
import { putSuppression } from "../database/suppressions.js";
import { isPlainText } from "../plain-text.js";
import { Problem } from "../problem.js";
import type { Handler } from "./handler.js";

/** A1 to A3. */
export const addSuppression: Handler<"addSuppression"> = async ({ body }, { db, team, now }) => {
  const { email } = body;
  refuseUnusable(email);
  const { id, added } = await putSuppression(db, { team: team.id, email, origin: "manual", sourceId: null, at: now });
  return { status: (added ? CHOICES.added : CHOICES.done).status, body: { object: "suppression", id } };
};

/** @throws Problem for an address that fits the contract and yet cannot be kept */
function refuseUnusable(email: string): void {
  if (!isPlainText(email)) {
    throw refusal(CHOICES.addressCharacters.status, "must not hold control characters or halves of surrogate pairs");
  }
  if (Buffer.byteLength(email) > ADDRESS_LIMIT) {
    throw refusal(CHOICES.addressLength.status, `must be ${ADDRESS_LIMIT} bytes or shorter`);
  }
}

function refusal(status: number, detail: string): Problem {
  return new Problem(status, `The address ${detail}.`, { errors: [{ in: "body", at: "/email", detail }] });
}

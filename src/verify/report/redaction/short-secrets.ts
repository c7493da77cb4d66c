import { type Secrets, secretsOf } from "../../model/target/target.js";
import { MIN_KEY_LENGTH } from "./secret-index.js";

/** A secret of this length rarely occurs as a part of other texts. */
const LONG_ENOUGH = 8;

/**
 * A line for each secret that is too short. Reports either show it, or have the name of its variable in place of ordinary
 * texts, such as numbers.
 */
export function shortSecretNotes(secrets: Secrets): string[] {
  const lengths = new Map(
    secretsOf(secrets).flatMap(({ variable, value, login, client }): [string, number][] => {
      // The server makes tokens.
      const isGiven = login === undefined && client === undefined;
      return isGiven && value.length > 0 && value.length < LONG_ENOUGH ? [[variable, value.length]] : [];
    }),
  );
  return [...lengths].map(([variable, length]) => {
    const found = `${variable} has ${length} ${length === 1 ? "character" : "characters"}`;
    return length < MIN_KEY_LENGTH
      ? `${found}, so reports may show it. Use a longer one.`
      : `${found}. Reports have $${variable} wherever they would show this text, also in values of others. A longer one avoids that.`;
  });
}

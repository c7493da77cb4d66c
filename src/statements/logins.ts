import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { lastSegment } from "./resources/path-parameters.js";

/** Verbs of a login. */
const LOGS_IN = /\b(authenticate|log ?in|log ?on|sign ?in)\b/;

/** Things that a login creates. */
const MADE_BY_LOGIN = /\b(jwt|sessions?|tokens?)\b/;

/** Words of what makes an account, renews a token, or changes or ends a login. Some of these return a token too. */
const OTHER =
  /\b(enroll?|enrollment|register|registrations?|sign ?up|(add|create|make|new|open) (an? |new )?(account|customer|member|user)s?|(change|update) (the |your )?pass ?words?|forgot|forgotten|log ?off|log ?out|recover|refresh|renew|reset|revoke|sign ?out)\b/;

/** Collections to which a POST adds an account. */
const ACCOUNTS = /^(accounts?|customers?|members?|users?)$/;

/**
 * Whether the words of a POST say that it is a login. A registration, a renewal and the like are not. The end of the path
 * decides first, because it is the name of what is called. Then the operationId and the summary do.
 *
 * @returns undefined if no words say either
 */
export function namesLogin({ path, operationId = "", summary }: Operation): boolean | undefined {
  const end = lastSegment(path);
  if (ACCOUNTS.test(end.toLowerCase())) return false;
  return saysLogin(end) ?? saysLogin(operationId) ?? saysLogin(summary);
}

/** The first word counts. "Log in or sign up" is a login, and "Register and log in" is a registration. */
function saysLogin(text: string): boolean | undefined {
  const words = wordsOf(text).join(" ");
  const other = words.search(OTHER);
  const login = words.search(LOGS_IN);
  if (other >= 0) return login >= 0 && login < other;
  return login >= 0 || MADE_BY_LOGIN.test(words) || undefined;
}

import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { lastSegment } from "../resources/path-parameters.js";

/** Words of actions that destroy or end something, act on many things at once, or reach other people and systems. */
const CERTAIN = wordSet(`
  abort annul batch bulk cancel cancellation clear deactivate deactivation decommission delete deletion deprovision destroy detach disable discard drop erase evict expunge
  flush graphql import impersonate invalidate kick logoff logout notify offboard overwrite pay prune purge reboot removal remove reset restart revocation revoke rpc
  send shutdown signout suspend terminate termination truncate unassign unban unbind uninstall unlink unpublish unregister unsubscribe void wipe
  withdraw
`);

/** Things whose creation reaches other people, costs money, or starts what cannot be undone, also where they can be deleted. */
const CONSEQUENTIAL = wordSet(`
  announcement ban broadcast call campaign charge chargeback command debit deployment deposit donation eviction
  execution expulsion fax invitation letter mail mailing message newsletter notification payment payout
  purchase recharge refund reminder shipment sms strike suspension takedown transaction transfer
  withdrawal
`);

/** Things that give access: what creates one may end another one, or be used by others. */
const ACCESS = wordSet(`
  apikey auth authenticate authentication authorization authorize credential login logon mfa oauth otp passphrase
  password passwd secret session signin sso token totp
`);

/** Keys that give access, by the word before them. A key of a store gives none. */
const KEYS =
  /\b(access|account|api|auth|deploy|encryption|gpg|host|license|private|public|secret|service|sign|signing|ssh)[ _-]?keys?\b/;

/** Verbs of such actions, and of changes, that are common nouns as well: they count only where a verb stands. */
const AS_A_VERB = wordSet(`
  adjust amend apply approve archive assign ban block broadcast change charge clean cleanup close complete confirm convert
  correct debit decline deny deploy disconnect dispatch edit email empty end execute expire finish fire forget halt invite kill
  leave lock mail mark merge migrate modify move patch payout publish reassign refund reject release rename reorder replace
  restore retire revert rollback rotate run save set shred sms sort start stop swap switch sync toggle touch transfer trash
  unblock unlock update upgrade upsert write
`);

/**
 * Whether the path, the operationId or the summary of an operation speaks of more than a creation. It destroys something,
 * changes something that exists, reaches others, costs money or gives access. Whole words count: `POST /users.remove`,
 * `sendMessage`, "Clears the cache", `/payments`, `/sessions`.
 */
export function speaksOfAction({ path, operationId = "", summary }: Operation): boolean {
  const inPath = wordsOf(path.replace(/\{[^{}]*\}/g, " "));
  const inSummary = wordsOf(summary);
  const ofThing = wordsOf(lastNoun(path)).flatMap(formsOf);
  if (
    ofThing.some((word) => CONSEQUENTIAL.has(word) || ACCESS.has(word)) ||
    KEYS.test(wordsOf(lastNoun(path)).join(" "))
  )
    return true;
  const isCertain = [...inPath, ...wordsOf(operationId), ...inSummary].some((word) =>
    formsOf(word).some((form) => CERTAIN.has(form)),
  );
  const verbs = [
    // `users.update`, and `projects.users.archive`
    ...wordsOf(lastSegment(path)),
    ...wordsOf(operationId).slice(0, 1),
    ...(operationId.includes(".") ? wordsOf(operationId.split(".").at(-1) ?? "").slice(0, 1) : []),
    ...inSummary.slice(0, 1).flatMap(formsOf),
  ];
  return isCertain || verbs.some((word) => AS_A_VERB.has(word));
}

/** The last segment of a path that is not a parameter. */
export function lastNoun(path: string): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "";
}

/** A word of a sentence, and the verbs of which it may be the third person: `deletes`, `dispatches`, `notifies`. */
function formsOf(word: string): string[] {
  return [word, word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
}

/** The words of a text. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

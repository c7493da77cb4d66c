import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";

/** Words of actions that destroy or end something, act on many things at once, or reach other people and systems. */
const CERTAIN = wordSet(`
  abort annul batch bulk cancel cancellation clear deactivate deactivation decommission delete deletion deprovision destroy detach disable discard drop erase evict expunge
  flush graphql import impersonate invalidate kick logoff logout notify offboard overwrite pay prune purge reboot removal remove reset restart revocation revoke rpc
  send shutdown signout suspend terminate termination truncate unassign unban unbind uninstall unlink unpublish unregister unsubscribe void wipe
  withdraw
`);

/** Verbs of such actions, and of changes, that are common nouns as well: they count only where a verb stands. */
const AS_A_VERB = wordSet(`
  adjust amend apply approve archive assign ban block broadcast change charge clean cleanup close complete confirm convert
  correct debit decline deny deploy disconnect dispatch edit email empty end execute expire finish fire forget halt invite kill
  leave lock mail mark merge migrate modify move patch payout publish reassign refund reject release rename reorder replace
  restore retire revert rollback rotate run save set shred sms sort start stop swap switch sync toggle touch transfer trash
  unblock unlock update upgrade upsert write
`);

/**
 * Whether the path, the operationId or the summary of an operation speaks of an action that destroys something, changes
 * something that exists, or reaches others, in whole words: `POST /users.remove`, `sendMessage`, "Clears the cache".
 */
export function speaksOfAction({ path, operationId = "", summary }: Operation): boolean {
  const inPath = wordsOf(path.replace(/\{[^{}]*\}/g, " "));
  const inSummary = wordsOf(summary);
  const isCertain = [...inPath, ...wordsOf(operationId), ...inSummary].some((word) =>
    formsOf(word).some((form) => CERTAIN.has(form)),
  );
  const verbs = [
    // `users.update`, and `projects.users.archive`
    ...wordsOf(path.split("/").at(-1) ?? ""),
    ...wordsOf(operationId).slice(0, 1),
    ...(operationId.includes(".") ? wordsOf(operationId.split(".").at(-1) ?? "").slice(0, 1) : []),
    ...inSummary.slice(0, 1).flatMap(formsOf),
  ];
  return isCertain || verbs.some((word) => AS_A_VERB.has(word));
}

/** A word of a sentence, and the verbs of which it may be the third person: `deletes`, `dispatches`, `notifies`. */
function formsOf(word: string): string[] {
  return [word, word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

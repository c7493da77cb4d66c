import { jsonText } from "#openapi/document/long-integer.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { JournalEntry } from "../../journal/journal.js";
import type { Contract } from "../../model/contract.js";
import { isSuccess } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { addressOf, isAtOrBelow, namedAddresses, pathValues } from "../../resources/address.js";
import { isLikelyOwn, type OwnEntry } from "../../resources/ledger/entry.js";
import { createdPath, type Identity, identityIn, isIdentifiedBy } from "../../resources/ledger/identify.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { broken } from "../../rules/sentence.js";
import { aboutResource, type HistoryRule } from "../history-rule.js";

/**
 * Two creations with 201 make two resources (RFC 9110, 15.3.2). So the second one does not have the identifier of the first,
 * as long as that was not deleted. An identifier that a server makes up is never given again, whatever the status is. A
 * reference to the first resource would lead to the second one. Numbers and names may come back after a deletion.
 */
export function sameIdentifier(contract: Contract, ledger: Ledger): HistoryRule {
  return {
    note(entry, { others, texts }) {
      const { request } = entry;
      const { former, identity } = formerAt(contract, ledger, entry) ?? {};
      // Each team may have identifiers of its own.
      if (!former || !identity || former.request.credential !== request.credential) return [];
      // The same thing may be requested twice, and the client may name it.
      if (isNamed(request.body, identity.value) || !areOthers(former, request, texts)) return [];
      const areCreated = [former, entry].every(({ exchange }) => exchange.status === 201);
      if (former.isRemoved || !areCreated) {
        if (!isMadeUp(identity.value, [former.request.body, request.body])) return [];
      } else for (const other of others) if (mayRemove(other.request, former.address)) return [];
      const facts = {
        ...broken("identifier-given-twice", { create: request.operation.id }),
        expected: `another value than ${jsonText(former.identity.value)} at ${identity.identifier.pointer}`,
        received: jsonText(identity.value),
      };
      return [aboutResource(former, entry, facts)];
    },
  };
}

/** An identifier of fewer characters may be a short name, or a place in a list. */
const MIN_MADE_UP = 8;

/** Whether a server generated an identifier: it has letters and digits, and no word of it was sent. */
function isMadeUp(value: string | number | bigint, bodies: readonly unknown[]): boolean {
  const text = String(value);
  const sent = bodies
    .map((body) => jsonText(body) ?? "")
    .join(" ")
    .toLowerCase();
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const isOpaque = text.length >= MIN_MADE_UP && /\d/.test(text) && /\p{L}/u.test(text);
  return isOpaque && !words.some((word) => word.length >= MIN_WORD && sent.includes(word));
}

/** Shorter words are prefixes of a kind, such as `ord` of `ord_9f3c`. */
const MIN_WORD = 4;

/** The resource of the run that has the identifier in the response to a creation already. */
export function formerAt(
  contract: Contract,
  ledger: Ledger,
  { request, exchange }: Pick<JournalEntry, "request" | "exchange">,
): { former: OwnEntry; identity: Identity } | undefined {
  const resource = methodOf(request) === "post" ? resourceCreatedBy(contract, request.operation) : undefined;
  const identity = resource && isSuccess(exchange) ? identityIn(resource, exchange) : undefined;
  if (!resource || !identity || !isIdentifiedBy(contract.document, resource, identity, exchange)) return undefined;
  const outer = pathValues(request.operation, request.parameters).map((known) => known?.value);
  const path = createdPath(resource, outer, identity, exchange);
  const address = path && addressOf(resource.key, path);
  const former = address === undefined ? undefined : ledger.lastAt(address);
  if (!isLikelyOwn(former) || former.request.operation !== request.operation) return undefined;
  return isSameId(former.identity.value, identity.value) ? { former, identity } : undefined;
}

function isNamed(body: unknown, value: string | number | bigint): boolean {
  return (jsonText(body) ?? "").toLowerCase().includes(jsonText(value).toLowerCase());
}

/** Whether each of two creations had a text that was generated for it alone. */
function areOthers(
  former: Pick<OwnEntry, "texts" | "request">,
  request: JournalEntry["request"],
  texts: readonly string[],
): boolean {
  const [before, now] = [jsonText(former.request.body) ?? "", jsonText(request.body) ?? ""];
  const isNewIn = (body: string) => (text: string) => !body.includes(text);
  return former.texts.some(isNewIn(now)) && texts.some(isNewIn(before));
}

function mayRemove(request: JournalEntry["request"], address: string): boolean {
  const named = namedAddresses(request.operation, request.parameters).at(-1);
  return methodOf(request) !== "get" && named !== undefined && isAtOrBelow(address, named);
}

import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { hiddenWhenListed } from "#statements/list-items.js";
import { sentResource, shownResource } from "#statements/resources/envelope.js";
import type { JournalEntry } from "../../journal/journal.js";
import type { Contract } from "../../model/contract.js";
import { COMPATIBLE, compare, type Difference, EQUAL, isSame } from "../../model/finding/compare.js";
import type { FindingDraft } from "../../model/finding/finding.js";
import { isSuccess, jsonOf } from "../../model/request/exchange.js";
import { methodOf, shownBody } from "../../model/request/request-spec.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type Change, onlyRejected } from "../changes.js";
import { aboutResource, changedBy, type HistoryFinding, type HistoryRule } from "../history-rule.js";
import type { Sighting } from "../sightings.js";
import { formerAt } from "./same-identifier.js";

/**
 * Values that the run sent, and that the response confirmed, stay. Every response that shows the resource has them, until a
 * request names it that the target did not reject.
 */
export function keptValues(contract: Contract, ledger: Ledger): HistoryRule {
  /** The creations and changes that the target accepted, by their responses. */
  const accepted = new WeakMap<object, JournalEntry>();
  /** The last accepted change of a resource. */
  const latest = new Map<OwnEntry, JournalEntry>();
  /** The resources whose identifiers were given twice: whatever is there has the values of one of them. */
  const confused = new Set<OwnEntry>();
  return {
    note(entry, around) {
      const findings = around.sightings.flatMap((sighting): HistoryFinding[] => {
        const { own, shown, isListed } = sighting;
        const writing = latest.get(own) ?? accepted.get(own.exchange);
        if (!shown || !writing || confused.has(own)) return [];
        const rejected = onlyRejected(around, own, writing.ended, entry.ended);
        if (!rejected) return [];
        const { list } = own.resource;
        const except = isListed && list ? hiddenWhenListed(contract.document, list) : [];
        const [difference] = compare(confirmedBy(writing, shown), shown, {
          ...(isListed ? COMPATIBLE : EQUAL),
          except,
        });
        if (!difference) return [];
        const unshown = { of: own, since: writing.ended };
        return [{ ...findingOf(entry, sighting, writing, difference, rejected), unshown }];
      });
      if (["post", "put", "patch"].includes(methodOf(entry.request)) && isSuccess(entry.exchange)) {
        accepted.set(entry.exchange, entry);
        const twin = formerAt(contract, ledger, entry)?.former;
        if (twin) confused.add(twin);
        const own = changedBy(ledger, entry);
        if (own) latest.set(own, entry);
      }
      return findings;
    },
  };
}

/** The sent values that the response to a creation or a change repeats. */
function confirmedBy({ request, exchange }: JournalEntry, known: JsonObject): JsonObject {
  const body = shownBody(request);
  const sent = sentResource(body, known) ?? {};
  const response = shownResource(sent, jsonOf(exchange));
  const isConfirmed = (name: string, value: Json) =>
    response?.[name] !== undefined && isSame(value, response[name], "equal");
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => isConfirmed(name, value)));
}

function findingOf(
  entry: JournalEntry,
  { own, isListed }: Sighting,
  { exchange: { operation } }: JournalEntry,
  { name, wanted, found }: Difference,
  rejections: readonly Change[],
): FindingDraft {
  const facts = inJson(wanted, found);
  const rejected = rejections.findLast((change) => change.address === own.address && hasValue(change, name, found));
  if (rejected) {
    const { id } = rejected.operation;
    const breach = broken("rejected-change-stored", { operation: id });
    return aboutResource(own, entry, { ...breach, ...facts, operation: id });
  }
  const breach = isListed
    ? broken("listed-field-differs", { operation: entry.exchange.operation, field: name })
    : broken("confirmed-value-not-kept", { operation, field: name });
  return aboutResource(own, entry, { ...breach, ...facts, operation });
}

/** Whether a change sent a value of a field. */
function hasValue({ body }: Change, name: string, value: Json): boolean {
  const sent = sentResource(body);
  return isObject(sent) && isSame(sent[name] ?? null, value, "equal");
}

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import type { JournalEntry } from "../../journal/journal.js";
import { unsentFields } from "../../judges/life-cycle/unsent-fields.js";
import type { Contract } from "../../model/contract.js";
import { differingFields, RELATED } from "../../model/finding/compare.js";
import { hasTakenEffect, isSuccess, jsonOf } from "../../model/request/exchange.js";
import { methodOf, shownBody } from "../../model/request/request-spec.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { onlyRejected } from "../changes.js";
import { changedBy, createdOf, type HistoryRule, ownNamedBy } from "../history-rule.js";
import { addressShown, type Sighting } from "../sightings.js";

/** The most responses of `GET` that are remembered. */
const MOST_SHOWN = 100;

/** A change that the target accepted, and the resource before it. */
interface Update {
  entry: JournalEntry;
  sent: JsonObject;
  before: JsonObject;
}

/**
 * A field that an update does not send is kept by PATCH, and removed by PUT. Any test case may send the update. A later
 * read that has the sent values shows what came of the others.
 */
export function unsentByUpdates(contract: Contract, ledger: Ledger): HistoryRule {
  /** The last response of `GET` at each address. The first one may show that a resource is the run's. */
  const shownLast = new Map<string, JournalEntry>();
  const updates = new Map<OwnEntry, Update>();
  /** The resource in the response to the last change of it, or in a read that shows this change. */
  const confirmed = new Map<OwnEntry, JsonObject | undefined>();
  /** The last update of each resource, whose response may have no body. */
  const lastUpdates = new Map<OwnEntry, Update>();
  return {
    note(entry, around) {
      for (const { own, shown, isListed } of around.sightings) {
        const last = lastUpdates.get(own);
        if (last && shown && !isListed && entry.begun >= last.entry.ended && showsUpdate(last, shown))
          confirmed.set(own, shown);
      }
      const findings = around.sightings.flatMap(({ own, shown, isListed }: Sighting) => {
        if (!shown || isListed) return [];
        const update = updates.get(own);
        if (!update || entry.begun < update.entry.ended) return [];
        const { sent, before, entry: change } = update;
        // The response shows which values the server has replaced at once.
        const response = resourceIn(jsonOf(change.exchange), own.identity);
        const replaced = response ? differingFields(sent, response, RELATED) : [];
        if (differingFields(sent, shown, { ...RELATED, except: replaced }).length > 0) return [];
        updates.delete(own);
        if (onlyRejected(around, own, change.ended, entry.ended)?.length !== 0) return [];
        const { operation } = change.request;
        const done = { operation, sent, response: undefined, before, after: shown, exchange: entry.exchange };
        return unsentFields(contract.document, createdOf(own), done).map(({ finding }) => finding);
      });
      const own = isDone(entry) ? changedBy(ledger, entry) : undefined;
      if (own && isUpdate(entry.request.operation, own)) {
        const last = shownLast.get(own.address);
        const before = last && resourceIn(jsonOf(last.exchange), own.identity);
        const sent = before && sentResource(shownBody(entry.request), before);
        const isUnchanged =
          last && onlyRejected({ changes: around.changes }, own, last.begun, entry.begun) !== undefined;
        // A replica that is behind shows the resource as it was before an earlier change.
        const earlier = around.changes.lastOf(own);
        const isSettled = last && (!earlier || around.isSettled(earlier.ended, last.begun));
        const isCurrent = isSettled || (before && hasAll(confirmed.get(own), before));
        if (before && sent && isUnchanged && isCurrent) updates.set(own, { entry, sent, before });
        else updates.delete(own);
        if (before && sent) lastUpdates.set(own, { entry, sent, before });
      }
      const changed = ownChangedBy(ledger, entry);
      if (changed && changed !== own) lastUpdates.delete(changed);
      if (changed) confirmed.set(changed, resourceIn(jsonOf(entry.exchange), changed.identity));
      const address = addressShown(contract, entry);
      if (address !== undefined) {
        if (shownLast.size >= MOST_SHOWN) shownLast.clear();
        shownLast.set(address, entry);
      }
      return findings;
    },
  };
}

/** Whether a read has what an update sent, and it did not have all of it before. A replica that is behind has not. */
function showsUpdate({ sent, before }: Update, shown: JsonObject): boolean {
  return differingFields(sent, before, RELATED).length > 0 && differingFields(sent, shown, RELATED).length === 0;
}

/** The resource of the run that a change names, also an action on it. */
function ownChangedBy(ledger: Ledger, { request, exchange }: JournalEntry): OwnEntry | undefined {
  return isSafe({ method: methodOf(request) }) || !isSuccess(exchange) ? undefined : ownNamedBy(ledger, request);
}

/** Whether a resource has all fields of another representation, with their values. */
function hasAll(shown: JsonObject | undefined, fields: JsonObject): boolean {
  return shown !== undefined && Object.entries(fields).every(([name, value]) => isDeepStrictEqual(shown[name], value));
}

/** Whether the target has done what the run's own key asked for. With 202, it does it later. */
function isDone({ request, exchange }: JournalEntry): boolean {
  return request.credential === undefined && hasTakenEffect(exchange);
}

/** Whether an operation changes a whole resource, or parts of it. Some documents use POST at its path. */
function isUpdate(operation: Operation, { resource: { update, replace } }: OwnEntry): boolean {
  return ["put", "patch"].includes(operation.method) || operation === update || operation === replace;
}

import type { JsonObject } from "#openapi/document/document.js";
import { sentResource } from "#statements/resources/envelope.js";
import type { JournalEntry } from "../journal/journal.js";
import { unsentFields } from "../judges/life-cycle/unsent-fields.js";
import type { Contract } from "../model/contract.js";
import { differingFields, RELATED } from "../model/finding/compare.js";
import { isSuccess } from "../model/request/exchange.js";
import { methodOf, structuredBody } from "../model/request/request-spec.js";
import type { OwnEntry } from "../resources/ledger/entry.js";
import type { Ledger } from "../resources/ledger/ledger.js";
import { type Changes, onlyRejected } from "./changes.js";
import { changedBy, createdOf, type HistoryRule } from "./history-rule.js";
import type { Sighting } from "./sightings.js";

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
  /** Each resource as its `GET` last showed it. */
  const shownLast = new Map<OwnEntry, { shown: JsonObject; ended: number }>();
  const updates = new Map<OwnEntry, Update>();
  return {
    note(entry, around) {
      const findings = around.sightings.flatMap(({ own, shown, isListed }: Sighting) => {
        if (!shown || isListed) return [];
        shownLast.set(own, { shown, ended: entry.ended });
        const update = updates.get(own);
        if (!update || entry.begun < update.entry.ended) return [];
        const { sent, before, entry: change } = update;
        if (differingFields(sent, shown, RELATED).length > 0) return [];
        updates.delete(own);
        if (onlyRejected(around, own, change.ended, entry.ended)?.length !== 0) return [];
        const { operation } = change.request;
        const done = { operation, sent, response: undefined, before, after: shown, exchange: entry.exchange };
        return unsentFields(contract.document, createdOf(own), done).map(({ finding }) => finding);
      });
      const own = isUpdate(entry) ? changedBy(ledger, entry) : undefined;
      if (own) {
        const last = shownLast.get(own);
        const sent = last && sentResource(structuredBody(entry.request), last.shown);
        const isUnchanged = last && isQuiet(around.changes, own, last.ended, entry.begun);
        if (last && sent && isUnchanged) updates.set(own, { entry, sent, before: last.shown });
        else updates.delete(own);
      }
      return findings;
    },
  };
}

/** Whether the target has made a change of a whole resource, or of parts of it. With 202, it makes it later. */
function isUpdate({ request, exchange }: JournalEntry): boolean {
  const isOwn = request.credential === undefined && ["put", "patch"].includes(methodOf(request));
  return isOwn && isSuccess(exchange) && exchange.status !== 202;
}

function isQuiet(changes: Changes, own: OwnEntry, since: number, until: number): boolean {
  return onlyRejected({ changes, running: [] }, own, since, until) !== undefined;
}

import type { JsonObject } from "#openapi/document/document.js";
import { sentResource } from "#statements/resources/envelope.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { JournalEntry } from "../../journal/journal.js";
import { differingFields, UNTOUCHED } from "../../model/finding/compare.js";
import type { FindingDraft } from "../../model/finding/finding.js";
import { shownBody } from "../../model/request/request-spec.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type Change, lastChangeOf, mayConcern } from "../changes.js";
import { aboutResource, type HistoryFinding, type HistoryRule } from "../history-rule.js";

/**
 * An operation on one resource leaves the others of its kind alone. A resource that is shown twice has not changed
 * meanwhile, and is not gone. A request may have named it, or what is around or below it: a server may change what belongs
 * together.
 */
export function neighbors(): HistoryRule {
  /** When a resource was last shown, and how, by the operation that showed it. */
  const seen = new Map<OwnEntry, Map<string, { shown: JsonObject; begun: number }>>();
  return {
    note(entry, around) {
      const { running, changes, sightings } = around;
      const { exchange, begun, ended } = entry;
      return sightings.flatMap(({ own, shown }): HistoryFinding[] => {
        const byOperation = seen.get(own) ?? new Map<string, { shown: JsonObject; begun: number }>();
        seen.set(own, byOperation);
        // A resource that is gone was shown by any operation.
        const before = shown ? byOperation.get(exchange.operation) : [...byOperation.values()].at(-1);
        if (shown) byOperation.set(exchange.operation, { shown, begun });
        const meanwhile = before && changes.within(before.begun, ended);
        if (!before || !meanwhile || [...meanwhile, ...running].some((change) => mayConcern(change, own))) return [];
        const cause = meanwhile.findLast((change) => {
          return change.address !== undefined && pathKey(change.operation.path).startsWith(own.resource.key);
        });
        // A replica that is behind shows the resource as it was before its own last change.
        const unshown = { of: own, since: lastChangeOf(around, own) };
        return cause
          ? findingOf(own, before.shown, shown, cause, entry).map((finding) => ({ ...finding, unshown }))
          : [];
      });
    },
  };
}

function findingOf(
  own: OwnEntry,
  before: JsonObject,
  shown: JsonObject | undefined,
  { operation, address = "" }: Change,
  entry: JournalEntry,
): FindingDraft[] {
  const value = decodeURIComponent(address.split("/").at(-1) ?? "");
  const data = { operation: operation.id, value, other: own.identity.value };
  if (!shown) {
    const breach = broken("other-resource-removed", data);
    const facts = { ...breach, expected: "a change of the requested one", received: "it is not found" };
    return [aboutResource(own, entry, { ...facts, operation: operation.id })];
  }
  const kept = Object.keys(sentResource(shownBody(own.request), before) ?? {});
  const [field] = differingFields(before, shown, { ...UNTOUCHED, kept });
  if (field === undefined) return [];
  const facts = { ...broken("other-resource-changed", { ...data, field }), ...inJson(before[field], shown[field]) };
  return [aboutResource(own, entry, { ...facts, operation: operation.id })];
}

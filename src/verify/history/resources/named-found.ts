import { jsonText } from "#openapi/document/long-integer.js";
import { resourceRetrievedBy } from "#statements/resources/find-resources.js";
import type { Resource } from "#statements/resources/resource.js";
import type { JournalEntry } from "../../journal/journal.js";
import { missingNamed } from "../../judges/named-resources.js";
import type { Contract } from "../../model/contract.js";
import { type Exchange, isGone, isSuccess } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { addressOf } from "../../resources/address.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { type ShownValues, shownIn, valuesInPath } from "../../resources/shown/shown-in.js";
import type { HistoryRule } from "../history-rule.js";

/** The most resources that are remembered as named. */
const MOST_NAMED = 500;

/** A resource that its `GET` did not find, although a response had named it. */
interface Missed {
  exchange: Exchange;
  ended: number;
  /** The operation whose response had named it. */
  namedBy: string;
}

/**
 * A resource that a response names is found by its `GET`. Somebody may have removed it, or its name may come from
 * elsewhere. So a later response has to name it again, and the operation has to find others.
 */
export function namedFound(contract: Contract, ledger: Ledger): HistoryRule {
  /** The operations whose responses named a resource first, and when these had ended. */
  const namedBy = new Map<string, { operation: string; ended: number }>();
  const missed = new Map<string, Missed>();
  /** The operations that found a resource. */
  const finding = new Set<string>();
  return {
    note(entry, around) {
      const { request, exchange, begun, ended } = entry;
      const { operation, credential } = request;
      if (credential !== undefined) return [];
      const own = retrievedAt(contract, entry);
      if (own && isSuccess(exchange)) finding.add(operation.id);
      const name = own && nameOf(own.resource, own.values);
      if (name !== undefined) {
        const source = namedBy.get(name);
        if (!isGone(exchange)) missed.delete(name);
        else if (source && around.isSettled(source.ended))
          missed.set(name, { exchange, ended, namedBy: source.operation });
      }
      return shownIn(contract, request, exchange).flatMap(({ resource, values }) => {
        const shown = nameOf(resource, values);
        const address = addressOf(resource.key, values);
        // Resources that the run creates and removes have rules of their own.
        if (shown === name || address === undefined || ledger.lastAt(address)) return [];
        if (!namedBy.has(shown) && namedBy.size < MOST_NAMED) namedBy.set(shown, { operation: operation.id, ended });
        const lost = missed.get(shown);
        const [identifier] = resource.identifiers();
        const value = values.at(-1);
        if (!lost || begun < lost.ended || !resource.retrieve || !identifier || value === undefined) return [];
        if (!finding.has(resource.retrieve.id)) return [];
        const named = {
          operation: resource.retrieve,
          identifier,
          value,
          shownBy: lost.namedBy,
          exchange: lost.exchange,
        };
        return [missingNamed(named).finding];
      });
    },
  };
}

/** The resource that a `GET` asks for; undefined for other requests. */
function retrievedAt(
  contract: Contract,
  { request }: JournalEntry,
): { resource: Resource; values: ShownValues } | undefined {
  const resource = methodOf(request) === "get" ? resourceRetrievedBy(contract, request.operation) : undefined;
  const values = valuesInPath(request);
  return resource && values.length === resource.position + 1 ? { resource, values } : undefined;
}

function nameOf({ key }: Resource, values: ShownValues): string {
  return `${key} ${jsonText(values.map(String))}`;
}

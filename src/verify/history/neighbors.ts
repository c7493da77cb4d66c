import { isObject, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import { resourceRetrievedBy } from "#statements/resources/find-resources.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { JournalEntry, RunningRequest } from "../journal/journal.js";
import type { Contract } from "../model/contract.js";
import { differingFields, UNTOUCHED } from "../model/finding/compare.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { isGone, isSuccess, jsonOf } from "../model/request/exchange.js";
import { methodOf, structuredBody } from "../model/request/request-spec.js";
import { isAtOrBelow, namedAddresses } from "../resources/address.js";
import { isOwnEntry, type OwnEntry } from "../resources/ledger/entry.js";
import type { Ledger } from "../resources/ledger/ledger.js";
import { inJson } from "../rules/differing-fields.js";
import { broken } from "../rules/sentence.js";
import { aboutResource, type HistoryRule } from "./history-rule.js";

/** How many changes are remembered: those between two reads of one resource. */
const MOST_CHANGES = 400;

/** A request that may have changed something. */
interface Change {
  operation: Operation;
  /** The resource that it names; undefined for a creation. */
  address: string | undefined;
  /** All that it sent, as text. */
  text: string;
  begun: number;
  ended: number;
}

/** A resource of the run in a response; `shown` is undefined if the target no longer finds it. */
interface Sighting {
  own: OwnEntry;
  shown: JsonObject | undefined;
}

/**
 * An operation on one resource leaves the others of its kind alone. A resource that a read, or a list, shows twice has not changed
 * meanwhile, and is not gone, unless a request named it, or what is around or below it: a server may change what belongs together.
 */
export function neighbors(contract: Contract, ledger: Ledger): HistoryRule {
  const changes: Change[] = [];
  /** When a resource was last shown, and how, by the operation that showed it. */
  const seen = new Map<OwnEntry, Map<string, { shown: JsonObject; begun: number }>>();
  return {
    note(entry, { others, listed }) {
      const { request, exchange, begun, ended } = entry;
      const findings: FindingDraft[] = [];
      const address = namedAddresses(request.operation, request.parameters).at(-1);
      const items = listed.filter(({ own }) => own.around === address && request.credential === undefined);
      const sightings = items.map(({ own, item }): Sighting => ({ own, shown: item }));
      const running = others.map((other) => changeOf(other.request, other.begun, ended));
      for (const { own, shown } of [...sightings, ...sightingOf(contract, ledger, entry)]) {
        const byOperation = seen.get(own) ?? new Map<string, { shown: JsonObject; begun: number }>();
        seen.set(own, byOperation);
        // A resource that is gone was shown by any operation.
        const before = shown ? byOperation.get(exchange.operation) : [...byOperation.values()].at(-1);
        if (shown) byOperation.set(exchange.operation, { shown, begun });
        if (!before || (changes.length === MOST_CHANGES && (changes[0]?.ended ?? 0) > before.begun)) continue;
        const meanwhile = changes.filter((change) => change.ended > before.begun && change.begun < ended);
        if ([...meanwhile, ...running].some((change) => mayConcern(change, own))) continue;
        const cause = meanwhile.findLast((change) => {
          return change.address !== undefined && pathKey(change.operation.path).startsWith(own.resource.key);
        });
        if (cause) findings.push(...findingOf(own, before.shown, shown, cause, entry));
      }
      if (!isSafe({ method: methodOf(request) })) {
        changes.push(changeOf(request, begun, ended));
        if (changes.length > MOST_CHANGES) changes.shift();
      }
      return findings;
    },
  };
}

/** The resource of the run that a response to its own key shows whole, or no longer finds. */
function sightingOf(contract: Contract, ledger: Ledger, { request, exchange }: JournalEntry): Sighting[] {
  const { operation, parameters, credential } = request;
  const method = methodOf(request);
  if (credential !== undefined) return [];
  const address = namedAddresses(operation, parameters).at(-1);
  const named = address === undefined ? undefined : ledger.at(address);
  if (isGone(exchange) && isOwnEntry(named) && named.address === address) {
    const isOfItself = operation === named.resource.retrieve || operation === named.resource.remove;
    return isOfItself ? [{ own: named, shown: undefined }] : [];
  }
  if (method !== "get" || !isSuccess(exchange)) return [];
  if (isOwnEntry(named) && resourceRetrievedBy(contract, operation) === named.resource && !selects(request)) {
    const body = jsonOf(exchange);
    const shown = isObject(body) ? resourceIn(body, named.identity) : undefined;
    return shown ? [{ own: named, shown }] : [];
  }
  return [];
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
  const kept = Object.keys(sentResource(structuredBody(own.request), before) ?? {});
  const [field] = differingFields(before, shown, { ...UNTOUCHED, kept });
  if (field === undefined) return [];
  const facts = { ...broken("other-resource-changed", { ...data, field }), ...inJson(before[field], shown[field]) };
  return [aboutResource(own, entry, { ...facts, operation: operation.id })];
}

function changeOf({ operation, parameters, body }: RunningRequest["request"], begun: number, ended: number): Change {
  return {
    operation,
    address: namedAddresses(operation, parameters).at(-1),
    text: jsonText([parameters.map(({ value }) => value), body ?? null]),
    begun,
    ended,
  };
}

/** Whether a change may rightly concern a resource: it names that, what is around or below it, all of its kind, or its identifier. */
function mayConcern({ operation, address, text }: Change, own: OwnEntry): boolean {
  if (isSafe(operation)) return false;
  const isOfAll = address === undefined && operation.method !== "post";
  const isRelated = address !== undefined && (isAtOrBelow(address, own.address) || isAtOrBelow(own.address, address));
  return isOfAll || isRelated || hasWord(text, String(own.identity.value));
}

/** Whether a text has a word that does not belong to a longer one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** Whether a read asks for a part of the resource, or another form of it. */
function selects({ operation, parameters }: JournalEntry["request"]): boolean {
  const path = pathParameters(operation);
  return parameters.some(({ parameter }) => !path.includes(parameter));
}

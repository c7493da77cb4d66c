import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isOfKeyAlone } from "#statements/ownership-words.js";
import { sentResource } from "#statements/resources/envelope.js";
import { differingFields, RELATED } from "../model/finding/compare.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import { broken } from "../rules/sentence.js";

/** A resource that the run created with its own key. */
export interface OwnOfTeam {
  create: Operation;
  /** The value that identifies it. */
  value: Json;
}

/** The rules of what another team may do with a resource of the run. */
type OtherTeamRule =
  | "created-listed-for-other-team"
  | "created-shown-to-other-team"
  | "created-changed-by-other-team"
  | "created-removed-by-other-team";

/** Another team does not list what the run created. @param item the created resource in the list; undefined if it is not there */
export function hiddenInList(
  own: OwnOfTeam,
  list: Operation,
  item: JsonObject | undefined,
  exchange: Exchange,
): Judgment[] {
  return item ? [used(own, list, "created-listed-for-other-team", jsonText(item), exchange)] : [];
}

/**
 * Another team does not read what the run created. Items that it may list are perhaps everybody's: only words say that they
 * are not.
 *
 * @param shown the created resource in the response; undefined if it is not there
 */
export function hiddenItem(
  own: OwnOfTeam,
  retrieve: Operation,
  { shown, isListed }: { shown: JsonObject | undefined; isListed: boolean },
  exchange: Exchange,
): Judgment[] {
  if (!shown || (isListed && !isOfKeyAlone(retrieve))) return [];
  return [used(own, retrieve, "created-shown-to-other-team", jsonText(shown), exchange)];
}

/** Another team does not change what the run created. @param body that it sent */
export function unchangedByOther(
  own: OwnOfTeam,
  operation: Operation,
  { body, before, after }: { body: JsonObject; before: JsonObject; after: JsonObject },
  exchange: Exchange,
): Judgment[] {
  const differencesTo = (values: JsonObject) => differingFields(sentResource(body, values) ?? {}, values, RELATED);
  const remaining = differencesTo(after);
  const field = differencesTo(before).find((name) => !remaining.includes(name));
  if (!isSuccess(exchange) || field === undefined) return [];
  const received = `${exchange.status}, and ${jsonText({ [field]: after[field] ?? null })}`;
  return [used(own, operation, "created-changed-by-other-team", received, exchange)];
}

/** Another team does not remove what the run created. @param isGone whether a later read does not find it */
export function unremovedByOther(
  own: OwnOfTeam,
  operation: Operation,
  isGone: boolean,
  exchange: Exchange,
): Judgment[] {
  if (!isSuccess(exchange) || !isGone) return [];
  const received = `${exchange.status}, and the resource is gone`;
  return [used(own, operation, "created-removed-by-other-team", received, exchange)];
}

/** An item that a list does not show to another team is not read by it. @param shown the item in the response */
export function hiddenListedItem(
  list: Operation,
  operation: Operation,
  { value, shown }: { value: Json; shown: JsonObject },
  exchange: Exchange,
): Judgment {
  const breach = broken("listed-item-shown-to-other-team", { operation: operation.id, list: list.id });
  const expected = `404 or 403 with the other team's key: ${list.id} lists ${jsonText(value)} to this team alone`;
  return { finding: { ...breach, ...evidence(operation), expected, received: jsonText(shown) }, exchange };
}

function used(
  { create, value }: OwnOfTeam,
  operation: Operation,
  rule: OtherTeamRule,
  received: string,
  exchange: Exchange,
): Judgment {
  const breach = broken(rule, { operation: operation.id, create: create.id });
  const expected = `404 or 403 with the other team's key: ${create.id} created ${jsonText(value)} with the own key`;
  return { finding: { ...breach, ...evidence(operation), expected, received }, exchange };
}

/** Most documents do not say whose a resource is. Where the words of the operation do, a success is a failure. */
function evidence(operation: Operation) {
  const basis = isOfKeyAlone(operation) ? ("stated" as const) : ("inferred" as const);
  return { basis, operation: operation.id, place: operation.pointer };
}

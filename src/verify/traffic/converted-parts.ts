import { shownResource } from "#statements/resources/envelope.js";
import { areRequired, invalidParts, type ShownPart, shownParts } from "../checks/invalid-parts.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../model/request/request-spec.js";

/**
 * The invalid parts of a body that the server accepted and made valid values of, as the response shows. As in a run, that is
 * lenient, unless a requirement forbids it.
 *
 * @returns an empty list if the response does not show it of each part
 */
export function convertedParts(contract: Contract, request: RequestSpec, exchange: Exchange): ShownPart[] {
  const parts = isSuccess(exchange) ? invalidParts(contract, request) : [];
  if (parts.length === 0 || areRequired(contract, request, parts)) return [];
  const shown = shownParts(contract, request, parts, shownResource(shownBody(request), jsonOf(exchange)));
  return shown.every(({ fate }) => fate === "converted" || fate === "replaced") ? shown : [];
}

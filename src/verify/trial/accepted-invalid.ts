import type { JsonObject } from "#openapi/document/document.js";
import { shownResource } from "#statements/resources/envelope.js";
import { convertedValue } from "../checks/converted-value.js";
import { areRequired, type InvalidPart, invalidParts, type ShownPart, shownParts } from "../checks/invalid-parts.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { ignoresValidValue, withoutInvalidParts } from "./assigned.js";
import { readBack } from "./read-back.js";

/** The fate of the invalid values of an accepted request: none was stored; perhaps none was; or one was. */
type Stored = "nothing" | "hidden" | "invalid";

/**
 * The part of an invalid request that a server stored. It may have made valid values of the invalid ones, or it assigns their
 * fields. Reports either as a warning. Reads the resource if the response does not show it.
 *
 * @param why the request is invalid, in words
 */
export async function storedOfInvalid(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  why: string,
): Promise<Stored> {
  if (!context.target.keepsState || !isSuccess(exchange)) return "invalid";
  const parts = invalidParts(context.contract, request);
  if (areRequired(context.contract, request, parts)) return "invalid";
  const shown = await partsShownLater(context, request, parts, exchange);
  if (shown.length === 0 || shown.some(({ fate }) => fate === "kept")) return "invalid";
  if (shown.some(({ fate }) => fate === "hidden")) return "hidden";
  const replaced = shown.filter(({ fate }) => fate === "replaced");
  const valid = replaced.length > 0 ? withoutInvalidParts(context, request) : undefined;
  for (const { at } of replaced) {
    if (!valid || !(await ignoresValidValue(context, valid, at))) return "invalid";
  }
  for (const part of shown.filter(({ fate }) => fate === "converted")) {
    context.judge([convertedValue({ ...part, isDeclared: part.schemas.length > 0 }, why, exchange)]);
  }
  return "nothing";
}

/** The invalid parts as the response shows them, or else a read of the resource. */
async function partsShownLater(
  context: CaseContext,
  request: RequestSpec,
  parts: readonly InvalidPart[],
  exchange: Exchange,
): Promise<ShownPart[]> {
  const inResource = (resource: JsonObject | undefined) => shownParts(context.contract, request, parts, resource);
  const shown = inResource(shownResource(shownBody(request), jsonOf(exchange)));
  if (!shown.some(({ fate }) => fate === "hidden")) return shown;
  const read = (await readBack(context, request, exchange))?.resource;
  return read ? inResource(read) : shown;
}

import type { Json, JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { shownResource } from "#statements/resources/envelope.js";
import { type Fate, fateOf, type InvalidPart, invalidParts } from "../checks/invalid-parts.js";
import { convertedValue } from "../judges/invalid-values.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { ignoresValidValue, withoutInvalidParts } from "./assigned.js";
import { readBack } from "./read-back.js";

/** An invalid part of a request, and the value in place of it. */
interface ShownPart extends InvalidPart {
  shown: Json | undefined;
  fate: Fate;
}

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
  if (parts.some(({ keyword }) => isRequirement(context, request, keyword))) return "invalid";
  const shown = await shownParts(context, request, parts, exchange);
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

/** Whether a requirement states a keyword itself: then the document does not leave open whether the server converts values. */
function isRequirement({ contract }: CaseContext, { operation }: RequestSpec, keyword: string): boolean {
  return contract.requirements.some(
    ({ operations, stated }) => operations.includes(operation.id) && stated.includes(keyword),
  );
}

async function shownParts(
  context: CaseContext,
  request: RequestSpec,
  parts: readonly InvalidPart[],
  exchange: Exchange,
): Promise<ShownPart[]> {
  const inResource = (resource: JsonObject | undefined) =>
    parts.map((part) => ({
      ...part,
      shown: valueAt(resource, part.at),
      fate: fateOf(context.contract, request, part, resource),
    }));
  const shown = inResource(shownResource(shownBody(request), jsonOf(exchange)));
  if (!shown.some(({ fate }) => fate === "hidden")) return shown;
  const read = (await readBack(context, request, exchange))?.resource;
  return read ? inResource(read) : shown;
}

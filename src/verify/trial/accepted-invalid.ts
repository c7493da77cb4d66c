import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { shownResource } from "#statements/resources/envelope.js";
import { broken } from "#verify/rules/sentence.js";
import { type Fate, fateOf, type InvalidPart, invalidParts } from "../checks/invalid-parts.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { shownValue } from "../requests/accepted-values/allowed-value.js";
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
    context.fail(conversionOf(part, exchange, why), exchange);
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
  const shown = inResource(shownResource(structuredBody(request), jsonOf(exchange)));
  if (!shown.some(({ fate }) => fate === "hidden")) return shown;
  const read = (await readBack(context, request, exchange))?.resource;
  return read ? inResource(read) : shown;
}

function conversionOf(
  { at, keyword, sent, shown, schemas }: ShownPart,
  { status }: Exchange,
  why: string,
): FindingDraft {
  const name = pointerNames(at).join(".");
  const breach =
    schemas.length === 0
      ? broken("undeclared-field-dropped", { status, field: name })
      : broken("invalid-value-converted", { status, field: name, sent: inWords(sent), shown: inWords(shown) });
  return {
    ...breach,
    basis: "lenient",
    place: keyword,
    expected: `4xx (${why})`,
    received: shown === undefined ? "nothing" : jsonText(shown),
  };
}

function inWords(value: Json | undefined): string {
  return value === undefined ? "nothing" : shownValue(value);
}

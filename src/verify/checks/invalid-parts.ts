import { isJson } from "#http/media-type.js";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { parentOf, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { Contract } from "../model/contract.js";
import { isMadeOf } from "../model/finding/conversions.js";
import { bodyMediaType, type RequestSpec, structuredBody } from "../model/request/request-spec.js";

/** A part of a body that the document forbids. */
export interface InvalidPart {
  /** JSON pointer into the body. */
  at: string;
  /** JSON pointer to the violated keyword. */
  keyword: string;
  /** Undefined for a field that is missing. */
  sent: Json | undefined;
  /** The schemas that apply to the part; an empty list for an undeclared field. */
  schemas: readonly string[];
}

/**
 * The fate of an invalid part of a body that was accepted. The server made a valid value of it, or took another valid
 * value. Or it kept the part, or the response does not show it.
 */
export type Fate = "converted" | "replaced" | "kept" | "hidden";

/** An invalid part of a request, and the value in place of it. */
export interface ShownPart extends InvalidPart {
  shown: Json | undefined;
  fate: Fate;
}

/** Keywords that forbid further fields. */
const CLOSING = /\/(additional|unevaluated)Properties$/;

/** The invalid parts of a JSON body; an empty list for other bodies. */
export function invalidParts({ document, validator }: Contract, request: RequestSpec): InvalidPart[] {
  const described = bodyMediaType(request.operation, request.body);
  const body = structuredBody(request);
  if (described?.schema === undefined || body === undefined || !isJson(described.name)) return [];
  const schemasOf = (at: string) => schemasAt(document, described.schemaPointer, at).at(-1) ?? [];
  return validator.errors(described.schemaPointer, body).flatMap(({ at, keyword, wanted }) => {
    const value = valueAt(body, at);
    const names = Object.keys(asObject(value));
    const fields = (of: readonly string[]) => of.map((name) => pointerTo(at, name));
    const missing = () =>
      fields(
        asList(wanted)
          .map(String)
          .filter((name) => !names.includes(name)),
      );
    const undeclared = () => fields(names).filter((field) => schemasOf(field).length === 0);
    const places = keyword.endsWith("/required") ? missing() : CLOSING.test(keyword) ? undeclared() : [at];
    return places.map((place) => ({ at: place, keyword, sent: valueAt(body, place), schemas: schemasOf(place) }));
  });
}

/** The fate of an invalid part of a request, by the resource in the response. */
export function fateOf(
  { document, validator }: Contract,
  request: RequestSpec,
  { at, keyword, sent, schemas }: InvalidPart,
  resource: JsonObject | undefined,
): Fate {
  const shown = valueAt(resource, at);
  if (shown === undefined) {
    const around = asObject(valueAt(structuredBody(request), parentOf(at)));
    // Other fields of the same object show that the response has this one if the server kept it.
    const isAbsent = sharedNames(around, asObject(valueAt(resource, parentOf(at)))) > 0;
    const isWriteOnly = schemas.some((schema) => asObject(valueAt(document, schema)).writeOnly === true);
    return isAbsent && !isWriteOnly && (sent === null || schemas.length === 0) ? "converted" : "hidden";
  }
  if (at === "" || schemas.length === 0) return "kept";
  if (schemas.some((schema) => validator.errors(schema, shown, true).length > 0)) return "kept";
  const isDefault = [parentOf(keyword), ...schemas].some(
    (schema) => jsonText(asObject(valueAt(document, schema)).default) === jsonText(shown),
  );
  return isDefault || (sent !== undefined && isMadeOf(sent, shown)) ? "converted" : "replaced";
}

/** The invalid parts of a request, as the resource in a response shows them. */
export function shownParts(
  contract: Contract,
  request: RequestSpec,
  parts: readonly InvalidPart[],
  resource: JsonObject | undefined,
): ShownPart[] {
  return parts.map((part) => ({
    ...part,
    shown: valueAt(resource, part.at),
    fate: fateOf(contract, request, part, resource),
  }));
}

/** Whether requirements state one of the violated keywords: then the document does not leave open whether values are converted. */
export function areRequired(
  { requirements }: Contract,
  { operation }: RequestSpec,
  parts: readonly Pick<InvalidPart, "keyword">[],
): boolean {
  const stated = requirements
    .filter(({ operations }) => operations.includes(operation.id))
    .flatMap((each) => each.stated);
  return parts.some(({ keyword }) => stated.includes(keyword));
}

function sharedNames(sent: JsonObject, shown: JsonObject): number {
  return Object.keys(sent).filter((name) => Object.hasOwn(shown, name)).length;
}

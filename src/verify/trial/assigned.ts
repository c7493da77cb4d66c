import type { Json } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { shownResource } from "#statements/resources/envelope.js";
import { fateOf, invalidParts } from "../checks/invalid-parts.js";
import { assignedField, isUnrelated, type OtherValue } from "../judges/stored-values.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, shownBody, structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { oncePerRun } from "../model/test-case/once-per-run.js";
import { withBody, withNewValues } from "../requests/accepted-values/changed-request.js";
import { generatedMediaType, valuesOf } from "../requests/generated-parts.js";
import { invalidValues } from "../requests/invalid/invalid-values.js";
import { orUndefined, readBack } from "./read-back.js";

/** The name of the fields that the server assigns, in one run. Its values are the places of their schemas. */
export const ASSIGNED = "assigned";

/** How many invalid values are sent until one shows that the server ignores them. */
const INVALID_TRIES = 2;

/**
 * Whether the server assigns a field of the body. It accepted an invalid value and ignored it, and it ignores a valid value
 * too. Sent once for all test cases, and reported by the first one.
 *
 * @param request the same request with a valid value of the field
 * @param at JSON pointer to the field in the body
 */
export function ignoresValidValue(context: CaseContext, request: RequestSpec, at: string): Promise<boolean> {
  return assignedOnce(context, request, at, async () => {
    const renewed = withNewValues(context, request);
    const exchange = await sentIfAllowed(context, renewed);
    return exchange && isSuccess(exchange) ? otherValue(context, renewed, exchange, at) : undefined;
  });
}

/**
 * Whether a finding says that a field has another value than the sent one, and the server assigns the field. The server
 * accepts invalid values, and ignores them too. Then the finding is not reported.
 *
 * @param request whose response shows another value of the field
 */
export async function isOfAssignedField(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  { check, about }: FindingDraft,
): Promise<boolean> {
  const [field] = about?.fields ?? [];
  if (check !== "echo" || field === undefined) return false;
  const at = pointerTo("", field);
  return assignedOnce(context, request, at, async () => {
    const isIgnored = await ignoresInvalidValue(context, request, at);
    return isIgnored ? otherValue(context, request, exchange, at) : undefined;
  });
}

/** Sends invalid values of a field, by a request that creates a resource: a change would store one. */
async function ignoresInvalidValue(context: CaseContext, request: RequestSpec, at: string): Promise<boolean> {
  const place = placeOf(context, request, at);
  const body = structuredBody(request);
  if (request.operation.method !== "post" || place === undefined || body === undefined) return false;
  const candidates = invalidValues(context.contract.document, place, valueAt(body, at), { depth: 0 });
  for (const { value } of candidates.slice(0, INVALID_TRIES)) {
    const invalid = withField(withNewValues(context, request), at, value);
    const exchange = invalid && (await sentIfAllowed(context, invalid));
    if (!invalid || !exchange || !isSuccess(exchange)) return false;
    const resource = shownResource(shownBody(invalid), jsonOf(exchange));
    const parts = invalidParts(context.contract, invalid);
    const fates = parts.map((part) => fateOf(context.contract, invalid, part, resource));
    if (fates.length > 0 && fates.every((fate) => fate === "replaced")) return true;
  }
  return false;
}

/** Whether the server assigns a field, by the place of its schema. */
const assigned = oncePerRun<string, boolean>();

async function assignedOnce(
  context: CaseContext,
  request: RequestSpec,
  at: string,
  find: () => Promise<OtherValue | undefined>,
): Promise<boolean> {
  const place = placeOf(context, request, at);
  if (place === undefined || /^\d+$/.test(pointerNames(at).at(-1) ?? "0")) return false;
  if (context.corroboration.values(ASSIGNED).has(place)) return true;
  return assigned.get(context, place, async () => {
    const found = await orUndefined(find);
    if (!found) return false;
    context.corroboration.add(ASSIGNED, place);
    context.judge([assignedField(request.operation, { field: pointerNames(at).join("."), place }, found)]);
    return true;
  });
}

/** The value of a field after a request, if it is unrelated to the sent one. */
async function otherValue(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  at: string,
): Promise<OtherValue | undefined> {
  const sent = valueAt(structuredBody(request), at);
  const shown =
    valueAt(shownResource(shownBody(request), jsonOf(exchange)), at) ??
    valueAt((await readBack(context, request, exchange))?.resource, at);
  if (sent === undefined || shown === undefined) return undefined;
  return isUnrelated(sent, shown) ? { sent, shown, exchange } : undefined;
}

async function sentIfAllowed(context: CaseContext, request: RequestSpec): Promise<Exchange | undefined> {
  return (await context.prepare(request)) ? context.send(request) : undefined;
}

/** The place of the schema of a field. */
function placeOf({ contract: { document } }: CaseContext, { operation }: RequestSpec, at: string): string | undefined {
  const mediaType = generatedMediaType(operation);
  return mediaType && schemasAt(document, mediaType.schemaPointer, at).at(-1)?.[0];
}

function withField(request: RequestSpec, at: string, value: Json): RequestSpec | undefined {
  const { body } = request;
  const changed = body && "value" in body ? withValue(body.value, at, value) : undefined;
  return body && changed !== undefined && "value" in body
    ? { ...request, body: { ...body, value: changed } }
    : undefined;
}

/** The request with valid values in place of its invalid parts; undefined if the rest is not valid. */
export function withoutInvalidParts(context: CaseContext, request: RequestSpec): RequestSpec | undefined {
  let body = structuredBody(request);
  for (const { at, schemas } of invalidParts(context.contract, request)) {
    const [schemaPointer] = schemas;
    const made =
      schemaPointer === undefined
        ? undefined
        : valuesOf(context).value({ schemaPointer }, { direction: "request", optional: "none" });
    if (body === undefined || (made && !("value" in made))) return undefined;
    body = withValue(body, at, made?.value);
  }
  return body === undefined ? undefined : withBody(context, request, body);
}

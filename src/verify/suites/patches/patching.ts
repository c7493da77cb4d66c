import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import type { Resource } from "#statements/resources/resource.js";
import { hasKeyword } from "#statements/schema-fields.js";
import { acceptedMediaType, type PatchEffect, shownAsSent } from "#verify/judges/patches.js";
import { type Exchange, isPostponed, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { bodyMediaType, GENERATED, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { type OwnResource, readOwn } from "#verify/steps/own-resource.js";

/** An operation that patches a resource, and the media type of its patches. */
export interface Patching extends PatchEffect {
  resource: Resource;
  mediaType: MediaType;
}

/**
 * Sends a patch.
 *
 * @throws Skipped for 415 and 202: then no further patch shows anything
 */
export async function sendPatch(
  context: CaseContext,
  patching: Patching,
  { created }: OwnResource,
  value: Json,
): Promise<Exchange> {
  const { operation, mediaType } = patching;
  const request = resourceRequest(context, operation, created.path, { type: mediaType.name, value, source: GENERATED });
  if (!request) throw new Skipped("a value of its path is missing");
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, "the document allows the patch"), exchange);
  if (!context.judge(acceptedMediaType(patching, mediaType.name, exchange))) {
    throw new Skipped("the target does not accept patches of this media type");
  }
  if (isPostponed(exchange)) throw new Skipped("the target applies patches later");
  return exchange;
}

/** The fields of a resource that show what was sent last, by its current state. */
const keptBy = new WeakMap<OwnResource, JsonObject>();

/**
 * The fields of a created resource that show exactly what was sent: by the creation, or by a later patch. Others may be
 * derived, or shown in another form.
 */
export function keptFields(own: OwnResource): JsonObject {
  const sent = structuredBody(own.created.request);
  return keptBy.get(own) ?? (isObject(sent) ? shownAsSent(own.values, sent) : {});
}

/** The resource after a patch, with the fields that it keeps. @param sent the values that the patch gave to fields */
export function remembered(before: OwnResource, after: OwnResource, sent: JsonObject): OwnResource {
  keptBy.set(after, shownAsSent(after.values, { ...keptFields(before), ...sent }));
  return after;
}

/** Whether the document allows the values of a resource: by the body that creates it. */
export function isAllowed(context: CaseContext, { created }: OwnResource, values: Json): boolean {
  const { create, request } = created;
  const mediaType = request.body && bodyMediaType(create, request.body);
  return mediaType !== undefined && valuesOf(context).isValid(mediaType, values, "request");
}

/** Whether the document allows a resource without a field, and says nothing of a value that takes its place. */
export function isOptional(context: CaseContext, own: OwnResource, values: JsonObject, name: string): boolean {
  const { create, request } = own.created;
  const mediaType = request.body && bodyMediaType(create, request.body);
  if (mediaType && hasKeyword(context.contract.document, mediaType, pointerTo("", name), "default")) return false;
  const reduced = withValue(values, pointerTo("", name), undefined);
  return reduced !== undefined && isAllowed(context, own, reduced);
}

/**
 * The name of a text that the run made unique, so that another text is as right. Undefined if the resource has none.
 */
export function freeText({ generator }: CaseContext, kept: JsonObject): string | undefined {
  return Object.keys(kept).find((name) => {
    const value = kept[name];
    return typeof value === "string" && generator.isGenerated(value);
  });
}

/** The resource after a patch; undefined if it was rejected, or is not shown. @param isWanted whether it shows the patch */
export async function patched(
  context: CaseContext,
  own: OwnResource,
  exchange: Exchange,
  isWanted: (values: JsonObject) => boolean,
): Promise<OwnResource | undefined> {
  if (!isSuccess(exchange)) return undefined;
  return readOwn(context, own.created, ({ values }) => isWanted(values));
}

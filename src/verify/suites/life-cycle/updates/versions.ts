import type { JsonObject } from "#openapi/document/document.js";
import { lastVersion, type Versions, versionsOf } from "#statements/resources/versions.js";
import { hasLink } from "#verify/judges/life-cycle/links.js";
import { foundVersion, madeVersion } from "#verify/judges/life-cycle/versions.js";
import { isGone } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { type Listing, readList } from "#verify/resources/lists/read-list.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { expectAnyUpdate } from "./updates.js";

/**
 * Changes a resource that has a list of versions. The change makes one, and the older ones stay. The last one, to which the
 * resource refers, is found.
 *
 * @param before the resource
 * @returns the resource afterwards
 */
export async function expectVersions(context: CaseContext, created: Created, before: JsonObject): Promise<JsonObject> {
  const versions = versionsOf(context.contract, created.resource);
  const operation = created.resource.update ?? created.resource.replace;
  const older = versions && (await readVersions(context, created, versions));
  if (!versions || !operation || !older?.isComplete) return before;
  await expectLast(context, created, versions, { shown: before, listing: older });
  const after = await expectAnyUpdate(context, created, before);
  if (!after) return before;
  const changeOf = (newer: Listing) => ({ operation, before, after, versions, older: older.items, newer });
  const isWanted = (newer: Listing) => !newer.isComplete || madeVersion(created, changeOf(newer)).length === 0;
  const newer = await readVersions(context, created, versions, isWanted);
  if (newer?.isComplete) context.judge(madeVersion(created, changeOf(newer)));
  return after;
}

function readVersions(
  context: CaseContext,
  created: Created,
  { list }: Versions,
  isWanted?: (listing: Listing) => boolean,
): Promise<Listing | undefined> {
  const request = list && resourceRequest(context, list.operation, created.path);
  return list && request ? readList(context, list, request, isWanted ? { isWanted } : {}) : Promise.resolve(undefined);
}

/** Reads the last version to which a resource refers. A listed version may have the value in another field than its identifier. */
async function expectLast(
  context: CaseContext,
  created: Created,
  versions: Versions,
  { shown, listing }: { shown: JsonObject; listing: Listing },
): Promise<void> {
  const reference = lastVersion(shown, versions);
  const path = reference && [...created.path, { value: reference.value, source: FROM_RESPONSE }];
  const request = path && versions.retrieve && resourceRequest(context, versions.retrieve, path);
  if (!reference || !request) return;
  const exchange = await readSettled(
    context,
    request,
    (found) => !isGone(found),
    anyResponse(request.operation, "the resource refers to the version"),
  );
  const isListed = hasLink({ links: listing.items }, reference.value);
  if (!isListed) context.judge(foundVersion(created, reference, exchange));
}

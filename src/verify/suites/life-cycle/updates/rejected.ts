import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { unrelatedFields } from "#verify/model/finding/differences.js";
import { type Exchange, isRejection } from "#verify/model/request/exchange.js";
import { type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { identifierIn, isSameId, sentResource } from "#verify/relations/identifiers.js";
import { changingBody } from "#verify/requests/changing-body.js";
import { invalidBodies } from "#verify/requests/invalid/bodies.js";
import type { InvalidRequest } from "#verify/requests/invalid/invalid-request.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { generatedTexts } from "#verify/resources/ledger/proof.js";
import { type Listing, readListing } from "../listing.js";

/** An invalid request that was rejected. */
interface Rejected {
  operation: Operation;
  /** The texts that were generated for it, and for no other request. */
  texts: readonly string[];
  what: string;
}

/** The rejected creations of a test case. */
interface RejectedCreations {
  rejected: readonly Rejected[];
  /** The list before them; undefined if others may add to it. */
  before: Listing | undefined;
}

/**
 * Sends invalid bodies that would create further resources of the kind.
 *
 * @returns those that were rejected, and the list before them, if nobody else adds to it: that of a resource that the run created
 */
export async function rejectedCreations(context: CaseContext, created: Created): Promise<RejectedCreations> {
  const { create, outer, resource, link } = created;
  // A link finds what a rejected creation leaves behind, in the suite of invalid requests.
  if (!resource.list || link) return { rejected: [], before: undefined };
  const before = created.parent && (await readListing(context, created));
  // Each request has texts of its own: a server may accept one of them.
  const requestOf = ({ change }: InvalidRequest) => {
    const body = context.accepted.bodyFor(create) ?? likelyBodies(context, create)[0];
    const valid = body && resourceRequest(context, create, outer, body);
    const request = valid && change(valid, []);
    return request && { request, texts: ownTexts(context, request, valid) };
  };
  const usable = violationsOfFields(context, create).filter(
    (invalid) => before !== undefined || (requestOf(invalid)?.texts.length ?? 0) > 0,
  );
  const incomplete = usable.filter(({ place }) => /\/required(\/\d+)?$/.test(place));
  const chosen = [incomplete[0], incomplete.at(-1), usable.at(-1)];
  const rejected: Rejected[] = [];
  for (const invalid of new Set(chosen)) {
    const attempt = invalid && requestOf(invalid);
    if (!attempt || !(await context.allows(attempt.request))) continue;
    const exchange = await context.send(attempt.request);
    if (isRejection(exchange)) rejected.push({ operation: create, texts: attempt.texts, what: invalid.what });
  }
  return { rejected, before };
}

/** The texts that an invalid request has of the valid one. An invalid value is made of a sample, which is the same in each run. */
function ownTexts({ generator }: CaseContext, invalid: RequestSpec, valid: RequestSpec): string[] {
  const texts = generatedTexts(generator, valid);
  return generatedTexts(generator, invalid).filter((text) => texts.includes(text));
}

/**
 * A list has nothing of a rejected creation: the texts that were generated for it are in no item, and a list to which nobody else
 * adds is not longer.
 */
export function expectNoneListed(
  context: CaseContext,
  created: Created,
  { rejected, before }: RejectedCreations,
  listing: Listing,
): void {
  const others = listing.items.filter((item) => !isSameId(identifierIn(item, created.identifier), created.value));
  for (const { operation, texts, what } of rejected) {
    const item = others.find((other) => texts.some((text) => JSON.stringify(other).includes(text)));
    if (!item) continue;
    failStored(context, operation, { what, received: item, exchange: listing.exchange });
    return;
  }
  const [first] = rejected;
  if (!first || !before?.isComplete || listing.items.length <= before.items.length) return;
  const known = before.items.map((item) => JSON.stringify(identifierIn(item, created.identifier)));
  const item = others.find((other) => !known.includes(JSON.stringify(identifierIn(other, created.identifier))));
  if (item) failStored(context, first.operation, { what: first.what, received: item, exchange: listing.exchange });
}

/**
 * A rejected change leaves the resource as it is: one field of its body is invalid, and others have new values.
 *
 * @param before the resource
 */
export async function expectNoChange(
  context: CaseContext,
  created: Created,
  operation: Operation,
  before: JsonObject,
): Promise<void> {
  const changes = (value: JsonObject) => unrelatedFields(sentResource(value, before) ?? {}, before).length;
  const body = changingBody(context, operation, changes, "all") ?? changingBody(context, operation, changes);
  const valid = body && resourceRequest(context, operation, created.path, body);
  const sent = valid && sentResource(structuredBody(valid), before);
  if (!valid || !sent) return;
  const kept = (request: RequestSpec) => {
    const changed = sentResource(structuredBody(request), before) ?? {};
    const names = unrelatedFields(changed, before).map(({ name }) => name);
    return names.filter((name) => isDeepStrictEqual(changed[name], sent[name]));
  };
  const requests = violationsOfFields(context, operation).map(({ change, what, place }) => ({
    request: change(valid, []),
    what,
    field: /\/properties\/([^/]+)/.exec(place)?.[1] ?? "",
  }));
  const chosen = ofDifferentFields(requests.filter(({ request }) => kept(request).length > 0));
  const rejected: typeof chosen = [];
  for (const attempt of chosen) {
    if (!(await context.allows(attempt.request))) continue;
    // An accepted one stores the same values.
    if (!isRejection(await context.send(attempt.request))) return;
    rejected.push(attempt);
  }
  if (rejected.length === 0) return;
  const shown = await readCreated(context, created);
  for (const { request, what } of rejected) {
    const name = kept(request).find((field) => isDeepStrictEqual(shown?.resource?.[field], sent[field]));
    if (!shown?.resource || name === undefined) continue;
    const received = { [name]: shown.resource[name] ?? null };
    failStored(context, operation, { what, received, exchange: shown.exchange });
    return;
  }
}

/** So many invalid changes are sent. */
const MOST_CHANGES = 3;

/** The last violations, of different fields. */
function ofDifferentFields<Attempt extends { field: string }>(attempts: readonly Attempt[]): Attempt[] {
  const byField = new Map(attempts.map((attempt) => [attempt.field, attempt]));
  return [...byField.values()].slice(-MOST_CHANGES);
}

/** Violations of the constraints on single fields, in the order of the schema. */
function violationsOfFields({ contract }: CaseContext, operation: Operation): InvalidRequest[] {
  return invalidBodies(contract, operation).filter(({ place }) => /\/(properties|required)\//.test(`${place}/`));
}

function failStored(
  context: CaseContext,
  operation: Operation,
  { what, received, exchange }: { what: string; received: JsonObject; exchange: Exchange },
): void {
  context.fail(
    {
      check: "side-effects",
      operation: operation.id,
      about: { effectOf: operation.id, shownBy: exchange.operation },
      message: `${operation.id} rejected the request, but stored a part of it`,
      place: operation.pointer,
      expected: `nothing is stored of ${what}`,
      received: JSON.stringify(received),
    },
    exchange,
  );
}

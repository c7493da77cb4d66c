import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { sentResource } from "#statements/resources/envelope.js";
import { listingOf, namingOperation } from "#statements/resources/resource.js";
import { newValuesOf, nothingStored, type RejectedWrite } from "#verify/judges/life-cycle/rejected-writes.js";
import { isRejection } from "#verify/model/request/exchange.js";
import { type BodySpec, bodyValue, type RequestSpec, shownBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { changesFrom, changingBody } from "#verify/requests/changing-body.js";
import { invalidBodies } from "#verify/requests/invalid/bodies.js";
import type { Violation } from "#verify/requests/invalid/violation.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { creationRequest } from "#verify/resources/created/create-like.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { generatedTexts } from "#verify/resources/ledger/proof.js";

/** Invalid creations that were sent. */
export interface InvalidCreations {
  rejected: readonly RejectedWrite[];
  /** Whether each of them was rejected. */
  areRejected: boolean;
}

/** Sends invalid bodies that would create further resources of the kind. */
export async function sendInvalidCreations(context: CaseContext, created: Created): Promise<InvalidCreations> {
  const { create, resource, parent, link } = created;
  // A link finds what a rejected creation leaves behind, in the suite of invalid requests.
  if (!listingOf(resource) || link) return { rejected: [], areRejected: false };
  const isRepeated = repeatedTexts(context, created);
  // Each request has texts of its own: a server may accept one of them.
  const requestOf = (violation: Violation) => {
    const body = context.accepted.bodyFor(create) ?? likelyBodies(context, create)[0];
    const valid = body && requestBeside(context, created, body);
    const request = valid && violation.apply(valid);
    if (!request) return undefined;
    // In the list of a resource that the run created, an invalid text can only come from the run.
    const invalid = parent ? invalidTexts(request, valid) : [];
    return { request, texts: ownTexts(context, request, valid).filter((text) => !isRepeated(text)), invalid };
  };
  const violations = violationsOfFields(context, create);
  const usable = violations.filter((violation) => {
    const { texts = [], invalid = [] } = requestOf(violation) ?? {};
    return texts.length + invalid.length > 0;
  });
  const incompleteOf = (invalid: readonly Violation[]) =>
    invalid.filter(({ place }) => /\/required(\/\d+)?$/.test(place));
  const incomplete = incompleteOf(usable);
  // Without a text, only the number of items can show what was stored.
  const lacking = incompleteOf(violations).find((violation) => requestOf(violation)?.request.body !== undefined);
  const chosen = usable.length > 0 ? [incomplete[0], incomplete.at(-1), usable.at(-1)] : [lacking];
  const rejected: (RejectedWrite & { invalid: readonly string[] })[] = [];
  let areRejected = true;
  for (const violation of new Set(chosen)) {
    const attempt = violation && requestOf(violation);
    if (!attempt || !(await context.prepare(attempt.request))) continue;
    const { texts, invalid } = attempt;
    if (isRejection(await context.send(attempt.request)))
      rejected.push({ operation: create, texts, invalid, what: violation.what });
    else areRejected = false;
  }
  // Invalid values of one kind are equal, also that of an accepted request.
  const withTexts = rejected.map(({ texts, invalid, ...facts }) => ({
    ...facts,
    texts: areRejected ? [...texts, ...invalid] : texts,
  }));
  return { rejected: withTexts, areRejected };
}

/**
 * Whether a text is in several creations of the kind. Of a body with very many texts, only the outer ones are new in each
 * request.
 */
function repeatedTexts(context: CaseContext, created: Created): (text: string) => boolean {
  const { create, request } = created;
  const body = context.accepted.bodyFor(create);
  const further = body && requestBeside(context, created, body);
  const others = [request, further].map((sent) => jsonText((sent && bodyValue(sent)) ?? null));
  return (text) => others.some((other) => other.includes(text));
}

/** A request that creates a further resource of the kind. */
function requestBeside(context: CaseContext, created: Created, body: BodySpec): RequestSpec | undefined {
  const { create, outer, resource } = created;
  return namingOperation(resource) === create
    ? creationRequest(context, resource, created, body)
    : resourceRequest(context, create, outer, body);
}

/** The texts that an invalid request has of the valid one. An invalid value is made of a sample, which is the same in each run. */
function ownTexts({ generator }: CaseContext, invalid: RequestSpec, valid: RequestSpec): string[] {
  const texts = generatedTexts(generator, valid);
  return generatedTexts(generator, invalid).filter((text) => texts.includes(text));
}

/** Shorter texts occur in other values by chance. */
const MIN_INVALID = 20;

/**
 * The beginnings of the texts that make a request invalid: a server may store them shortened. A valid text in a wrong place,
 * such as a list, has the beginning of those that others store.
 */
function invalidTexts(invalid: RequestSpec, valid: RequestSpec): string[] {
  const known = jsonText(valid.body ?? null);
  const texts = jsonText(invalid.body ?? null).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return texts
    .filter((text) => text.length > MIN_INVALID + 2)
    .map((text) => text.slice(1, MIN_INVALID + 1))
    .filter((beginning) => !known.includes(beginning));
}

/**
 * A rejected change leaves the resource as it is. One field of its body is invalid, and others have new values.
 *
 * @param before the resource
 * @returns the resource afterwards, if the target accepted one of these changes
 */
export async function expectNoChange(
  context: CaseContext,
  created: Created,
  operation: Operation,
  before: JsonObject,
): Promise<JsonObject | undefined> {
  const changes = changesFrom(before);
  const body = changingBody(context, operation, changes, "all") ?? changingBody(context, operation, changes);
  const valid = body && resourceRequest(context, operation, created.path, body);
  const sent = valid && sentResource(shownBody(valid), before);
  if (!valid || !sent) return undefined;
  const kept = (request: RequestSpec) => newValuesOf(sentResource(shownBody(request), before) ?? {}, sent, before);
  const requests = violationsOfFields(context, operation).map((violation) => ({
    request: violation.apply(valid),
    what: violation.what,
    field: /\/properties\/([^/]+)/.exec(violation.place)?.[1] ?? "",
  }));
  const chosen = ofDifferentFields(requests.filter(({ request }) => kept(request).length > 0));
  const rejected: typeof chosen = [];
  for (const attempt of chosen) {
    if (!(await context.prepare(attempt.request))) continue;
    // An accepted one stores the same values.
    if (!isRejection(await context.send(attempt.request))) return (await readCreated(context, created))?.resource;
    rejected.push(attempt);
  }
  if (rejected.length === 0) return undefined;
  const { resource, exchange } = (await readCreated(context, created)) ?? {};
  if (!resource || !exchange) return undefined;
  for (const { request, what } of rejected) {
    const change = { operation, what, fields: kept(request) };
    if (!context.judge(nothingStored(change, sent, { resource, exchange }))) break;
  }
  return undefined;
}

/** So many invalid changes are sent. */
const MOST_CHANGES = 3;

/** The last violations, of different fields. */
function ofDifferentFields<Attempt extends { field: string }>(attempts: readonly Attempt[]): Attempt[] {
  const byField = new Map(attempts.map((attempt) => [attempt.field, attempt]));
  return [...byField.values()].slice(-MOST_CHANGES);
}

/** Violations of the constraints on single fields, in the order of the schema. */
function violationsOfFields({ contract }: CaseContext, operation: Operation): Violation[] {
  const isOfField = (keyword: string) => keyword === "properties" || keyword === "required";
  return invalidBodies(contract, operation).filter(({ place }) => pointerNames(place).some(isOfField));
}

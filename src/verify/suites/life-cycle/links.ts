import { isObject } from "#openapi/document/document.js";
import { successPlaces } from "#openapi/document/places.js";
import { linkValue } from "#openapi/operations/links.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { identifyingFields } from "#verify/checks/echo.js";
import { isListed } from "#verify/checks/status.js";
import { type Difference, unrelatedFields } from "#verify/model/finding/differences.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse, notFound, success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversStated } from "#verify/model/test-case/test-case.js";
import { exampleBody, successExample } from "#verify/requests/known-values.js";
import { type Followed, followedLinks, requestWith } from "#verify/requests/linked-requests.js";
import { expressionValue } from "#verify/requests/runtime-expression.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { expectSettled } from "#verify/steps/settled.js";
import { type Suite, testCase } from "../suite.js";
import { expectLinkedWrites } from "./linked-writes.js";

/**
 * Follows the links of an operation. A created resource is found by its links and equals what was sent; after PUT or PATCH
 * it equals that; after DELETE it no longer exists.
 */
export const links: Suite = ({ contract }, operation) => {
  const followed = followedLinks(contract, operation);
  if (followed.length === 0) return [];
  const places = followed.flatMap(({ linked }) => [
    ...successPlaces(contract.document, linked),
    ...linked.parameters.filter((each) => each.in === "path").map(({ pointer }) => pointer),
  ]);
  const subject = isSafe(operation) ? "the listed resource" : "the created resource";
  const names = followed.map(({ link }) => link.name).join(" and ");
  return [
    testCase("links", operation, `${subject} is found by ${names}`, {
      covers: followed.map(({ linked }) => coversStated(linked, places)),
      run: (context) => follow(context, operation, followed),
    }),
  ];
};

async function follow(context: CaseContext, operation: Operation, followed: readonly Followed[]): Promise<void> {
  const request = await requireValidRequest(context, operation);
  const created = await context.send(request);
  const isCreate = !isSafe(operation);
  if (isCreate && isRejection(created) && isListed(responseFor(operation, created.status))) {
    requireFirst(context, operation, created);
  }
  await context.check(request, success(operation, "the request is valid"), created);
  if (!isSuccess(created)) return;
  const found: Found[] = [];
  const lost: string[] = [];
  for (const { link, linked } of followed) {
    const next = requestWith(linked, (parameter) => {
      const value = expressionValue(linkValue(link, parameter), request, created);
      return value === undefined || value === null ? undefined : { value, source: FROM_RESPONSE };
    });
    if (!next) {
      lost.push(link.name);
      continue;
    }
    const why = `${link.name} leads to the resource that ${operation.id} ${isCreate ? "created" : "listed"}`;
    const expected = success(linked, why, { place: link.pointer });
    const exchange = await (isCreate ? expectSettled(context, next, expected) : context.expect(next, expected));
    found.push({ request: next, body: exchange.body });
    if (isSuccess(exchange)) expectSent(context, request, link.pointer, exchange);
  }
  if (isCreate) {
    const isWritten = await expectLinkedWrites(context, operation, request, created);
    // A deletion is noticed by a change of the body, so that of a write must not count.
    if (isWritten) for (const each of found) each.body = (await context.send(each.request)).body;
    for (const each of found) await expectUpdates(context, each);
    await expectDeletion(context, found);
  }
  if (lost.length > 0) throw new Skipped(`the response has no value for ${lost.join(" and ")}`);
}

/** A request that retrieves a resource, and the body of the last response to it. */
interface Found {
  readonly request: RequestSpec;
  body: string;
}

/** @throws Skipped if the operation succeeded before in this run: then the state of the target forbids another time */
function requireFirst({ hasSucceeded }: CaseContext, { id }: Operation, { status }: Exchange): void {
  if (hasSucceeded(id)) throw new Skipped(`the target responded with ${status}, although ${id} succeeded before`);
}

/** Sends the PUT and PATCH of the resource, if the document has them; then it equals what they sent. */
async function expectUpdates(context: CaseContext, found: Found): Promise<void> {
  const { operation: retrieve } = found.request;
  const updates = context.contract
    .operationsAt(retrieve.path)
    .filter(({ method }) => method === "put" || method === "patch");
  for (const operation of updates) {
    const body = exampleBody(context, successExample(operation));
    const same = sameRequest(found.request, operation);
    const request = same && { ...same, body };
    if (!body || !request || !(await context.allows(request))) continue;
    const updated = await context.expect(request, success(operation, "the resource was just created"));
    if (!isSuccess(updated)) continue;
    const expected = success(retrieve, `${operation.id} does not delete it`);
    const isUpdated = (exchange: Exchange) => differencesFromSent(context, request, exchange).length === 0;
    const after = await expectSettled(context, found.request, expected, isUpdated);
    found.body = after.body;
    if (isSuccess(after)) expectSent(context, request, operation.pointer, after);
  }
}

/** The same request of another operation of the path; undefined if that requires more. */
function sameRequest({ parameters }: RequestSpec, other: Operation): RequestSpec | undefined {
  return requestWith(other, ({ name, in: place }) =>
    parameters.find(({ parameter }) => parameter.name === name && parameter.in === place),
  );
}

/** The retrieved resource has the values that were sent. */
function expectSent(context: CaseContext, request: RequestSpec, place: string, found: Exchange): void {
  const origin = `the request of ${request.operation.id}`;
  failDifferences(context, differencesFromSent(context, request, found), { check: "link", place, origin }, found);
}

function differencesFromSent({ contract }: CaseContext, request: RequestSpec, found: Exchange): Difference[] {
  const sent = structuredBody(request);
  const body = jsonOf(found);
  if (!isObject(sent) || !isObject(body)) return [];
  return unrelatedFields(sent, body, identifyingFields(contract, request.operation));
}

/** Adds a finding for each field that differs. @param facts.origin the source of the wanted values, in words */
export function failDifferences(
  context: CaseContext,
  fields: readonly Difference[],
  { origin, ...facts }: Pick<FindingDraft, "check" | "place"> & { origin: string },
  exchange: Exchange,
): void {
  for (const { name, wanted, found } of fields) {
    const values = { expected: JSON.stringify(wanted), received: JSON.stringify(found) };
    context.fail({ ...facts, message: `the body at /${name} differs from ${origin}`, ...values }, exchange);
  }
}

/**
 * Sends the DELETE of the resource, if the document has one; then it no longer exists, or it differs, because some servers
 * only mark it as deleted.
 */
async function expectDeletion(context: CaseContext, found: readonly Found[]): Promise<void> {
  for (const { request, body } of found) {
    const remove = context.contract.operationsAt(request.operation.path).find(({ method }) => method === "delete");
    const deletion = remove && sameRequest(request, remove);
    if (!deletion || !(await context.allows(deletion))) continue;
    const deleted = await context.expect(deletion, success(remove, "the resource was just created"));
    if (!isSuccess(deleted)) return;
    const isDeleted = (exchange: Exchange) => isRejection(exchange) || exchange.body !== body;
    const after = await context.settle(() => context.send(request), isDeleted);
    const isMarked = isSuccess(after) && isDeleted(after);
    const why = "it was deleted";
    await context.check(request, isMarked ? success(request.operation, why) : notFound(request.operation, why), after);
    await context.expect(deletion, anyResponse(remove, "it was already deleted"));
    return;
  }
}

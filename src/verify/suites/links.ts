import { isObject } from "../../openapi/document.js";
import { linkValue } from "../../openapi/links.js";
import { isSafe } from "../../openapi/methods.js";
import type { Operation } from "../../openapi/operation.js";
import { successPlaces } from "../../openapi/places.js";
import { expressionValue } from "../generation/runtime-expression.js";
import { exampleBody, requireValidRequest, successExample } from "../generation/valid-request.js";
import type { CaseContext } from "../model/case-context.js";
import { type Difference, differences } from "../model/differences.js";
import { type Exchange, isSuccess, jsonOf } from "../model/exchange.js";
import { notFound, success } from "../model/expectation.js";
import type { FindingDraft } from "../model/finding.js";
import { FROM_RESPONSE, type RequestSpec, structuredBody } from "../model/request-spec.js";
import { coversStated } from "../model/test-case.js";
import { type Followed, followedLinks, requestWith } from "./linked-requests.js";
import { type Suite, testCase } from "./suite.js";

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
  const created = await context.expect(request, success(operation, "the request is valid"));
  if (!isSuccess(created)) return;
  const isCreate = !isSafe(operation);
  if (isCreate) context.trackCreated(operation, created);
  const found: RequestSpec[] = [];
  for (const { link, linked } of followed) {
    const next = requestWith(linked, (parameter) => {
      const value = expressionValue(linkValue(link, parameter), request, created);
      return value === undefined || value === null ? undefined : { value, source: FROM_RESPONSE };
    });
    if (!next) continue;
    found.push(next);
    const why = `${link.name} leads to the resource that ${operation.id} ${isCreate ? "created" : "listed"}`;
    const exchange = await context.expect(next, success(linked, why, { place: link.pointer }));
    if (isSuccess(exchange)) expectSent(context, request, link.pointer, exchange);
  }
  if (!isCreate) return;
  for (const each of found) await expectUpdates(context, each);
  if (await expectDeletion(context, found)) context.untrack(created);
}

/** Sends the PUT and PATCH of the resource, if the document has them; then it equals what they sent. */
async function expectUpdates(context: CaseContext, found: RequestSpec): Promise<void> {
  const updates = context.contract
    .operationsAt(found.operation.path)
    .filter(({ method }) => method === "put" || method === "patch");
  for (const operation of updates) {
    const body = exampleBody(context, successExample(operation));
    const same = sameRequest(found, operation);
    if (!body || !same) continue;
    const request = { ...same, body };
    const updated = await context.expect(request, success(operation, "the resource was just created"));
    if (!isSuccess(updated)) continue;
    const after = await context.expect(found, success(found.operation, `${operation.id} does not delete it`));
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
  const sent = structuredBody(request);
  const body = jsonOf(found);
  if (!isObject(sent) || !isObject(body)) return;
  const origin = `the request of ${request.operation.id}`;
  failDifferences(context, differences(sent, body), { check: "link", place, origin }, found);
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

/** Sends the DELETE of the resource, if the document has one; then it no longer exists. Returns whether it was deleted. */
async function expectDeletion(context: CaseContext, found: readonly RequestSpec[]): Promise<boolean> {
  for (const request of found) {
    const remove = context.contract.operationsAt(request.operation.path).find(({ method }) => method === "delete");
    const deletion = remove && sameRequest(request, remove);
    if (!deletion) continue;
    const deleted = await context.expect(deletion, success(remove, "the resource was just created"));
    if (!isSuccess(deleted)) return false;
    await context.expect(request, notFound(request.operation, "it was deleted"));
    await context.expect(deletion, notFound(remove, "it was already deleted"));
    return true;
  }
  return false;
}

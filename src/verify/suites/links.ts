import { isObject } from "../../openapi/document.js";
import { type Link, linksOf, linkValue } from "../../openapi/links.js";
import { isSafe, isSuccessKey } from "../../openapi/methods.js";
import type { Operation } from "../../openapi/operation.js";
import { successPlaces } from "../../openapi/places.js";
import { expressionValue } from "../generation/runtime-expression.js";
import { exampleBody, requireValidRequest, successExample } from "../generation/valid-request.js";
import type { CaseContext } from "../model/case-context.js";
import { differences } from "../model/differences.js";
import { type Exchange, isSuccess, jsonOf } from "../model/exchange.js";
import { notFound, success } from "../model/expectation.js";
import { FROM_RESPONSE, type ParameterValue, type RequestSpec, structuredBody } from "../model/request-spec.js";
import { coversStated } from "../model/test-case.js";
import type { Suite } from "./suite.js";

/** A link, and the operation that it leads to. */
interface Followed {
  link: Link;
  linked: Operation;
}

/**
 * Follows the links of an operation. A created resource is found by its links and equals what was sent; after PUT or PATCH
 * it equals that; after DELETE it no longer exists.
 */
export const links: Suite = ({ contract }, operation) => {
  const followed = operation.responses
    .filter(isSuccessKey)
    .flatMap((each) => linksOf(contract.document, each))
    .flatMap((link): Followed[] => {
      const linked = contract.operationNamed(link.operationId);
      return linked && isSafe(linked) ? [{ link, linked }] : [];
    });
  if (followed.length === 0) return [];
  const places = followed.flatMap(({ linked }) => [
    ...successPlaces(contract.document, linked),
    ...linked.parameters.filter((each) => each.in === "path").map(({ pointer }) => pointer),
  ]);
  const subject = isSafe(operation) ? "the listed resource" : "the created resource";
  return [
    {
      name: `${operation.id} › ${subject} is found by ${followed.map(({ link }) => link.name).join(" and ")}`,
      suite: "links",
      operation,
      covers: followed.map(({ linked }) => coversStated(linked, places)),
      writes: !isSafe(operation),
      run: (context) => follow(context, operation, followed),
    },
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
    const next = linkedRequest(request, created, link, linked);
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

/** The request that a link describes; undefined if the exchange lacks the value of a required parameter. */
function linkedRequest(
  request: RequestSpec,
  exchange: Exchange,
  link: Link,
  linked: Operation,
): RequestSpec | undefined {
  const parameters = linked.parameters.flatMap((parameter): ParameterValue[] => {
    const value = expressionValue(linkValue(link, parameter), request, exchange);
    return value === undefined || value === null ? [] : [{ parameter, value, source: FROM_RESPONSE }];
  });
  return hasRequired(linked, parameters) ? { operation: linked, parameters } : undefined;
}

function hasRequired({ parameters }: Operation, values: readonly ParameterValue[]): boolean {
  return parameters.every((each) => !each.required || values.some(({ parameter }) => parameter === each));
}

/** Sends the PUT and PATCH of the resource, if the document has them; then it equals what they sent. */
async function expectUpdates(context: CaseContext, found: RequestSpec): Promise<void> {
  const updates = context.contract
    .operationsAt(found.operation.path)
    .filter(({ method }) => method === "put" || method === "patch");
  for (const operation of updates) {
    const body = exampleBody(context, successExample(operation));
    const parameters = sameParameters(found, operation);
    if (!body || !parameters) continue;
    const request: RequestSpec = { operation, parameters, body };
    const updated = await context.expect(request, success(operation, "the resource was just created"));
    if (!isSuccess(updated)) continue;
    const after = await context.expect(found, success(found.operation, `${operation.id} does not delete it`));
    if (isSuccess(after)) expectSent(context, request, operation.pointer, after);
  }
}

/** The parameters of a request for another operation of the same path; undefined if that requires more. */
function sameParameters({ parameters }: RequestSpec, other: Operation): ParameterValue[] | undefined {
  const values = other.parameters.flatMap((parameter): ParameterValue[] => {
    const same = parameters.find(
      (each) => each.parameter.name === parameter.name && each.parameter.in === parameter.in,
    );
    return same ? [{ ...same, parameter }] : [];
  });
  return hasRequired(other, values) ? values : undefined;
}

/** The retrieved resource has the values that were sent. */
function expectSent(context: CaseContext, request: RequestSpec, place: string, found: Exchange): void {
  const sent = structuredBody(request);
  const body = jsonOf(found);
  if (!isObject(sent) || !isObject(body)) return;
  for (const { name, wanted, found: received } of differences(sent, body)) {
    context.fail(
      {
        check: "link",
        message: `the body at /${name} differs from the request of ${request.operation.id}`,
        place,
        expected: JSON.stringify(wanted),
        received: JSON.stringify(received),
      },
      found,
    );
  }
}

/** Sends the DELETE of the resource, if the document has one; then it no longer exists. Returns whether it was deleted. */
async function expectDeletion(context: CaseContext, found: readonly RequestSpec[]): Promise<boolean> {
  for (const request of found) {
    const remove = context.contract.operationsAt(request.operation.path).find(({ method }) => method === "delete");
    const parameters = remove && sameParameters(request, remove);
    if (!parameters) continue;
    const deletion = { operation: remove, parameters };
    const deleted = await context.expect(deletion, success(remove, "the resource was just created"));
    if (!isSuccess(deleted)) return false;
    await context.expect(request, notFound(request.operation, "it was deleted"));
    await context.expect(deletion, notFound(remove, "it was already deleted"));
    return true;
  }
  return false;
}

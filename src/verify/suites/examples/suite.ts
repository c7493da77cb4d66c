import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type ExamplePair, examplePairs, UNNAMED } from "#openapi/operations/example-pairs.js";
import { isAcceptedKey, isErrorKey, isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { responsePlaces } from "#openapi/operations/places.js";
import { responseFor } from "#openapi/operations/status.js";
import { itemCursor } from "#statements/paging/paging.js";
import { naturalKeys } from "#statements/resources/natural-keys.js";
import { documentsStatus } from "#verify/checks/status.js";
import { valueFormat } from "#verify/model/finding/value-format.js";
import { type Exchange, isRejection } from "#verify/model/request/exchange.js";
import { anyResponse, documentedResponse, type Expectation, success } from "#verify/model/request/expectation.js";
import type { BodySpec, ParameterValue, RequestSpec } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { skipFor, valueSetting } from "#verify/model/test-case/need.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversStated } from "#verify/model/test-case/test-case.js";
import { targetFileBody, targetFileValue, withUniqueValues } from "#verify/requests/known-values.js";
import { missingConsumable } from "#verify/requests/missing-values.js";
import { withNewKeys } from "#verify/requests/new-keys.js";
import { demandsBody } from "#verify/requests/rejections/demanded-body.js";
import { type Attempt, isAboutContent } from "#verify/resources/accepted/first-accepted.js";
import { withOtherParameters } from "#verify/resources/accepted/other-parameters.js";
import { firstCursor } from "#verify/resources/lists/known-lists.js";
import { forgetList } from "#verify/resources/lists/read-list.js";
import { existingValue, listBeside, listedItems, listedValue } from "#verify/resources/valid-request.js";
import { type Suite, testCase } from "../suite.js";
import { requireUndeleted } from "./deleted-before.js";
import { otherMediaTypes } from "./media-types.js";
import { acceptedInPath, mayNameNothing } from "./unknown-in-path.js";
import { sendUntilAccepted, usualRequest } from "./usual-request.js";

/** Replays every example of the document: its request, and its response. Then asks for its other media types. */
export const examples: Suite = (context, operation) => {
  const pairs = examplePairs(operation);
  const usual = pairs.length === 0 ? [usualRequest(operation)] : replays(context, operation, pairs);
  return [...usual, ...otherMediaTypes(operation)];
};

function replays(context: PlanContext, operation: Operation, pairs: readonly ExamplePair[]) {
  return pairs.map((pair) => {
    const pathParameters = pair.parameters.filter(({ parameter }) => parameter.in === "path");
    const places = [
      ...responsePlaces(context.contract.document, pair.response),
      ...(isAcceptedKey(pair.response) ? pathParameters.map(({ parameter }) => parameter.pointer) : []),
      ...(pair.body ? [operation.requestBody?.pointer ?? operation.pointer] : []),
    ];
    return testCase("examples", operation, pair.name, {
      covers: [coversStated(operation, places)],
      isolated: consumesItsOwn(context, operation, pair),
      run: (running) => replay(running, operation, pair),
    });
  });
}

/** Whether an unsafe request has no body, and each value of its path is provided for this test case alone. */
function consumesItsOwn(
  context: PlanContext,
  operation: Operation,
  { key, parameters, response }: ExamplePair,
): boolean {
  if (isSafe(operation) || context.target.hasExampleData || !isAcceptedKey(response)) return false;
  const inPath = parameters.filter(({ parameter }) => parameter.in === "path");
  const isFixed = ({ parameter }: (typeof inPath)[number]) =>
    targetFileValue(context, operation, parameter, key) !== undefined;
  return inPath.length > 0 && !inPath.some(isFixed) && operation.requestBody === undefined;
}

async function replay(context: CaseContext, operation: Operation, pair: ExamplePair): Promise<void> {
  const complete = await requestOf(context, operation, pair);
  if (isAcceptedKey(pair.response)) await requireUndeleted(context, complete, pair.key);
  // The example of a response says nothing of the body of the request.
  const lacksBody = operation.requestBody !== undefined && !complete.body && isAcceptedKey(pair.response);
  const { request, exchange: first } = lacksBody
    ? await sendUntilAccepted(context, complete)
    : { request: complete, exchange: await context.send({ ...complete, ...purposeOf(context, pair, complete) }) };
  const documented = demandsBody(request, first)
    ? "a request without a body, as documented"
    : "a request as documented";
  const why = pair.key === UNNAMED ? documented : `the example ${pair.key}`;
  // A server may choose between documented successes. `default` describes errors beside a success.
  const isOfSuccess = isAcceptedKey(pair.response) || !operation.responses.some(isAcceptedKey);
  const expected =
    isOfSuccess && !isErrorKey(pair.response)
      ? success(operation, why, { place: pair.response.pointer, isExample: true })
      : documentedResponse(operation, pair.response, why, { isExample: true });
  if (isCertain(context, pair, request) || !isAcceptedKey(pair.response)) {
    if (isRejection(first) && isAcceptedKey(pair.response)) requireValidExample(context, pair);
    if (isAnotherRejection(context, operation, pair, first)) {
      return context.check(request, anyResponse(operation, why), first);
    }
    // A mock knows no request that is in error.
    if (!context.target.keepsState && !isAcceptedKey(pair.response)) throw new Skipped(skipFor({ kind: "state" }));
    return context.check(request, expected, first);
  }
  // The target may lack the data that the example names, or have the data that the example adds.
  if (isRejection(first)) requireValidExample(context, pair);
  const response = responseFor(operation, first.status);
  const identifiers = request.parameters.filter(isIdentifier);
  const mayBeRejected = identifiers.length > 0 || request.body !== undefined;
  const isKnownRejection = response ? response !== pair.response : mayNameNothing(request, first);
  if (!isRejection(first) || !isKnownRejection || !mayBeRejected) return context.check(request, expected, first);
  await context.check(request, anyResponse(operation, why), first);
  const listed = await withListedValues(context, request);
  if (listed) return expectListed(context, request, listed, expected);
  const existing = await acceptedInPath(context, request);
  if (existing) return context.check(existing.request, expected, existing.exchange);
  await sendInPlaceOf(context, { request, exchange: first });
  const what =
    identifiers.map(({ parameter, value }) => `${parameter.name} ${jsonText(value)}`).join(" and ") || "the body";
  throw new Skipped(
    `the target rejected ${what} with ${first.status}: it may lack the example's data, or already have it`,
  );
}

/**
 * Sends other parameters and bodies in place of those of a rejected example. An accepted request is the base of the other test
 * cases of the operation. Values that the team gives are not changed to generated ones.
 */
async function sendInPlaceOf(context: CaseContext, rejected: Attempt): Promise<void> {
  const { operation, parameters } = rejected.request;
  const isGiven = ({ parameter, source }: ParameterValue) => parameter.in === "path" && source.kind !== "response";
  const mayChangeGiven = !isSafe(operation) && parameters.some(isGiven);
  if (context.accepted.has(operation) || context.hasSucceeded(operation.id) || mayChangeGiven) return;
  let found = (await withOtherParameters(context, rejected)) ?? rejected;
  const { request, exchange } = found;
  if (request.body?.source.kind === "example" && isAboutContent(exchange)) {
    found = await sendUntilAccepted(context, request, exchange);
  }
  if (found === rejected || found.exchange === rejected.exchange) return;
  await context.check(found.request, anyResponse(operation, "the document allows the request"), found.exchange);
}

/**
 * Whether the server rejects the example of an error with another status that the document lists. For a malformed id, both
 * 400 and 404 are right. Only a target that has the example's data is certainly in the state of the example.
 */
function isAnotherRejection({ target }: CaseContext, operation: Operation, { response }: ExamplePair, found: Exchange) {
  if (target.hasExampleData || !isErrorKey(response) || !isRejection(found)) return false;
  return found.status !== 401 && found.status !== 429 && documentsStatus(responseFor(operation, found.status));
}

/** @throws Skipped if a part of the example is not valid by its schema: the rejection may be right */
function requireValidExample(context: CaseContext, pair: ExamplePair): void {
  const invalid = invalidPart(context, pair);
  if (invalid !== undefined) throw new Skipped(`the example of ${invalid}`);
}

/** Says which part of an example is not valid by its schema, and why; undefined if all are. */
function invalidPart({ contract: { validator } }: CaseContext, { body, parameters }: ExamplePair): string | undefined {
  const parts = [
    ...parameters.map(({ parameter, value }) => ({ name: parameter.name, described: parameter, value })),
    ...(body ? [{ name: "the body", described: body.mediaType, value: body.value }] : []),
  ];
  for (const { name, described, value } of parts) {
    const [error] = described.schema === undefined ? [] : validator.errors(described.schemaPointer, value);
    if (error) return `${name} is not valid by its schema: ${error.at} ${error.message}`;
  }
  return undefined;
}

/** The examples of successes are compared with each other, also by what becomes of them. */
function purposeOf(context: CaseContext, pair: ExamplePair, request: RequestSpec): Pick<RequestSpec, "purpose"> {
  const { key, response } = pair;
  if (!isAcceptedKey(response)) return {};
  const mayLackData = !isCertain(context, pair, request) && invalidPart(context, pair) === undefined;
  return { purpose: { kind: "example", key, place: response.pointer, mayLackData } };
}

/** Whether the target certainly has what the example names: then every other response is a failure. */
function isCertain(
  { target }: CaseContext,
  { key, response }: ExamplePair,
  { parameters, body }: RequestSpec,
): boolean {
  // A new resource may not be in the state that the example needs.
  const isProvided = ({ parameter, value, source }: ParameterValue) =>
    (source.kind !== "example" && source.kind !== "response") ||
    (parameter.in !== "path" && !isIdentifier({ parameter, value }));
  // A key without a response example may belong to another operation that shares the parameter.
  const hasResponse = response.exampleKeys.includes(key) || response.content.length > 0;
  return hasResponse && (target.hasExampleData || (body === undefined && parameters.every(isProvided)));
}

/** A resource of the list may be deleted meanwhile; then the list is read again. */
async function expectListed(
  context: CaseContext,
  request: RequestSpec,
  listed: RequestSpec,
  expected: Expectation,
): Promise<void> {
  const found = await context.send(listed);
  if (!isRejection(found)) return context.check(listed, expected, found);
  forgetList(context, listBeside(context.contract, request.operation)?.operation ?? request.operation);
  const listedNow = await withListedValues(context, request);
  if (!listedNow) throw new Skipped("the listed resource was deleted during the run");
  const valuesOf = ({ parameters }: RequestSpec) => jsonText(parameters.map(({ value }) => value));
  if (valuesOf(listedNow) === valuesOf(listed)) return context.check(listed, expected, found);
  await context.expect(listedNow, expected);
}

/**
 * The same request with values that the target's list has, in the format of the example. Undefined if the list has none, or
 * the request names no resource.
 */
async function withListedValues(context: CaseContext, request: RequestSpec): Promise<RequestSpec | undefined> {
  if (request.operation.method !== "get") return undefined;
  const parameters: ParameterValue[] = [];
  for (const parameter of request.parameters) {
    parameters.push((await listedLike(context, request.operation, parameter)) ?? parameter);
  }
  const isReplaced = parameters.some((parameter) => !request.parameters.includes(parameter));
  return isReplaced ? { ...request, parameters } : undefined;
}

async function listedLike(
  context: CaseContext,
  operation: Operation,
  { parameter, value }: ParameterValue,
): Promise<ParameterValue | undefined> {
  if (itemCursor(operation, parameter)) return firstCursor(context, operation, parameter);
  if (parameter.in !== "path") return undefined;
  const items = await listedItems(context, operation);
  const listed = parameter.identifies
    .flatMap((pointer) => items.map((item) => valueAt(item, pointer)))
    .find((candidate) => candidate !== undefined && valueFormat(candidate) === valueFormat(value));
  return listed === undefined ? undefined : listedValue(context, operation, parameter, listed);
}

/** An enum member or a number is valid on every target; an identifier is valid where its resource exists. */
function isIdentifier({ parameter, value }: Pick<ParameterValue, "parameter" | "value">): boolean {
  const schema = typeof parameter.schema === "object" ? parameter.schema : {};
  if (schema.enum !== undefined || parameter.in === "header") return false;
  return parameter.in === "path" || (typeof value === "string" && schema.$ref === undefined);
}

/** @throws Skipped if an unsafe method would be sent to a resource that was not provided for it */
async function requestOf(context: CaseContext, operation: Operation, pair: ExamplePair): Promise<RequestSpec> {
  const isUnsafe = !isSafe(operation) && !context.target.hasExampleData;
  const source = { kind: "example", key: pair.key } as const;
  const parameters: ParameterValue[] = [];
  for (const { parameter, value } of pair.parameters) {
    const needsProvision = isUnsafe && parameter.in === "path";
    parameters.push(
      targetFileValue(context, operation, parameter, pair.key) ??
        (needsProvision ? await providedValue(context, operation, parameter, pair) : { parameter, value, source }),
    );
  }
  const { body } = pair;
  const fromFile = isAcceptedKey(pair.response) ? targetFileBody(context, operation, pair.key) : undefined;
  return {
    operation,
    parameters,
    body:
      fromFile ?? (body && sentExample(context, operation, { type: body.mediaType.name, value: body.value, source })),
  };
}

/**
 * The body of an example as it is. Where others have data, it has new keys and addresses, and replaces nothing of theirs.
 */
function sentExample(context: CaseContext, operation: Operation, body: BodySpec & { value: Json }): BodySpec {
  if (isSafe(operation) || !mayHaveDataOfOthers(context.target) || context.target.allowed?.has(operation.id))
    return body;
  const value = naturalKeys(body.value).length > 0 ? withUniqueValues(context.generator, body.value) : body.value;
  return withNewKeys(context, operation, { ...body, value });
}

/** A value that was provided for an unsafe method, or one that the run created. @throws Skipped if there is none */
async function providedValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
  { key, response }: ExamplePair,
): Promise<ParameterValue> {
  const { resources } = context;
  const setting = valueSetting(operation.id, parameter.name, key);
  if (isAcceptedKey(response)) {
    const disposable = await resources.disposable(operation, parameter.name);
    if (disposable) return { parameter, value: disposable.value, source: disposable.source };
    const created = await existingValue(context, operation, parameter, undefined);
    if (created) return created;
    throw new Skipped(missingConsumable(setting));
  }
  const value = await resources.valueFor(operation, parameter.name, key);
  if (value !== undefined) return { parameter, value, source: { kind: "provision" } };
  throw new Skipped({
    reason: "it needs a value with this response",
    needs: [{ kind: "value", setting, isList: false }],
  });
}

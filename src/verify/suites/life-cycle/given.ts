import type { JsonObject } from "#openapi/document/document.js";
import { withValue } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { listOf } from "#statements/paging/paging.js";
import { undoOf } from "#statements/resources/actions.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import { propertiesAt } from "#statements/schema-fields.js";
import { changesFlag } from "#verify/judges/life-cycle/actions.js";
import { shownOtherwise } from "#verify/judges/life-cycle/updates.js";
import type { Contract } from "#verify/model/contract.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { bodyMediaType, GENERATED, type PathValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";
import { generatedBody, valuesOf } from "#verify/requests/generated-parts.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { existingValue } from "#verify/resources/valid-request.js";
import { testCase } from "../suite.js";
import { readSingle, singleResource } from "./single-resource.js";
import { expectUpdates } from "./updates/updates.js";
import { expectWrites } from "./writes.js";

/**
 * Test cases of a resource that the run does not create, and that the target file lets it change. It is the only one of its
 * path, such as the account of the key. Or its identifier is given for an action that can be taken back. It is read before,
 * and is afterwards as it was.
 */
export function givenCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const singleton = singletonOf(contract, operation);
  if (singleton) {
    return [
      testCase("life-cycle", operation, `changes show in ${singleton.retrieve?.id}, and are taken back`, {
        run: (context) => changeSingleton(context, operation, singleton),
      }),
    ];
  }
  const last = pathParameters(operation).at(-1);
  const resource = last && resourceOf(contract, operation, last);
  const isAction = resource?.nested.includes(operation) && ["post", "put"].includes(operation.method);
  if (!resource?.retrieve || creatingOperation(resource) || !isAction || operation.requestBody) return [];
  const undo = undoOf(resource, operation);
  if (!undo?.isSamePath) return [];
  return [
    testCase("life-cycle", operation, `shows in ${resource.retrieve.id}, and ${undo.operation.id} takes it back`, {
      run: (context) => act(context, { action: operation, undo: undo.operation, resource }),
    }),
  ];
}

/** The resource at a path without parameters that an operation changes, and that `GET` of the same path shows. */
function singletonOf({ document, operations }: Contract, operation: Operation): Resource | undefined {
  const { path, method, requestBody } = operation;
  if (path.includes("{") || !["put", "patch", "post"].includes(method) || !requestBody) return undefined;
  const retrieve = operations.find((other) => other.path === path && other.method === "get");
  const isList = operations.some((other) => pathKey(other.path).startsWith(`${pathKey(path)}/{}`));
  if (!retrieve || isList || listOf(document, retrieve)) return undefined;
  return singleResource(operation, retrieve);
}

async function changeSingleton(context: CaseContext, operation: Operation, resource: Resource): Promise<void> {
  const probe: RequestSpec = { operation, parameters: [], body: generatedBody(context, operation) };
  // The gate says why it may not be sent.
  if (!(await context.prepare(probe))) await context.send(probe);
  const given = await readSingle(context, resource, []);
  if (!given) throw new Skipped(`the target does not show what ${operation.id} changes`);
  try {
    await expectUpdates(context, { created: given.created, neighbor: undefined }, given.before);
  } finally {
    await restore(context, operation, given.created, given.before);
  }
}

/** Sends the values that the resource had before. */
async function restore(
  context: CaseContext,
  operation: Operation,
  created: Created,
  before: JsonObject,
): Promise<void> {
  const now = (await readCreated(context, created))?.resource;
  const body = generatedBody(context, operation);
  const mediaType = body && bodyMediaType(operation, body);
  if (!now || !body || !mediaType) return;
  const { document } = context.contract;
  const at = sentResourceAt(document, mediaType, before);
  const changed = new Set(shownOtherwise(before, now));
  const isReplaced = operation.method === "put";
  const names = propertiesAt(document, mediaType, at).filter(
    (name) => isReplaced || changed.has(name) || now[name] !== before[name],
  );
  const old = Object.fromEntries(names.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]])));
  const value = at === "" ? old : withValue({}, at, old);
  if (value === undefined || !valuesOf(context).isValid(mediaType, value, "request")) return;
  const request = resourceRequest(context, operation, created.path, { ...body, value, source: GENERATED });
  if (request && Object.keys(old).length > 0 && (await context.prepare(request))) await context.send(request);
}

/** An action on a given resource, and what takes it back. */
interface GivenAction {
  action: Operation;
  undo: Operation;
  resource: Resource;
}

async function act(context: CaseContext, { action, undo, resource }: GivenAction): Promise<void> {
  const values: PathValue[] = [];
  for (const parameter of pathParameters(action)) {
    const value = parameter && (await existingValue(context, action, parameter, undefined));
    if (!value) throw new Skipped("the run creates no resource for it, and the target file gives none");
    values.push({ value: value.value, source: value.source });
  }
  const probe = resourceRequest(context, action, values);
  if (!probe) throw new Skipped("a value of its path is missing");
  if (!(await context.prepare(probe))) await context.send(probe);
  const given = await readSingle(context, resource, values);
  if (!given) throw new Skipped(`${resource.retrieve?.id} does not show what the target file gives`);
  const { created, before } = given;
  await expectWrites(context, { created, neighbor: undefined }, before, [{ operation: action, link: undefined }]);
  const after = (await readCreated(context, created))?.resource;
  const isReversible = changesFlag(before, after ?? {});
  const reversed = isReversible
    ? resourceRequest(context, after && isActed(before) ? action : undo, values)
    : undefined;
  if (!reversed || isSafe(reversed.operation) || !(await context.prepare(reversed))) return;
  await context.check(
    reversed,
    anyResponse(reversed.operation, "the state before is restored"),
    await context.send(reversed),
  );
}

/** Whether a flag of the resource was set before. */
function isActed(before: JsonObject): boolean {
  return Object.values(before).includes(true);
}

import type { Operation } from "#openapi/operations/operation.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import { resourceCreatedBy, resourceOf, resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import { successContents } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { covers, type TestCase } from "#verify/model/test-case/test-case.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { createResource } from "#verify/resources/created/create-resource.js";
import { type Created, isConfirmed } from "#verify/resources/created/created.js";
import { linkOf } from "#verify/resources/shown/body-links.js";
import { testCase } from "../suite.js";
import { createNeighbor } from "./created/neighbor.js";
import { readSingle, singleResource } from "./single-resource.js";
import { expectUpdates } from "./updates/updates.js";

/** A part below a resource, such as `/teams/{team}/address`, and the resource. */
interface PartBelow {
  part: Resource;
  around: Resource;
}

/**
 * Test cases of a change of a part below a resource. GET of the same path shows it, and the part of another resource stays
 * as it is.
 */
export function partCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const below = partBelow(contract, operation);
  if (!below) return [];
  const { requestBody } = operation;
  return [
    testCase("life-cycle", operation, `changes show in ${below.part.retrieve?.id}`, {
      covers: requestBody ? [covers(operation, [requestBody.pointer])] : [],
      run: (context) => changePart(context, operation, below),
    }),
  ];
}

/** The part that an operation changes. Undefined for a collection, and for a body of which GET shows no field. */
function partBelow(contract: Contract, operation: Operation): PartBelow | undefined {
  const { method, path, requestBody } = operation;
  const last = pathParameters(operation).at(-1);
  const around = last && resourceOf(contract, operation, last);
  if (!around?.nested.includes(operation) || !["put", "patch"].includes(method) || !requestBody) return undefined;
  const isCollection =
    resourcesOf(contract).has(`${pathKey(path)}/{}`) || resourceCreatedBy(contract, operation) !== undefined;
  const retrieve = around.nested.find((each) => each.method === "get" && pathKey(each.path) === pathKey(path));
  const isLink = linkOf(contract, operation)?.sent !== undefined;
  if (!creatingOperation(around) || isCollection || !retrieve || isLink) return undefined;
  const fieldsOf = (contents: typeof requestBody.content) =>
    contents.flatMap((content) => propertyNames(contract.document, content, ""));
  const shown = fieldsOf(successContents(retrieve));
  const isShown = fieldsOf(requestBody.content).some((name) => shown.includes(name));
  return isShown ? { part: singleResource(operation, retrieve), around } : undefined;
}

async function changePart(context: CaseContext, operation: Operation, { part, around }: PartBelow): Promise<void> {
  const create = creatingOperation(around);
  const own = await createResource(context, around, { isChecked: false });
  if (!(await isConfirmed(context, own))) {
    throw new Skipped("the run has not certainly created the resource around it, so it does not change it");
  }
  const beside = create && (await createNeighbor(context, create, around, own));
  // PUT and GET of one path are about one resource (RFC 9110, 9.3.4).
  const basis = operation.method === "put" ? "stated" : "inferred";
  const read = ({ path }: Created) => readSingle(context, part, path, basis);
  const single = (await read(own)) ?? ((await writesFirst(context, operation, own)) ? await read(own) : undefined);
  if (!single) throw new Skipped(`the target does not show what ${operation.id} changes`);
  const other = beside && (await read(beside.created));
  const neighbor = other && { created: other.created, shown: other.before };
  await expectUpdates(context, { created: single.created, neighbor }, single.before);
}

/** Writes a part that does not exist yet. Returns whether that succeeded. */
async function writesFirst(context: CaseContext, operation: Operation, { create, path }: Created): Promise<boolean> {
  const body = context.accepted.bodyFor(operation) ?? likelyBodies(context, operation)[0];
  const request = resourceRequest(context, operation, path, body);
  if (!request || !(await context.prepare(request))) return false;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, `${create.id} created the resource`), exchange);
  return isSuccess(exchange);
}

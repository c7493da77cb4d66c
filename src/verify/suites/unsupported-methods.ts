import { isSafe } from "#openapi/operations/methods.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { allowFinding } from "../checks/allow.js";
import { unsupportedMethod } from "../judges/rejections.js";
import { isSuccess } from "../model/request/exchange.js";
import { GENERATED, type RequestSpec } from "../model/request/request-spec.js";
import { mayHaveDataOfOthers } from "../model/target/target.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { resourceRequest } from "../requests/resource-request.js";
import { createdFor } from "../resources/created/created-values.js";
import { unknownParameters } from "../resources/permission/unknown-values.js";
import { pathToRead } from "../resources/valid-request.js";
import { ownableResource } from "../steps/own-resource.js";
import type { Suite } from "./suite.js";

/** Methods that are sent although a path lacks them. DELETE never is: a faulty server might execute it. */
const METHODS = ["get", "patch", "put"] as const;

/**
 * A method that a path does not have causes no server error (RFC 9110, 15.6.2, permits 501). The document does not say that
 * it is rejected, so a success is a warning. A method that changes something is sent to a resource that the run created and
 * can remove. Where there is none, PATCH is sent to a value that identifies nothing. PUT is not sent, because it could
 * create something.
 */
export const unsupportedMethods: Suite = (plan, operation) => {
  const { contract, target } = plan;
  const siblings = contract.operationsAt(operation.path);
  if (siblings[0] !== operation) return [];
  // Many servers execute what their documents do not have, and a path without parameters names everything below it.
  const isUnnamed = pathParameters(operation).length === 0 && mayHaveDataOfOthers(target);
  const remove = siblings.find(
    (sibling) => sibling.method === "delete" && target.keepsState && ownableResource(plan, sibling),
  );
  const absent = METHODS.filter((method) => {
    const isDocumented = contract.serves(method, writtenPath(operation));
    return !isDocumented && (isSafe({ method }) || (!isUnnamed && (method === "patch" || remove)));
  });
  return absent.map((method) => ({
    name: `${writtenPath(operation)} › rejects the unsupported method ${method.toUpperCase()}`,
    suite: "unsupported-methods",
    operation,
    covers: [],
    writes: !isSafe({ method }),
    isolated: true,
    async run(context) {
      const own = isSafe({ method }) || !remove ? undefined : await ownRequest(context, remove, method);
      if (!own && method === "put") throw new Skipped("the run has created no resource to which PUT can be sent");
      const exchange = await context.send(own ?? (await foreignRequest(context, operation, method)));
      const allow = isSuccess(exchange) ? undefined : allowFinding(contract, operation, exchange);
      if (allow) context.judge([{ finding: allow, exchange }]);
      context.judge(unsupportedMethod(operation, method.toUpperCase(), exchange));
    },
  }));
};

/** A request to a resource of the run, with the values that it was created with. Undefined if it has created none. */
async function ownRequest(context: CaseContext, remove: Operation, method: string): Promise<RequestSpec | undefined> {
  const created = await createdFor(context, remove);
  const request = created && resourceRequest(context, remove, created.path, created.request.body);
  const changing = request && { ...request, method };
  return changing && (await context.prepare(changing)) ? changing : undefined;
}

/** A request to a path that exists, if the method only reads; otherwise to one that identifies nothing. */
async function foreignRequest(context: CaseContext, operation: Operation, method: string): Promise<RequestSpec> {
  const existing = isSafe({ method }) ? await pathToRead(context, operation) : [];
  const parameters = existing.length > 0 ? existing : await unknownParameters(context, operation, { method });
  const body = { type: "application/json", text: "{}", source: GENERATED };
  return { operation, method, parameters, ...(isSafe({ method }) ? {} : { body }) };
}

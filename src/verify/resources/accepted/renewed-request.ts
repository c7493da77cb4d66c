import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { noChanges, withNewReferences } from "#verify/requests/adapted-bodies.js";
import { referenceFor } from "../created/create-resource.js";
import { recreatedFor } from "../created/created-values.js";

/**
 * The request after a rejection. Its path and its body name new resources in place of those that the run created and has
 * used.
 *
 * @returns undefined if it names none
 */
export async function renewedRequest(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
): Promise<RequestSpec | undefined> {
  const { operation, body } = request;
  const renewed =
    body &&
    (await withNewReferences(context, {
      ...{ operation, body, exchange, changes: noChanges() },
      referenceFor: (field, used) => referenceFor(context, operation, field, used),
    }));
  // The base of further requests names them too.
  if (renewed) context.accepted.replace(operation, renewed);
  const parameters = await withNewPath(context, request);
  if (!renewed && !parameters) return undefined;
  return { ...request, body: renewed ?? body, parameters: parameters ?? request.parameters };
}

/** The parameters with the path of a new resource. Undefined if the run did not create the one that the path names. */
async function withNewPath(
  context: CaseContext,
  { operation, parameters }: RequestSpec,
): Promise<RequestSpec["parameters"] | undefined> {
  const wanted = pathParameters(operation);
  const last = wanted.at(-1);
  const used = parameters.find(({ parameter }) => parameter === last);
  if (used?.source !== FROM_RESPONSE) return undefined;
  const path = (await recreatedFor(context, operation, used.value))?.path;
  const renewed = path?.flatMap((sent, index) => {
    const parameter = wanted[index];
    return parameter ? { parameter, ...sent } : [];
  });
  return renewed && [...renewed, ...parameters.filter(({ parameter }) => parameter.in !== "path")];
}

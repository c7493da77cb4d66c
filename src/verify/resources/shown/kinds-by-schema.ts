import { isJsonOffer } from "#http/negotiate.js";
import { asObject } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { identifyingParameter, resourcesOf } from "#statements/resources/find-resources.js";
import type { Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";
import type { Exchange } from "#verify/model/request/exchange.js";

/**
 * The resources whose path parameter has the same component of the document as a field of a response: `OrderId`.
 *
 * @returns a function of the place in the body
 */
export function kindsBySchema(
  contract: Contract,
  operation: Operation,
  { status }: Exchange,
): (at: string) => readonly Resource[] {
  const kinds = kindsOf(contract);
  const content = responseFor(operation, status)?.content.find(isJsonOffer);
  if (kinds.size === 0 || !content) return () => [];
  return (at) => {
    const schemas = schemasAt(contract.document, content.schemaPointer, at).at(-1) ?? [];
    return schemas.flatMap((pointer) => kinds.get(pointer) ?? []);
  };
}

/** The resources of each document by the components of their parameters. */
const kindsOf = oncePer((contract: Contract): ReadonlyMap<string, Resource> => {
  const kinds = new Map<string, Resource>();
  const shared = new Set<string>();
  for (const resource of resourcesOf(contract).values()) {
    const parameter = identifyingParameter(resource);
    const { $ref: reference } = asObject(parameter?.schema);
    if (!parameter || typeof reference !== "string" || !isIdentifying(contract, resource)) continue;
    if (kinds.has(reference)) shared.add(reference);
    kinds.set(reference, resource);
  }
  // A component of several kinds, such as `Id`, does not say which one is meant.
  for (const reference of shared) kinds.delete(reference);
  return kinds;
});

/** Whether the values of a parameter name resources, and not days or states. */
function isIdentifying({ document }: Contract, resource: Resource): boolean {
  const parameter = identifyingParameter(resource);
  const { type, format, enum: members, const: constant } = parameter ? schemaOf(document, parameter) : {};
  return members === undefined && constant === undefined && type !== "boolean" && !/date|time/.test(String(format));
}

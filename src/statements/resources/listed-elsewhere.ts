import type { Operation } from "#openapi/operations/operation.js";
import { IDENTIFYING, plainName, singularOf } from "../names.js";
import { listOf } from "../paging/paging.js";
import { pathParameters } from "./path-parameters.js";
import type { DocumentOperations } from "./resource.js";

/**
 * The list of resources whose path has no collection: `/user/companies` shows those of `/c/{company_id}/clients`. The parameter
 * is named after its items. Undefined if several lists have the name, or if the list needs a value.
 *
 * @param users the operations whose path begins with such a resource
 */
export function listedElsewhere(
  { document, operations }: DocumentOperations,
  users: readonly Operation[],
): Operation | undefined {
  const [parameter] = users.flatMap((user) => pathParameters(user)[0] ?? []);
  const noun = parameter && nounOf(parameter.name);
  if (!noun) return undefined;
  const lists = operations.filter((operation) => {
    const { path, parameters } = operation;
    const named = path.split("/").findLast((segment) => segment !== "") ?? "";
    return (
      singularOf(named) === noun &&
      plainName(named) !== noun &&
      !path.includes("{") &&
      !parameters.some(({ required }) => required) &&
      listOf(document, operation) !== undefined
    );
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** The thing that the name of a parameter says: `company` of `companyId`. Empty for `id`. */
function nounOf(name: string): string {
  const plain = plainName(name);
  const end = IDENTIFYING.find((each) => plain.endsWith(each)) ?? "";
  return end === "" ? "" : plain.slice(0, -end.length);
}

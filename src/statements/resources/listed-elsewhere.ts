import type { Operation } from "#openapi/operations/operation.js";
import { itemProperties } from "../list-items.js";
import { IDENTIFYING, plainName, singularOf } from "../names.js";
import { listOf } from "../paging/paging.js";
import { isPathOfPerson } from "../people.js";
import { successContents } from "../schema-fields.js";
import { propertyNames } from "./envelope-schema.js";
import { collectionPath, lastSegment, pathKey, pathParameters } from "./path-parameters.js";
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
  const lists = operations.filter(
    (operation) => isListOf(noun, operation) && listOf(document, operation) !== undefined,
  );
  return lists.length === 1 ? lists[0] : undefined;
}

/**
 * The list of what the client has, if the collection has no GET: `/user/teams` of `/teams/{}`. Its items have the fields of the
 * resource. Another list may show some of them only: `/featured/teams`.
 */
export function listedForClient(
  { document, operations }: DocumentOperations,
  retrieve: Operation | undefined,
): Operation | undefined {
  if (!retrieve) return undefined;
  const noun = singularOf(lastSegment(collectionPath(retrieve.path)));
  const fields = fieldsShownBy(document, retrieve);
  const lists = operations.filter((operation) => {
    if (!isListOf(noun, operation) || !isPathOfPerson(collectionPath(operation.path))) return false;
    const list = listOf(document, operation);
    return list !== undefined && isSame(itemProperties(document, list), fields);
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/**
 * The list of a resource below another one that the body of its creation names. `POST /boxes` with `teamId` creates `/boxes/{}`, and
 * `/teams/{teamId}/boxes` lists it. The items have the fields of the resource, and no path of their own.
 */
export function listedBelowNamed(
  { document, operations }: DocumentOperations,
  { create, retrieve }: { create: Operation | undefined; retrieve: Operation | undefined },
): Operation | undefined {
  if (!create || !retrieve || create.path.includes("{")) return undefined;
  const noun = singularOf(lastSegment(collectionPath(retrieve.path)));
  const fields = fieldsShownBy(document, retrieve);
  const sent = (create.requestBody?.content ?? []).flatMap((content) => propertyNames(document, content, ""));
  const lists = operations.filter((operation) => {
    const [around, ...inner] = pathParameters(operation);
    if (!around || inner.length > 0 || !sent.includes(around.name)) return false;
    const isNamed = singularOf(lastSegment(operation.path)) === noun && plainName(lastSegment(operation.path)) !== noun;
    const list = isNamed ? listOf(document, operation) : undefined;
    const items = `${pathKey(operation.path)}/{}`;
    const isAlone = operations.every(({ path }) => !pathKey(path).startsWith(items));
    return list !== undefined && isAlone && isSame(itemProperties(document, list), fields);
  });
  return lists.length === 1 ? lists[0] : undefined;
}

function fieldsShownBy(document: DocumentOperations["document"], retrieve: Operation): string[] {
  return successContents(retrieve).flatMap((content) => propertyNames(document, content, ""));
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length > 0 && names.toSorted().join() === others.toSorted().join();
}

/** Whether an operation may read the things of a name without any value. */
function isListOf(noun: string, { method, path, parameters }: Operation): boolean {
  const named = lastSegment(path);
  const isNamed = singularOf(named) === noun && plainName(named) !== noun;
  return method === "get" && isNamed && !path.includes("{") && !parameters.some(({ required }) => required);
}

/** The thing that the name of a parameter says: `company` of `companyId`. Empty for `id`. */
function nounOf(name: string): string {
  const plain = plainName(name);
  const end = IDENTIFYING.find((each) => plain.endsWith(each)) ?? "";
  return end === "" ? "" : plain.slice(0, -end.length);
}

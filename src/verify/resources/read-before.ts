import { asObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation, Pagination } from "#openapi/operations/operation.js";
import { isSuccess, itemsOf, jsonOf } from "../model/request/exchange.js";
import { FROM_RESPONSE, GENERATED, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { resourceCreatedBy } from "../relations/find-resources.js";
import { inferredPaging } from "../relations/paging.js";
import { pathKey } from "../relations/path-parameters.js";
import type { ListOperation, Resource } from "../relations/resource.js";
import { resourceRequest } from "../requests/resource-request.js";
import { addressOf, pathValues } from "./address.js";
import { type ListReader, largestPage, readPages, withParameters } from "./lists/read-pages.js";
import { namedInBody } from "./permission.js";

/** The parts of a test case that read before a creation. */
type Reader = ListReader & Pick<CaseContext, "target" | "generator" | "shared" | "resources">;

/**
 * Reads before a creation, to see later that the resource is new: the list, once; and the resource that the body names, which
 * must not exist. Other requests need nothing.
 */
export async function readBefore(reader: Reader, creation: RequestSpec): Promise<void> {
  const { operation, method = operation.method } = creation;
  const resource = method === "post" ? resourceCreatedBy(reader.contract, operation) : undefined;
  if (!resource) return;
  try {
    await readNamed(reader, resource, creation);
    await readList(reader, resource, creation);
  } catch (error) {
    // Without the reading, the gate or the proof decides in doubt.
    if (!(error instanceof Skipped)) throw error;
  }
}

/** Asks for the resources that a body names. */
async function readNamed(reader: Reader, { retrieve }: Resource, creation: RequestSpec): Promise<void> {
  const outer = pathValues(creation.operation, creation.parameters).flatMap((value) => value ?? []);
  for (const { address, value } of namedInBody(reader.contract, creation)) {
    if (!retrieve || address === undefined || reader.resources.owns(address)) continue;
    const request = resourceRequest(reader, retrieve, [...outer, { value, source: FROM_RESPONSE }]);
    if (request) await reader.send(request);
  }
}

/** Reads the whole list of a collection, if it is not too long. Each list is read once. */
async function readList(reader: Reader, { list }: Resource, { operation }: RequestSpec): Promise<void> {
  if (!list || operation.path.includes("{")) return;
  await reader.shared.get(`items before ${operation.id}`, async () => {
    const request = resourceRequest(reader, list.operation, []);
    const address = addressOf(pathKey(list.operation.path), []);
    const isAtEnd = request !== undefined && (await readToEnd(reader, list, request));
    // Without documented pages, the ledger judges the only response.
    const hasPages = list.operation.pagination ?? inferredPaging(reader.contract.document, list.operation)?.next;
    if (isAtEnd && hasPages && address !== undefined) reader.resources.noteWhole(address);
  });
}

/** Reads a list. Returns whether it was read to its end. */
export async function readToEnd(reader: ListReader, list: ListOperation, request: RequestSpec): Promise<boolean> {
  const { pagination } = list.operation;
  if (pagination) return readStatedPages(reader, request, pagination);
  return (await readPages(reader, list, request, largestPage(reader, list))).isComplete;
}

/** A longer list is not read to its end. */
const MAX_PAGES = 12;

/** Reads a list as `x-pagination` states. Returns whether it was read to its end. */
async function readStatedPages(reader: ListReader, first: RequestSpec, pagination: Pagination): Promise<boolean> {
  const { forward, hasMore } = pagination;
  const parameter = first.operation.parameters.find(
    ({ in: place, name }) => place === "query" && name === forward.parameter,
  );
  const size = maximumSizeOf(first.operation, pagination);
  const base = withParameters(first, size);
  let request = base;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await reader.send(request);
    if (!isSuccess(page)) return false;
    const body = jsonOf(page);
    const last = itemsOf(pagination, page).at(-1);
    const cursor = forward.item === undefined ? valueAt(body, forward.body ?? "") : last && valueAt(last, forward.item);
    const isEnd = cursor === undefined || cursor === null || cursor === "";
    if (isEnd || (hasMore !== undefined && valueAt(body, hasMore) === false)) return true;
    if (!parameter) return false;
    request = withParameters(base, [{ parameter, value: cursor, source: FROM_RESPONSE }]);
  }
  return false;
}

/** The page size that the document allows at most. */
function maximumSizeOf({ parameters }: Operation, { pageSize }: Pagination): ParameterValue[] {
  const parameter = parameters.find(({ in: place, name }) => place === "query" && name === pageSize);
  const { maximum } = asObject(parameter?.schema);
  return parameter && typeof maximum === "number" ? [{ parameter, value: maximum, source: GENERATED }] : [];
}

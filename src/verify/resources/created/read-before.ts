import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey, resourcePaths } from "#statements/resources/path-parameters.js";
import { pathBelow, type Resource } from "#statements/resources/resource.js";
import { FROM_RESPONSE, type PathValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { hasUniqueText } from "#verify/requests/generated-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf, namedAddresses, pathValues } from "../address.js";
import { readList } from "../lists/read-list.js";
import type { ListReader } from "../lists/read-pages.js";
import { namedInBody } from "../permission/named-in-request.js";

/** The parts of a test case that read before a creation. */
type Reader = ListReader & Pick<CaseContext, "target" | "generator" | "run" | "resources">;

/**
 * Reads before a creation, to see later that the resource is new. It reads the list once, and the resource that the body
 * names, which must not exist. It reads a removed resource again before it is named as one that does not exist. Other
 * requests need nothing.
 */
export async function readBefore(reader: Reader, creation: RequestSpec): Promise<void> {
  const { operation, method = operation.method } = creation;
  if (!isSafe({ method })) await readRemoved(reader, creation);
  const resource = method === "post" ? resourceCreatedBy(reader.contract, operation) : undefined;
  if (!resource || resource.isCreatedElsewhere) return;
  try {
    await readNamed(reader, resource, creation);
    await readWhole(reader, resource, creation);
  } catch (error) {
    // Without the reading, the gate or the proof decides in doubt.
    if (!(error instanceof Skipped)) throw error;
  }
}

/**
 * Asks for a resource that the run has removed, before a request that expects nothing there. Somebody else may have its
 * number.
 */
async function readRemoved(reader: Reader, { operation, parameters }: RequestSpec): Promise<void> {
  const address = namedAddresses(operation, parameters).at(-1);
  if (address === undefined || !reader.resources.wasRemoved(address) || reader.resources.hasRemoved(address)) return;
  const path = resourcePaths(operation.path).at(-1);
  const { retrieve } = (path === undefined ? undefined : resourcesOf(reader.contract).get(pathKey(path))) ?? {};
  const values = pathValues(operation, parameters).flatMap((value) => value ?? []);
  const request = retrieve && resourceRequest(reader, retrieve, values);
  try {
    if (request) await reader.send(request);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
  }
}

/**
 * Asks for the resources that a body names. A text that only this run has is asked for once: nothing else can have got it
 * since.
 */
async function readNamed(reader: Reader, resource: Resource, creation: RequestSpec): Promise<void> {
  const { retrieve } = resource;
  const outer = pathValues(creation.operation, creation.parameters).flatMap((value) => value ?? []);
  for (const { address, value } of namedInBody(reader.contract, creation)) {
    if (!retrieve || address === undefined || reader.resources.owns(address)) continue;
    if (hasUniqueText(reader.generator, value) && reader.resources.isAbsent(address)) continue;
    const request = resourceRequest(
      reader,
      retrieve,
      pathBelow<PathValue>(resource, outer, { value, source: FROM_RESPONSE }),
    );
    if (request) await reader.send(request);
  }
}

/** The lists that were read before creations, by the operation that creates. */
const readBeforehand = oncePerRun<Operation, void>();

/** Reads the whole list of a collection, if it is not too long. Each list is read once. */
async function readWhole(reader: Reader, { list }: Resource, { operation }: RequestSpec): Promise<void> {
  if (!list || operation.path.includes("{")) return;
  await readBeforehand.get(reader, operation, async () => {
    const request = resourceRequest(reader, list.operation, []);
    const address = addressOf(pathKey(list.operation.path), []);
    const listing = request && (await readList(reader, list, request));
    // Without documented pages, the ledger judges the only response.
    if (listing?.isComplete && list.paging.next && address !== undefined) reader.resources.noteWhole(address);
  });
}

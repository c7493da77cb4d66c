import { foundFile, isFile, type Payload, sameFile, type Transfer } from "#verify/judges/files.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { readSettled } from "#verify/resources/read-settled.js";

/**
 * Downloads a file until the response is wanted, or the target's time to settle is over. Undefined without an operation for
 * it.
 */
export async function downloaded(
  context: CaseContext,
  { operation, download }: Transfer,
  path: readonly PathValue[],
  isWanted: (exchange: Exchange) => boolean,
): Promise<Exchange | undefined> {
  const request = download && resourceRequest(context, download, path);
  if (!request) return undefined;
  return readSettled(context, request, isWanted, anyResponse(download, `${operation.id} stored the file`));
}

/** Downloads an uploaded file. Returns whether it was found. */
export async function expectDownload(
  context: CaseContext,
  transfer: Transfer,
  path: readonly PathValue[],
  payload: Payload,
): Promise<boolean> {
  const exchange = await downloaded(context, transfer, path, (found) => isFile(found, payload));
  if (!exchange || !context.judge(foundFile(transfer, exchange)) || !isSuccess(exchange)) return false;
  context.judge(sameFile(transfer, payload, exchange));
  return true;
}

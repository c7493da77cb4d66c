import { mediaTypeOf } from "#http/media-type.js";
import type { Operation } from "#openapi/operations/operation.js";
import { statesKept } from "#statements/files.js";
import type { Effect } from "#verify/model/finding/effect.js";
import { type Exchange, isGone, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { Payload } from "./payloads.js";

/** An operation that stores files, and the one that sends their bytes. */
export interface Transfer extends Effect {
  operation: Operation;
  download: Operation | undefined;
}

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

/** The bytes of a response. */
export function bytesOf({ bytes, body }: Exchange): Buffer {
  return bytes ? Buffer.from(bytes) : Buffer.from(body);
}

/** Whether a response has the bytes of a file. */
export function isFile(exchange: Exchange, payload: Payload): boolean {
  return isSuccess(exchange) && bytesOf(exchange).equals(payload.bytes);
}

function basisOf(part: "bytes" | "type", { operation, download }: Transfer): "stated" | "inferred" {
  return statesKept(part, [operation, download]) ? "stated" : "inferred";
}

/** An uploaded file comes back with its bytes and its media type. Returns whether it was found. */
export async function expectDownload(
  context: CaseContext,
  transfer: Transfer,
  path: readonly PathValue[],
  payload: Payload,
): Promise<boolean> {
  const { operation, download } = transfer;
  const exchange = await downloaded(context, transfer, path, (found) => isFile(found, payload));
  if (!exchange || !download) return false;
  if (isGone(exchange)) {
    const breach = broken("file-not-found", { operation: download.id, upload: operation.id });
    failEffect(context, transfer, { basis: "stated", ...breach, expected: "the uploaded bytes" }, exchange);
    return false;
  }
  if (!isSuccess(exchange)) return false;
  if (!isFile(exchange, payload)) {
    const breach = broken("file-bytes-differ", { operation: download.id, upload: operation.id });
    const expected = `${payload.bytes.length} bytes of ${payload.type}`;
    const received = `${bytesOf(exchange).length} bytes: ${exchange.body}`;
    failEffect(context, transfer, { basis: basisOf("bytes", transfer), ...breach, expected, received }, exchange);
    return true;
  }
  const type = exchange.headers.get("content-type") ?? "";
  if (mediaTypeOf(type) !== payload.type) {
    const breach = broken("file-media-type-differs", { operation: download.id, upload: operation.id });
    const facts = { basis: basisOf("type", transfer), ...breach, expected: payload.type, received: type };
    failEffect(context, transfer, facts, exchange);
  }
  expectName(context, transfer, exchange, payload);
  return true;
}

/** The name of a download is that of the upload (RFC 6266, 4.3). */
function expectName(context: CaseContext, transfer: Transfer, exchange: Exchange, payload: Payload): void {
  const disposition = exchange.headers.get("content-disposition") ?? "";
  if (!/filename/i.test(disposition) || disposition.includes(payload.name)) return;
  const breach = broken("file-name-differs", { operation: exchange.operation, upload: transfer.operation.id });
  if (transfer.operation.method !== "post") return;
  failEffect(context, transfer, { ...breach, expected: payload.name, received: disposition }, exchange);
}

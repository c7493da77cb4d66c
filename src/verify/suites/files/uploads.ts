import type { MediaType } from "#openapi/operations/operation.js";
import type { Resource } from "#statements/resources/resource.js";
import { absentFile, fileOfOther, type Payload, type Transfer } from "#verify/judges/files.js";
import { hasTakenEffect } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { createOwn, type OwnResource } from "#verify/steps/own-resource.js";
import { downloaded, expectDownload } from "./downloads.js";
import { payloadOf } from "./payloads.js";

/** An upload to a path below a resource, or to its own. */
interface Upload extends Transfer {
  types: readonly MediaType[];
  resource: Resource;
}

/**
 * How many files are stored in turn. The second one takes the place of the first one, and has another type if it can.
 */
const FILES = 2;

/** A file comes back as it was stored, also in place of an earlier one, and from no other resource. */
export async function expectUploads(context: CaseContext, upload: Upload): Promise<void> {
  const own = await createOwn(context, upload.resource);
  const other = await createOwn(context, upload.resource);
  const nothing = await downloaded(context, upload, own.created.path, () => true);
  if (nothing) context.judge(absentFile(upload, nothing));
  let stored: Payload | undefined;
  for (let count = 0; count < FILES; count += 1) {
    const { name } = upload.types[count % upload.types.length] ?? {};
    const payload = payloadOf(context.generator, name ?? "application/octet-stream");
    if (!(await isStored(context, upload, own, payload))) continue;
    if (!(await expectDownload(context, upload, own.created.path, payload))) return;
    stored = payload;
  }
  if (!stored) throw new Skipped("the target rejected the files that were made for it");
  const apart = await downloaded(context, upload, other.created.path, () => true);
  if (apart) context.judge(fileOfOther(upload, stored, apart));
}

async function isStored(context: CaseContext, { operation }: Upload, own: OwnResource, payload: Payload) {
  const { type, bytes } = payload;
  const body: RequestSpec["body"] = { type, value: payload.name, source: GENERATED, content: bytes };
  const request = resourceRequest(context, operation, own.created.path, body);
  if (!request) return false;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, "the document allows the file"), exchange);
  return hasTakenEffect(exchange);
}

import { serializeBody } from "#http/serialize.js";
import { asObject, isObject } from "#openapi/document/document.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { withoutFiles } from "#statements/files.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { deletedFile, describedFile, isFile, type Payload, type Transfer } from "#verify/judges/files.js";
import { hasTakenEffect, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { type PathValue, shownBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { type Created, createdBy, isConfirmed } from "#verify/resources/created/created.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { downloaded, expectDownload } from "./downloads.js";
import { payloadOf } from "./payloads.js";

/** An upload by a form that creates a resource. */
interface FormUpload extends Transfer {
  form: MediaType;
  /** The names of the fields that are files. */
  fields: readonly string[];
  resource: Resource;
}

/** The media types of the files that are sent, where the document names none. */
const TYPES = ["text/plain", "application/octet-stream"];

/** Each file comes back as it was sent, described by what the run knows of it. After its deletion, its bytes are gone. */
export async function expectUploadedForms(context: CaseContext, upload: FormUpload): Promise<void> {
  const stored: { created: Created; payload: Payload }[] = [];
  for (const type of typesOf(upload)) {
    const payload = payloadOf(context.generator, type);
    const created = await uploaded(context, upload, payload);
    if (!created) continue;
    const { exchange, request } = created;
    const beside = asObject(shownBody(request));
    context.judge(describedFile(upload, payload, resourceIn(jsonOf(exchange), created), beside, exchange));
    stored.push({ created, payload });
  }
  if (stored.length === 0) throw new Skipped("the target rejected the files that were made for it");
  for (const { created, payload } of stored) {
    if (!(await expectDownload(context, upload, created.path, payload))) return;
  }
  const [first] = stored;
  if (first) await expectDeleted(context, upload, first.created, first.payload);
}

/** The media types that the document names for the file (Encoding Object, OpenAPI 3.1, 4.8.15), or usual ones. */
function typesOf({ form, fields }: FormUpload): string[] {
  const { contentType } = form.encoding[fields[0] ?? ""] ?? {};
  const named = contentType?.split(",").map((type) => type.trim()) ?? [];
  const [first = "", ...others] = named.length > 0 ? named : TYPES;
  return [first, others.at(-1) ?? first];
}

/** The resource that an upload created; undefined if it was rejected, or the response does not identify it. */
async function uploaded(
  context: CaseContext,
  { operation, form, fields, resource }: FormUpload,
  payload: Payload,
): Promise<Created | undefined> {
  const base = await requireAllowedRequest(context, operation);
  const outer = pathParameters(operation).flatMap((wanted): readonly PathValue[] =>
    base.parameters.filter(({ parameter }) => parameter === wanted),
  );
  const body = likelyBodies(context, operation).find((likely) => likely?.type === form.name);
  const values = body && "value" in body && isObject(body.value) ? body.value : {};
  const file = () => new File([payload.bytes], payload.name, { type: payload.type });
  // Only fields that are not files are compared with what the target shows.
  const value = asObject(withoutFiles(operation, form.name, values));
  const all = { ...value, ...Object.fromEntries(fields.map((field) => [field, file()])) };
  const content = serializeBody(all, form.name, form.encoding);
  const sent = { type: form.name, value, source: { kind: "generated" }, content } as const;
  const request = resourceRequest(context, operation, outer, sent);
  if (!request) return undefined;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, "the document allows the file"), exchange);
  if (!isSuccess(exchange)) return undefined;
  return createdBy(context.contract, resource, operation, { request, exchange, outer, parent: undefined });
}

/** Deletes a file, and downloads it again. */
async function expectDeleted(context: CaseContext, upload: FormUpload, created: Created, payload: Payload) {
  const { remove } = upload.resource;
  const request = remove && resourceRequest(context, remove, created.path);
  if (!request || !(await isConfirmed(context, created))) return;
  const deleted = await context.send(request);
  if (!hasTakenEffect(deleted)) return;
  const after = await downloaded(context, upload, created.path, (found) => !isFile(found, payload));
  if (after) context.judge(deletedFile(upload, remove, payload, after));
}

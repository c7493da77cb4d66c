import { setTimeout } from "node:timers/promises";
import { isObject } from "#openapi/document/document.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import {
  describedFields,
  earlierJob,
  endedJob,
  foundJob,
  foundResult,
  type Job,
  ownValues,
  undocumentedAddress,
} from "#verify/judges/jobs.js";
import { type Exchange, isRejection } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { addressIn, hasEnded, jobIn, resultAddressIn } from "#verify/relations/job-state.js";
import { destinationOf } from "#verify/requests/address-request.js";
import { changedFields, withOtherMembers } from "#verify/requests/changing-body.js";
import { generatedBody } from "#verify/requests/generated-parts.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";

/** How often a job is read until it has ended, and the milliseconds between further reads. */
const READS = { least: 8, pause: 100 };

/** The second job has other values than the first one: a server may mix them up. */
export async function expectJobs(
  context: CaseContext,
  operation: Operation,
  accepted: DocumentedResponse,
): Promise<void> {
  const usual = await requireAllowedRequest(context, operation);
  const full = generatedBody(context, operation, "all") ?? usual.body;
  const first = await expectJob(context, { ...usual, body: full }, accepted);
  if (!first) throw new Skipped("the target started no work that has an address");
  const next = await expectJob(context, { ...usual, body: otherBody(context, operation, full) }, accepted);
  if (next) context.judge(earlierJob(first, await readSettled(context, first.read)));
  const unended = [first, next].filter((job) => job && !hasEnded(job.shown));
  if (unended.length > 0) throw new Skipped("the work that it started has not ended yet");
}

/** A body with other values than another one, if the document allows one. */
function otherBody(context: CaseContext, operation: Operation, body: BodySpec | undefined): BodySpec | undefined {
  if (!body || !("value" in body) || !isObject(body.value)) return body;
  const { value } = body;
  return withOtherMembers(context, operation, body, changedFields(value));
}

/** Starts a job and follows it. Returns undefined if the target starts none, or does not say where it is. */
async function expectJob(
  context: CaseContext,
  request: RequestSpec,
  { status, pointer: place }: DocumentedResponse,
): Promise<Job | undefined> {
  const { operation } = request;
  const started = await context.send(request);
  await context.check(request, anyResponse(operation, "the document allows the request"), started);
  const address = addressIn(started);
  if (String(started.status) !== status || address === undefined) return undefined;
  const start = { operation, place, basis: "inferred", request, started } as const;
  const destination = destinationOf(context.contract, started, address);
  if (destination.kind === "undocumented") context.judge([undocumentedAddress(start, address)]);
  if (destination.kind !== "operation") return undefined;
  const { request: read } = destination;
  const shown = await followed(context, read);
  await context.check(read, anyResponse(read.operation, `${operation.id} started the work`), shown);
  const job: Job = { ...start, read, shown };
  if (!context.judge(foundJob(job, address)) || isRejection(shown)) return undefined;
  context.judge(ownValues(job));
  if (hasEnded(shown)) {
    await expectResult(context, job);
    await expectEnded(context, job);
  }
  return job;
}

/** Reads a job until it has ended, for the target's time to settle, and so often at least. */
async function followed(context: CaseContext, read: RequestSpec): Promise<Exchange> {
  let reads = 0;
  let shown = await context.settle(() => {
    reads += 1;
    return context.send(read);
  }, hasEnded);
  for (; !hasEnded(shown) && jobIn(shown)?.state !== undefined && reads < READS.least; reads += 1) {
    await setTimeout(READS.pause);
    shown = await context.send(read);
  }
  return shown;
}

/** The result of an ended job is there, if the document says so, and can be read. */
async function expectResult(context: CaseContext, job: Job): Promise<void> {
  context.judge(describedFields(context.contract.document, job));
  const address = resultAddressIn(job.shown);
  const destination = address === undefined ? undefined : destinationOf(context.contract, job.shown, address);
  if (address === undefined || destination?.kind !== "operation") return;
  const { request } = destination;
  context.judge(foundResult(job, address, request.operation, await readSettled(context, request)));
}

/** An ended job is read again. */
async function expectEnded(context: CaseContext, job: Job): Promise<void> {
  for (let reads = 2; reads > 0; reads -= 1) {
    if (!context.judge(endedJob(job, await context.send(job.read)))) return;
  }
}

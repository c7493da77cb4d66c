import { setTimeout } from "node:timers/promises";
import { isObject } from "#openapi/document/document.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { compare, EQUAL } from "#verify/model/finding/compare.js";
import { type Exchange, isGone, isRejection } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { destinationOf } from "#verify/requests/address-request.js";
import { withOtherMembers } from "#verify/requests/changing-body.js";
import { generatedBody } from "#verify/requests/generated-parts.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { Job } from "./job.js";
import { addressIn, hasEnded, jobIn } from "./job-state.js";
import { expectOwnValues, expectResult } from "./job-values.js";

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
  if (next) await expectKept(context, first);
  const unended = [first, next].filter((job) => job && !hasEnded(job.shown));
  if (unended.length > 0) throw new Skipped("the work that it started has not ended yet");
}

/** A body with other values than another one, if the document allows one. */
function otherBody(context: CaseContext, operation: Operation, body: BodySpec | undefined): BodySpec | undefined {
  if (!body || !("value" in body) || !isObject(body.value)) return body;
  const { value } = body;
  return withOtherMembers(context, operation, body, (other) => compare(value, other, EQUAL).length);
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
  const destination = destinationOf(context.contract, started, address);
  const facts = { operation, place, basis: "inferred" } as const;
  if (destination.kind === "undocumented") {
    const breach = broken("job-address-undocumented", { operation: operation.id });
    failEffect(
      context,
      facts,
      { ...breach, expected: "the path of an operation that reads", received: address },
      started,
    );
  }
  if (destination.kind !== "operation") return undefined;
  const { request: read } = destination;
  const shown = await followed(context, read);
  await context.check(read, anyResponse(read.operation, `${operation.id} started the work`), shown);
  const job: Job = { ...facts, request, started, read, shown };
  if (isGone(shown)) {
    const breach = broken("job-not-found", { operation: read.operation.id, start: operation.id });
    failEffect(context, facts, { ...breach, expected: `a success for ${address}` }, shown);
    return undefined;
  }
  if (isRejection(shown)) return undefined;
  expectOwnValues(context, job);
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

/** A job that has ended does not continue. */
async function expectEnded(context: CaseContext, job: Job): Promise<void> {
  const before = jobIn(job.shown)?.state;
  for (let reads = 2; reads > 0; reads -= 1) {
    const again = await context.send(job.read);
    const state = jobIn(again)?.state;
    if (state === undefined || hasEnded(again)) continue;
    const breach = broken("ended-job-continues", { operation: job.read.operation.id, state });
    failEffect(context, job, { basis: "stated", ...breach, expected: `${before}`, received: state }, again);
    return;
  }
}

/** A job is still there when the next one has been started. */
async function expectKept(context: CaseContext, job: Job): Promise<void> {
  const again = await readSettled(context, job.read);
  if (!isGone(again)) return;
  const breach = broken("earlier-job-lost", { operation: job.read.operation.id });
  failEffect(context, job, { ...breach, expected: "a success" }, again);
}

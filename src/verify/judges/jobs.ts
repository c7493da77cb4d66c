import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { isEndedState, presentIf } from "#statements/jobs.js";
import { IDENTIFYING } from "#statements/names.js";
import { layersOf } from "#statements/resources/envelope.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { successContents } from "#statements/schema-fields.js";
import { compare, RELATED } from "../model/finding/compare.js";
import type { Effect } from "../model/finding/effect.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isGone, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import { jobIn, type ShownJob } from "../relations/job-state.js";
import { otherPathValues } from "../relations/path-values.js";
import { inJson } from "../rules/differing-fields.js";
import { broken } from "../rules/sentence.js";
import { effectJudgment } from "./judgment.js";

/** A request that starts work, and its response. The place of its effect describes that response. */
export interface StartedJob extends Effect {
  operation: Operation;
  request: RequestSpec;
  started: Exchange;
}

/** A started job, and the last response that showed it. */
export interface Job extends StartedJob {
  read: RequestSpec;
  shown: Exchange;
}

/** The address of a job is that of an operation that reads. */
export function undocumentedAddress(job: StartedJob, address: string): Judgment {
  const breach = broken("job-address-undocumented", { operation: job.operation.id });
  const facts = { ...breach, expected: "the path of an operation that reads", received: address };
  return effectJudgment(job, facts, job.started);
}

/** A started job is found at its address. */
export function foundJob(job: Job, address: string): Judgment[] {
  if (!isGone(job.shown)) return [];
  const breach = broken("job-not-found", { operation: job.read.operation.id, start: job.operation.id });
  return [effectJudgment(job, { ...breach, expected: `a success for ${address}` }, job.shown)];
}

/** The shown job is the started one: it has the id of the response to its start. If so, it has the values of the request. */
export function ownValues(job: Job): Judgment[] {
  const [first, shown] = [jobIn(job.started), jobIn(job.shown)];
  const other = IDENTIFYING.map((name) => ({ wanted: first?.values[name], found: shown?.values[name] })).find(
    ({ wanted, found }) => wanted !== undefined && found !== undefined && !isSameId(wanted, found),
  );
  if (other) {
    const breach = broken("job-address-shows-other-job", { operation: job.operation.id });
    const [expected, received] = [jsonText(other.wanted), jsonText(other.found)];
    return [effectJudgment(job, { basis: "stated", ...breach, expected, received }, job.shown)];
  }
  return [...otherValues(job, first, job.started), ...otherValues(job, shown, job.shown)];
}

/** The fields of a job that differ from the request: from its body, or from an equally named path parameter. */
function otherValues(job: Job, shown: ShownJob | undefined, exchange: Exchange): Judgment[] {
  if (!shown) return [];
  const sent = asObject(structuredBody(job.request));
  const differences = [...compare(sent, shown.values, RELATED), ...otherPathValues(job.request, shown.values)];
  return differences.map(({ name, wanted, found }) => {
    const breach = broken("job-value-differs", { operation: job.operation.id, field: name });
    return effectJudgment(job, { ...breach, ...inJson(wanted, found) }, exchange);
  });
}

/** A field of a job is present where its description says so. */
export function describedFields(document: OpenApiDocument, job: Job): Judgment[] {
  const { values = {} } = jobIn(job.shown) ?? {};
  const operation = job.read.operation;
  const schemas = successContents(operation).flatMap(({ schemaPointer }) =>
    layersOf(jsonOf(job.shown)).flatMap(({ at }) => schemasAt(document, schemaPointer, at).at(-1) ?? []),
  );
  const properties = schemas.flatMap((schema) =>
    Object.entries(asObject(asObject(valueAt(document, schema)).properties)),
  );
  return properties.flatMap(([field, described]): Judgment[] => {
    const condition = presentIf(String(asObject(described).description));
    if (!condition || values[condition.field] !== condition.value || values[field] !== undefined) return [];
    const { field: other, value } = condition;
    const breach = broken("job-field-missing", { operation: operation.id, field, other, value });
    return [effectJudgment(job, { ...breach, expected: `a value of /${field}` }, job.shown)];
  });
}

/** The result of an ended job is found at its address. */
export function foundResult(job: Job, address: string, operation: Operation, result: Exchange): Judgment[] {
  if (!isGone(result)) return [];
  const breach = broken("job-result-not-found", { operation: operation.id });
  return [effectJudgment(job, { ...breach, expected: `a success for ${address}` }, result)];
}

/** A job that has ended does not continue. @param again a later response that shows it */
export function endedJob(job: Job, again: Exchange): Judgment[] {
  const [before, state] = [jobIn(job.shown)?.state, jobIn(again)?.state];
  if (state === undefined || isEndedState(state)) return [];
  const breach = broken("ended-job-continues", { operation: job.read.operation.id, state });
  return [effectJudgment(job, { basis: "stated", ...breach, expected: `${before}`, received: state }, again)];
}

/** A job is still there when the next one has been started. */
export function earlierJob(job: Job, again: Exchange): Judgment[] {
  if (!isGone(again)) return [];
  const breach = broken("earlier-job-lost", { operation: job.read.operation.id });
  return [effectJudgment(job, { ...breach, expected: "a success" }, again)];
}

import { asObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { isAddressOfResult, presentIf } from "#statements/jobs.js";
import { IDENTIFYING } from "#statements/names.js";
import { layersOf } from "#statements/resources/envelope.js";
import { isSameId } from "#statements/resources/identifiers.js";
import { successContents } from "#statements/schema-fields.js";
import { compare, type Difference, RELATED } from "#verify/model/finding/compare.js";
import { isGone, jsonOf } from "#verify/model/request/exchange.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { destinationOf } from "#verify/requests/address-request.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { otherPathValues } from "#verify/steps/path-values.js";
import type { Job } from "./job.js";
import { jobIn, type ShownJob } from "./job-state.js";

/** The shown job is the started one. It has the id of the response to its start, and the values of the request. */
export function expectOwnValues(context: CaseContext, job: Job): void {
  const first = jobIn(job.started);
  const shown = jobIn(job.shown);
  for (const name of IDENTIFYING) {
    const [wanted, found] = [first?.values[name], shown?.values[name]];
    if (wanted === undefined || found === undefined || isSameId(wanted, found)) continue;
    const breach = broken("job-address-shows-other-job", { operation: job.operation.id });
    const facts = { basis: "stated" as const, ...breach, expected: jsonText(wanted) };
    failEffect(context, job, { ...facts, received: jsonText(found) }, job.shown);
    return;
  }
  for (const [exchange, seen] of [[job.started, first] as const, [job.shown, shown] as const]) {
    const wrong = seen ? otherValues(job, seen) : [];
    for (const { name, wanted, found } of wrong) {
      const breach = broken("job-value-differs", { operation: job.operation.id, field: name });
      failEffect(context, job, { ...breach, ...inJson(wanted, found) }, exchange);
    }
  }
}

/** The fields of a job that differ from the request: from its body, or from an equally named path parameter. */
function otherValues({ request }: Job, { values }: ShownJob): Difference[] {
  const sent = asObject(structuredBody(request));
  return [...compare(sent, values, RELATED), ...otherPathValues(request, values)];
}

/** The result of an ended job is there, if the document says so, and can be read. */
export async function expectResult(context: CaseContext, job: Job): Promise<void> {
  const shown = jobIn(job.shown);
  if (!shown) return;
  expectPresent(context, job, shown);
  const [, address] = Object.entries(shown.values).find(([name]) => isAddressOfResult(name)) ?? [];
  if (typeof address !== "string" || address === "") return;
  const destination = destinationOf(context.contract, job.shown, address);
  if (destination.kind !== "operation") return;
  const result = await readSettled(context, destination.request);
  if (!isGone(result)) return;
  const breach = broken("job-result-not-found", { operation: destination.request.operation.id });
  failEffect(context, job, { ...breach, expected: `a success for ${address}` }, result);
}

/** A field is present where its description says so. */
function expectPresent(context: CaseContext, job: Job, { values }: ShownJob): void {
  const { document } = context.contract;
  for (const { schemaPointer } of successContents(job.read.operation)) {
    for (const { at } of layersOf(jsonOf(job.shown))) {
      for (const schema of schemasAt(document, schemaPointer, at).at(-1) ?? []) {
        const properties = asObject(asObject(valueAt(document, schema)).properties);
        for (const [name, described] of Object.entries(properties)) {
          const condition = presentIf(String(asObject(described).description));
          if (!condition || values[condition.field] !== condition.value || values[name] !== undefined) continue;
          const breach = broken("job-field-missing", {
            operation: job.read.operation.id,
            field: name,
            other: condition.field,
            value: condition.value,
          });
          failEffect(context, job, { ...breach, expected: `a value of /${name}` }, job.shown);
        }
      }
    }
  }
}

import { isObject } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { plainName } from "#statements/names.js";
import { namesParent, nounOf } from "#statements/resources/parent-field.js";
import type { Resource } from "#statements/resources/resource.js";
import { propertiesAt } from "#statements/schema-fields.js";
import { keptReference, onlyReferring, type Reference } from "#verify/judges/life-cycle/references.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { bodyMediaType, GENERATED } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { renewedValue } from "#verify/requests/generated-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { createdThrough, creationRequest } from "#verify/resources/created/create-like.js";
import { createResource } from "#verify/resources/created/create-resource.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { isIn } from "#verify/resources/created/references.js";
import { readList } from "#verify/resources/lists/read-list.js";
import { sent, withParameters } from "#verify/resources/lists/read-pages.js";
import { kindsNamed } from "#verify/resources/shown/names-of-resources.js";

/** So many fields of a creation are sent that name what is beside the new resource. */
const MOST = 2;

/** A field of a creation that may name something beside the new resource. */
interface Field {
  name: string;
  kind: Resource;
}

/**
 * Creates a resource that names another one of the same resource around it: `{ "milestone_id": 3 }` of
 * `/projects/{}/issues`. It is shown with that, and the list finds it by that alone.
 */
export async function expectReferences(context: CaseContext, created: Created): Promise<void> {
  for (const field of fieldsOf(context, created).slice(0, MOST)) await expectReference(context, created, field);
}

/** The optional fields of a creation that name what is beside the new resource. Others of its own kind may be around it. */
function fieldsOf({ contract }: CaseContext, { request, resource, create }: Created): Field[] {
  const { body } = request;
  const mediaType = body && bodyMediaType(create, body);
  if (resource.position === 0 || create !== resource.create || !mediaType || !("value" in body)) return [];
  const { value } = body;
  const names = propertiesAt(contract.document, mediaType, "").filter((name) => !isObject(value) || !(name in value));
  const fields = names.flatMap((name): Field[] => {
    if (namesParent(name)) return [{ name, kind: resource }];
    const [named] = kindsNamed(contract, name).filter(
      (kind) => kind.resource.position > 0 && isIn(kind.resource, create),
    );
    return named ? [{ name, kind: named.resource }] : [];
  });
  return fields.filter(({ kind }, index) => fields.findIndex((other) => other.kind === kind) === index);
}

async function expectReference(context: CaseContext, created: Created, { name, kind }: Field): Promise<void> {
  const end = kind === created.resource ? created : await anotherOf(context, kind, created);
  const reference = end && { name, noun: nounOf(name), value: end.value };
  const referring = reference && (await referringTo(context, created, reference));
  if (!referring) return;
  const shown = await readCreated(context, referring, (read) => read.resource !== undefined);
  if (!shown?.resource) return;
  if (!context.judge(keptReference(referring, reference, { ...shown, resource: shown.resource }))) return;
  const { list } = created.resource;
  const parameter = list && selecting(context, list, { name, kind });
  if (parameter) await expectSelected(context, referring, { list, parameter }, end);
}

/** Another resource below the same one. Undefined if the target accepts none. */
async function anotherOf(context: CaseContext, kind: Resource, beside: Created): Promise<Created | undefined> {
  try {
    return await createResource(context, kind, { isChecked: false, beside });
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** A resource like another one, which names something as well. Undefined if the target does not accept that. */
async function referringTo(context: CaseContext, like: Created, reference: Reference): Promise<Created | undefined> {
  const { body } = like.request;
  const mediaType = body && bodyMediaType(like.create, body);
  if (!mediaType || !("value" in body) || !isObject(body.value)) return undefined;
  const value = { ...renewedValue(context.generator, body.value), [reference.name]: reference.value };
  if (!valuesOf(context).isValid(mediaType, value, "request")) return undefined;
  const request = creationRequest(context, like.resource, like, { ...body, value, source: GENERATED });
  if (!request || !(await context.prepare(request))) return undefined;
  const exchange = await context.send(request);
  return isSuccess(exchange) ? createdThrough(context, like.resource, like, request, exchange) : undefined;
}

/** The parameter of a list that selects by what a field names. */
function selecting(
  { contract }: CaseContext,
  { operation }: ListOperation,
  { name, kind }: Field,
): Parameter | undefined {
  const wanted = [plainName(name), nounOf(name)];
  return operation.parameters.find((parameter) => {
    const isNamed = kindsNamed(contract, parameter.name).some(({ resource }) => resource === kind);
    return parameter.in === "query" && (isNamed || wanted.includes(plainName(parameter.name)));
  });
}

/** A list by what a resource names has the resource, and a list by something else has not. */
async function expectSelected(
  context: CaseContext,
  referring: Created,
  { list, parameter }: { list: ListOperation; parameter: Parameter },
  end: Created,
): Promise<void> {
  const whole = resourceRequest(context, list.operation, referring.outer);
  const other = end.resource === referring.resource ? referring : await anotherOf(context, end.resource, end);
  for (const { value } of [end, ...(other ? [other] : [])]) {
    const request = whole && withParameters(whole, [sent(parameter, value)]);
    const listing = request && (await readList(context, list, request));
    const isWanted = value === end.value;
    if (listing) context.judge(onlyReferring(referring, list.operation, { parameter, value, isWanted }, listing));
  }
}

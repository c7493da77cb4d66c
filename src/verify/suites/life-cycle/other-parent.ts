import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { identifierIn, isSameId } from "#verify/relations/identifiers.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/create-resource.js";
import { identifiedItems, readList } from "#verify/resources/valid-request.js";
import { warnOfCreated } from "./retrieve.js";

/**
 * A created resource is not found below another resource than the one that it belongs to: a server that looks for the last
 * identifier alone shows the data of others. A resource may belong to several, so this is only a warning.
 */
export async function expectHidden(context: CaseContext, created: Created, parent: Created): Promise<void> {
  const { retrieve } = created.resource;
  const { list } = parent.resource;
  const read = retrieve && list && parent.path.length === 1 ? await readList(context, list) : undefined;
  const other = identifiedItems(parent.resource, read?.items ?? []).find(({ value }) => !isSameId(value, parent.value));
  const own = created.path.at(-1);
  if (!retrieve || !list || !other || !own) return;
  const source = { kind: "list", operation: list.operation.id } as const;
  const request = resourceRequest(context, retrieve, [{ value: other.value, source }, own]);
  const exchange = request && (await context.send(request));
  if (!exchange || !isSuccess(exchange)) return;
  if (!isSameId(identifierIn(jsonOf(exchange), created.identifier), created.value)) return;
  const message = `the resource that ${created.create.id} created is found below another resource too`;
  const expected = `404 below ${JSON.stringify(other.value)}`;
  const received = `${exchange.status} ${exchange.body}`;
  warnOfCreated(context, created, { message, expected, received, operation: retrieve.id }, exchange);
}

import { isObject, type JsonObject } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { pointerTo } from "../../openapi/pointer.js";
import type { CaseContext } from "../model/case-context.js";
import { unrelatedFields } from "../model/differences.js";
import type { Exchange } from "../model/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request-spec.js";
import { identifierIn, isSameId, propertyNames } from "../relations/identifiers.js";
import { lastValueIn } from "../relations/path-parameters.js";
import type { Identifier, Resource } from "../relations/resource.js";
import { successContents } from "../relations/schema-fields.js";
import { readList } from "./related-values.js";
import { validRequest } from "./valid-request.js";

/** A creation, and the value that may identify the created resource. */
export interface Creation {
  resource: Resource;
  create: Operation;
  request: RequestSpec;
  exchange: Exchange;
  identifier: Identifier;
  value: string | number;
}

/**
 * Whether the value of a response certainly identifies a resource of the path: the document states it, `Location` has it, or
 * the response has the fields of the resource. The id of a job or of a friendship may be that of another resource.
 */
export function identifiesResource({ contract: { document } }: CaseContext, creation: Creation): boolean {
  const { resource, create, exchange, identifier, value } = creation;
  if (identifier.origin === "stated") return true;
  if (isSameId(lastValueIn(exchange.headers.get("location") ?? "", resource.key), value)) return true;
  const fieldsOf = (operation: Operation | undefined, at = "") =>
    (operation ? successContents(operation) : []).flatMap((content) => propertyNames(document, content, at));
  const own = fieldsOf(create);
  const { list } = resource;
  const known = [fieldsOf(resource.retrieve), fieldsOf(list?.operation, pointerTo(list?.items ?? "", 0))];
  return own.length > 0 && known.some((fields) => own.every((each) => fields.includes(each)));
}

/**
 * Whether the run certainly created the resource, so that it may change and delete it: the server said so by 201 or 202. A
 * server that never does may return a resource that existed before, which the list had then.
 */
export async function isNew(context: CaseContext, { resource, create, exchange, value }: Creation): Promise<boolean> {
  if (exchange.status === 201 || exchange.status === 202) return true;
  if (create.responses.some(({ status }) => status === "201") || !resource.list) return false;
  const read = await readList(context, resource.list, validRequest);
  const ids = resource.identifiers().flatMap((each) => read?.items.map((item) => identifierIn(item, each)) ?? []);
  return read !== undefined && !ids.some((each) => isSameId(each, value));
}

/**
 * Whether a found resource is likely not the created one: half of the sent texts or more are others. `Location` may lead to
 * the resource of somebody else.
 */
export function isOther({ request }: Pick<Creation, "request">, found: JsonObject): boolean {
  const sent = structuredBody(request);
  if (!isObject(sent)) return false;
  const texts = Object.entries(sent).filter(([name, each]) => typeof each === "string" && Object.hasOwn(found, name));
  return texts.length > 0 && 2 * unrelatedFields(Object.fromEntries(texts), found).length >= texts.length;
}

/** Whether a found resource has the values that were sent: two fields, or a text that was generated for this run. */
export function hasSentValues({ generator }: CaseContext, { request }: Creation, found: JsonObject): boolean {
  const sent = structuredBody(request);
  if (!isObject(sent)) return false;
  const shown = Object.entries(sent).filter(([name]) => Object.hasOwn(found, name));
  const isUnique = shown.some(([, each]) => typeof each === "string" && generator.isGenerated(each));
  return (shown.length >= 2 || isUnique) && unrelatedFields(sent, found).length === 0;
}

import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { IDENTIFYING, plainName, singularOf } from "#statements/names.js";
import { layersOf, onlyItem } from "#statements/resources/envelope.js";
import { namedPlace, propertyNames } from "#statements/resources/envelope-schema.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { identifierAt, identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { lastSegment, lastValueIn, valuesIn, valuesWithin } from "#statements/resources/path-parameters.js";
import { type Identifier, listingOf, pathBelow, type Resource } from "#statements/resources/resource.js";
import { successContents } from "#statements/schema-fields.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";

/** The value that identifies a created resource, and the field that has it. */
export interface Identity {
  value: string | number | bigint;
  identifier: Identifier;
  /** Whether only the request has the value: the server may have stored another one. */
  isAssumed?: boolean;
}

/**
 * The identities of the resources that a request created. If its body was a list, a server may have created one for each
 * item.
 */
export function identitiesIn(resource: Resource, sent: Json | undefined, exchange: Exchange): Identity[] {
  const body = jsonOf(exchange);
  const lists = isObject(body) ? Object.values(body).filter(Array.isArray) : [body].filter(Array.isArray);
  if (Array.isArray(sent) && lists.length === 1) {
    return (lists[0] ?? []).flatMap((item: Json) => identityOf(resource, item) ?? []);
  }
  const identity = identityIn(resource, exchange) ?? identitySent(resource, sent, exchange);
  return identity ? [identity] : [];
}

/**
 * The name that a client gave to a resource, where the response to its creation has nothing. The field of the body is called as the
 * parameter of the path. An `id` may be another one in the end.
 */
export function identitySent(resource: Resource, sent: Json | undefined, exchange: Exchange): Identity | undefined {
  const own = plainName(identifyingParameter(resource)?.name ?? "");
  const isSilent = isSuccess(exchange) && exchange.body === "" && !exchange.headers.has("location");
  if (!isSilent || resource.isCreatedElsewhere || own === "" || IDENTIFYING.includes(own)) return undefined;
  const identifier = resource.identifiers().find(({ pointer }) => plainName(pointer.slice(1)) === own);
  const value = identifier && isObject(sent) ? identifierIn(sent, identifier) : undefined;
  return identifier && value !== undefined ? { identifier, value, isAssumed: true } : undefined;
}

/** The field of a resource that identifies it: the most likely one, or the one that has a value. */
function identityOf(resource: Resource, body: Json | undefined, wanted?: string): Identity | undefined {
  for (const identifier of resource.identifiers()) {
    const value = identifierIn(body, identifier);
    if (value !== undefined && (wanted === undefined || isSameId(value, wanted))) return { identifier, value };
  }
  return undefined;
}

/** The field of a response that identifies a created resource, or the address in `Location` (RFC 9110, 10.2.2). */
export function identityIn(resource: Resource, exchange: Exchange): Identity | undefined {
  const identifiers = resource.identifiers();
  const value = lastValueIn(exchange.headers.get("location") ?? "", resource.key);
  const body = jsonOf(exchange);
  const found = [body, onlyItem(body)?.object]
    .map((shown) => identityOf(resource, shown, value) ?? identityOf(resource, shown))
    .find((identity) => identity !== undefined);
  if (found) return found;
  return value === undefined ? undefined : { value, identifier: identifiers[0] ?? byLocation(resource) };
}

/**
 * The values of the path of a created resource: those of its collection and its own. It may be created at another path. Then
 * the response has its address, or the outer values of that path are enough.
 *
 * @param outer the values of the path of the operation that created it
 * @returns undefined if some are unknown
 */
export function createdPath(
  resource: Resource,
  outer: readonly (Json | undefined)[],
  { value }: Identity,
  exchange: Exchange,
): readonly (Json | undefined)[] | undefined {
  const { key, position, isCreatedElsewhere } = resource;
  if (!isCreatedElsewhere) return [...outer, value];
  const located = valuesIn(exchange.headers.get("location") ?? "", key);
  if (located) return located;
  for (const { object } of layersOf(jsonOf(exchange))) {
    const members = Object.values(object);
    const texts = members.filter((member): member is string => typeof member === "string");
    // The address of another resource ends with a value that this one does not have.
    const isOwn = (values: readonly string[]) => members.some((member) => isSameId(member, values.at(-1)));
    const found = texts
      .map((text) => valuesWithin(text, key) ?? valuesOfName(text, key))
      .find((values) => values && isOwn(values));
    if (found) return found;
  }
  return outer.length >= position ? pathBelow<Json | undefined>(resource, outer, value) : undefined;
}

/** The values of a full name: `mina/notes` of `/repos/{owner}/{repo}`. */
function valuesOfName(text: string, key: string): string[] | undefined {
  const values = text.split("/");
  const count = key.split("{}").length - 1;
  return count > 1 && values.length === count && !values.includes("") && key.endsWith("/{}".repeat(count))
    ? values
    : undefined;
}

/** The identity of a resource that a request made at its own path: PUT, or PATCH. */
export function identityByPath(resource: Resource, value: Json): Identity | undefined {
  if (typeof value !== "string" && !isNumber(value)) return undefined;
  return { value, identifier: resource.identifiers()[0] ?? byLocation(resource) };
}

/** Where no field of the document has a likely name. */
function byLocation({ create }: Resource): Identifier {
  return { pointer: "/id", basis: "inferred", places: [create?.pointer ?? "#"] };
}

/**
 * Whether the value of a response certainly identifies a resource of the path. The document states it, `Location` has it, or
 * the response has the fields of the resource. The id of a job or of a friendship may be that of another resource.
 */
export function isCertainIdentity(
  document: OpenApiDocument,
  resource: Resource,
  { identifier, value, isAssumed = false }: Identity,
  exchange: Exchange,
): boolean {
  if (isAssumed) return false;
  const { key, create, retrieve } = resource;
  const list = listingOf(resource);
  if (identifier.basis === "stated") return true;
  if (isSameId(lastValueIn(exchange.headers.get("location") ?? "", key), value)) return true;
  const fieldsOf = (operation: Operation | undefined, at = "") =>
    (operation ? successContents(operation) : []).flatMap((content) => propertyNames(document, content, at));
  const [own = []] = [fieldsOf(create), fieldsOf(create, pointerTo("", 0))].filter(({ length }) => length > 0);
  const place = identifierAt(jsonOf(exchange), identifier)?.place;
  const named = (create ? successContents(create) : []).flatMap((content) => {
    const at = namedPlace(document, content, identifier.of ?? "");
    return at !== undefined && place === at + identifier.pointer ? propertyNames(document, content, at) : [];
  });
  const known = [fieldsOf(retrieve), fieldsOf(list?.operation, pointerTo(list?.paging.items ?? "", 0))];
  const isKnown = (shown: readonly string[]) =>
    shown.length > 0 && known.some((fields) => shown.every((field) => fields.includes(field)));
  return isKnown(own) || isKnown(named);
}

/**
 * Whether a response without doubt identifies a created resource. `Location` may lead to another one, and a list has it
 * somewhere.
 */
export function isIdentifiedBy(
  document: OpenApiDocument,
  resource: Resource,
  identity: Identity | undefined,
  exchange: Exchange,
): boolean {
  if (!identity || !isCertainIdentity(document, resource, identity, exchange)) return false;
  const location = lastValueIn(exchange.headers.get("location") ?? "", resource.key);
  const isSame = location === undefined || isSameId(location, identity.value);
  const body = jsonOf(exchange);
  const shown = identifierIn(body, identity.identifier) ?? identifierIn(onlyItem(body)?.object, identity.identifier);
  return isSame && isSameId(shown, identity.value);
}

/** Names of objects around a created resource. */
const AROUND = ["data", "result", "item", "record"];

/**
 * The words of a response for a created resource that the document has no path for. They are `Location`, or an identifier of
 * usual name. Undefined if it has none.
 *
 * @param path of the operation that created it
 */
export function reportedIdentity({ headers, ...exchange }: Exchange, path: string): string | undefined {
  const location = headers.get("location");
  if (location) return location;
  const body = asObject(jsonOf({ headers, ...exchange }));
  const own = singularOf(lastSegment(path));
  const names = [...IDENTIFYING, `${own}Id`, `${own}ID`, `${own}_id`];
  const around = [...AROUND, own].map((name) => body[name]).filter(isObject);
  const [found] = [body, ...around].flatMap((object) => names.flatMap((name) => object[name] ?? []));
  return typeof found === "string" || isNumber(found) ? String(found) : undefined;
}

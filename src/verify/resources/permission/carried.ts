import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { namesPhone, TOWARDS_OTHERS } from "#statements/dangers/reaching-words.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { lastValueIn, pathKey, resourcePaths } from "#statements/resources/path-parameters.js";
import { pathBelow, type Resource } from "#statements/resources/resource.js";
import { hasKeyword, propertiesAt, successContents } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import {
  bodyMediaType,
  type CredentialUse,
  isGivenByTeam,
  type ParameterValue,
  type RequestSpec,
} from "#verify/model/request/request-spec.js";
import { isReservedAddress, isAddress as isWebOrMail } from "#verify/requests/addresses.js";
import { addressOf, pathValues } from "../address.js";

/** A value that an unsafe request carries beside its path. */
export interface CarriedValue {
  /** Where it is, in words: `its body has /mergeInto`. */
  where: string;
  /** The name of its field or parameter. */
  name: string;
  value: string | number | bigint;
  /** Whether it is one of a list. */
  isListed: boolean;
}

/** How deep the values of a body are looked at, and how many. */
const MOST = { depth: 6, values: 2000 };

/** The texts and numbers that a request carries in its body, its query, its headers and its cookies. */
function carriedValues({ parameters }: RequestSpec, body: Json | undefined): CarriedValue[] {
  const carried: CarriedValue[] = [];
  const add = (where: string, name: string, value: Json, at: string, depth: number, isListed = false): void => {
    if (depth > MOST.depth || carried.length > MOST.values) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) add(where, name, item, pointerTo(at, index), depth + 1, at !== "");
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        add(
          where,
          IDENTIFYING.includes(plainName(key)) && name !== "" ? `${name} ${key}` : key,
          member,
          pointerTo(at, key),
          depth + 1,
        );
      }
    } else if (typeof value === "string" || isNumber(value)) {
      carried.push({ where: at === "" ? where : `${where} ${at}`, name, value, isListed });
    }
  };
  for (const sent of parameters) {
    const { parameter, value } = sent;
    if (parameter.in !== "path" && !isGivenByTeam(sent))
      add(`its ${parameter.in} has ${parameter.name}`, parameter.name, value, "", 0);
  }
  if (body !== undefined) add("its body has", "", body, "", 0);
  return carried;
}

/** Headers that HTTP defines, or that identify a request: none of them chooses what a request changes. */
const OF_HTTP =
  /^(if-|accept|content-|prefer$|user-agent$|authorization$|cookie$|date$|expect$|range$|traceparent$|tracestate$)|(idempotency|request|correlation|trace)-?(id|key)$/i;

/**
 * The optional parameters outside of the path that a request has, and that no setting gives. `?cascade=true` and `X-Scope:
 * all` may reach what others have.
 */
export function optionalParameters({ parameters }: RequestSpec): ParameterValue[] {
  return parameters.filter((sent) => {
    const { parameter } = sent;
    const isOfHttp = parameter.in === "header" && OF_HTTP.test(parameter.name);
    return parameter.in !== "path" && !parameter.required && !isGivenByTeam(sent) && !isOfHttp;
  });
}

/**
 * An optional field of the body of an action or a deletion that may widen it: `{ "all": true }`. Its texts that are new in
 * the run are harmless. So are fields of the resource itself, which the action sets.
 */
export function optionalField(
  contract: Contract,
  request: RequestSpec,
  body: Json | undefined,
  isNew: (value: unknown) => boolean,
): string | undefined {
  const kind = kindOf(contract, request.operation);
  const { body: sent } = request;
  const isDeletion = (request.method ?? request.operation.method).toLowerCase() === "delete";
  if (!kind || !(kind.isAction || isDeletion) || !isObject(body) || sent?.source.kind === "target-file")
    return undefined;
  const mediaType = bodyMediaType(request.operation, sent);
  const known = isDeletion
    ? new Set<string>()
    : new Set([...fieldsOf(contract, kind.resource), ...fieldsOfPart(contract, request.operation)]);
  return Object.keys(body).find((name) => {
    const isRequired = mediaType && hasKeyword(contract.document, mediaType, "", "required", [name]);
    return !isRequired && !known.has(plainName(name)) && !isNew(body[name]);
  });
}

/** The parts of ownership on which references depend. */
export interface OwnedReferences {
  owns(address: string, credential?: CredentialUse): boolean;
  isAbsent(address: string, credential?: CredentialUse): boolean;
  isUnique(value: unknown): boolean;
  /** Whether a response showed a resource at an address that the run did not create. */
  isForeign(address: string): boolean;
}

/**
 * A value with which a request may reach a resource that the run did not create. The resource is of the kind that the
 * request changes or creates. Examples are `{ "mergeInto": 3 }`, `{ "itemIds": [1, 2] }` and `?to=3`. Undefined if it
 * carries none.
 */
export function foreignReference(
  contract: Contract,
  request: RequestSpec,
  body: Json | undefined,
  ownership: OwnedReferences,
): CarriedValue | undefined {
  const { operation, parameters, credential } = request;
  const kind = kindOf(contract, operation);
  if (!kind) return undefined;
  const outer = pathValues(operation, parameters).map((known) => known?.value);
  const own = kind.isCreation ? undefined : outer.at(-1);
  return carriedValues(request, body).find((carried) => {
    // A creation may take the members of a list from whom they belong to.
    if (kind.isCreation && carried.isListed && isForeignMember(contract, carried, ownership)) return true;
    const value = lastValueIn(String(carried.value), kind.resource.key) ?? carried.value;
    const address = addressOf(kind.resource.key, pathBelow<Json | undefined>(kind.resource, outer, value));
    if (address === undefined || ownership.owns(address, credential) || ownership.isUnique(value)) return false;
    if (String(value) === String(own)) return false;
    // The new resource may have a name that the target has just not found.
    if (kind.isCreation && typeof value === "string" && ownership.isAbsent(address, credential)) return false;
    const isAddressed = value !== carried.value;
    return (
      mayIdentify(value, own) && (isAddressed || ownership.isForeign(address) || isReference(contract, kind, carried))
    );
  });
}

/** Whether a value of a list names a resource of some kind that the run did not create. */
function isForeignMember(contract: Contract, { name, value }: CarriedValue, ownership: OwnedReferences): boolean {
  const kinds = kindsNamed(contract, name);
  const isOwn = kinds.some(({ resource }) => {
    const address = resource.position === 0 ? addressOf(resource.key, [value]) : undefined;
    return address !== undefined && ownership.owns(address);
  });
  return kinds.length > 0 && !isOwn && !ownership.isUnique(value);
}

/** The kind of resources that a request changes, or to which a creation adds one. */
interface Kind {
  resource: Resource;
  isCreation: boolean;
  /** Whether the request is an action on an item: its fields are not those of the item. */
  isAction: boolean;
  operation: Operation;
}

function kindOf(contract: Contract, operation: Operation): Kind | undefined {
  const created = operation.method === "post" ? resourceCreatedBy(contract, operation) : undefined;
  if (created) return { resource: created, isCreation: true, isAction: false, operation };
  const innermost = resourcePaths(operation.path).at(-1);
  const resource = innermost === undefined ? undefined : resourcesOf(contract).get(pathKey(innermost));
  return resource && { resource, isCreation: false, isAction: innermost !== operation.path, operation };
}

/** Whether a value has the form of the identifiers of a kind. Of a creation, it is not known. */
function mayIdentify(value: string | number | bigint, own: Json | undefined): boolean {
  const isWholeNumber = (candidate: unknown) => /^-?\d+$/.test(String(candidate));
  if (own === undefined) return typeof value !== "number" || Number.isInteger(value);
  if (isWholeNumber(own)) return isWholeNumber(value);
  if (isUuid(String(own))) return isUuid(String(value));
  return typeof value === "string";
}

/**
 * Whether a field refers to a resource of a kind, by its name. A number of an action is nothing else, so its type is enough.
 */
function isReference(
  contract: Contract,
  { resource, isCreation, isAction, operation }: Kind,
  carried: CarriedValue,
): boolean {
  const { name, value } = carried;
  const words = wordsOf(name);
  const last = plainName(words.at(-1) ?? "").replace(/s$/, "");
  const isNamed = kindsNamed(contract, name).some((named) => named.resource === resource);
  const isIdentifier = [...IDENTIFYING, "ref", "reference", "number", "iid"].includes(last);
  if (isNamed) return true;
  // An identifier in a creation is that of the new resource, unless words say otherwise.
  if (isCreation) return words.some((word) => TOWARDS_OTHERS.has(word)) && isIdentifier;
  if (isIdentifier && words.length === 1) return true;
  const isOtherKind = kindsNamed(contract, name).length > 0;
  if (words.some((word) => TOWARDS_OTHERS.has(word))) return !isOtherKind;
  if (isIdentifier) return !isOtherKind;
  return (
    isAction && isWhole(value) && !fieldsOf(contract, resource).has(plainName(name)) && operation.method !== "delete"
  );
}

function isWhole(value: string | number | bigint): boolean {
  return /^\d+$/.test(String(value));
}

/** The fields of the representations of a kind: an action that has one of them sets it. */
function fieldsOf({ document }: Contract, { create, retrieve, update, replace }: Resource): ReadonlySet<string> {
  const shown = [create, retrieve].flatMap((operation) => (operation ? successContents(operation) : []));
  const sent = [create, update, replace].flatMap((operation) => operation?.requestBody?.content ?? []);
  return new Set([...shown, ...sent].flatMap((content) => propertiesAt(document, content, "")).map(plainName));
}

/** The fields that GET of the same path shows: a change of a part below a resource sets these. */
function fieldsOfPart({ document, operations }: Contract, { path, method }: Operation): string[] {
  if (!["put", "patch"].includes(method)) return [];
  const read = operations.find((other) => other.method === "get" && pathKey(other.path) === pathKey(path));
  const shown = read ? successContents(read) : [];
  return shown.flatMap((content) => propertiesAt(document, content, "")).map(plainName);
}

/**
 * A value with which a request reaches somebody, and that no setting gives. It is an address, or the number of a phone, an
 * account or a card.
 */
export function addressCarried(
  request: RequestSpec,
  body: Json | undefined,
  isOwn: (value: unknown) => boolean,
): CarriedValue | undefined {
  if (request.body?.source.kind === "target-file") return undefined;
  return carriedValues(request, body).find(({ name, value }) => !isOwn(value) && isAddress(name, value));
}

function isAddress(name: string, value: string | number | bigint): boolean {
  const text = String(value);
  if (isReservedAddress(text)) return false;
  if (isWebOrMail(text) || isBankAccount(text)) return true;
  const digits = text.replace(/[\s().+-]/g, "");
  if (!/^\d{7,19}$/.test(digits)) return false;
  return namesPhone(name) || /^\+\d/.test(text) || (typeof value === "string" && isCard(digits));
}

/** Whether a text is the number of an account: its check digits are right (ISO 13616, IBAN). */
function isBankAccount(text: string): boolean {
  const plain = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain)) return false;
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Whether digits are the number of a card: their check digit is right (ISO/IEC 7812-1, annex B). */
function isCard(digits: string): boolean {
  if (digits.length < 15) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? 2 * Number(digit) : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

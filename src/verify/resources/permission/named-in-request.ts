import { parseJsonWithDigits } from "#http/body/parse-json.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber, jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { isNaturalKey, type NaturalKey, naturalKeys } from "#statements/resources/natural-keys.js";
import { hasKeyword, propertiesAt } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import { bodyValue, type CredentialUse, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import { shortened } from "#verify/model/shortened.js";
import type { Skip } from "#verify/model/test-case/need.js";
import { type ClientIdentity, clientIdentities } from "#verify/relations/client-identity.js";
import { addressOf, pathValues } from "../address.js";

/** The knowledge of the run by which a name is free. */
interface KnownNames {
  owns(address: string, credential?: CredentialUse): boolean;
  hasRemoved(address: string, credential?: CredentialUse): boolean;
  isAbsent(address: string, credential?: CredentialUse): boolean;
  isUnique(value: unknown): boolean;
  isNew(value: unknown): boolean;
}

/**
 * Why a creation may not be sent whose body names the new resource. Something may have this name, and some servers replace
 * that. Undefined for any other request.
 */
export function takenName(contract: Contract, request: RequestSpec, ownership: KnownNames): Skip | undefined {
  const isFree = ({ address, value }: NamedInBody) => {
    if (ownership.isUnique(value)) return true;
    // Some servers cut off fractions, so it may be the number of another resource.
    if (typeof value === "number" && !Number.isInteger(value)) return false;
    if (address === undefined) return false;
    const { credential } = request;
    const isOfRun = ownership.owns(address, credential) || ownership.hasRemoved(address, credential);
    return isOfRun || ownership.isAbsent(address, credential);
  };
  const taken = namedInBody(contract, request).find((named) => !isFree(named));
  return taken ? takenSkip(request, taken) : takenKey(contract, request, ownership);
}

/**
 * Why a request may not be sent with a key that the run has not made. A server may find a resource by it and change that.
 */
export function takenKey(contract: Contract, request: RequestSpec, ownership: KnownNames): Skip | undefined {
  const isGivenBody = request.body?.source.kind === "target-file";
  const inBody = isGivenBody ? [] : naturalKeys(looseBody(request));
  const taken = [...inBody, ...keysInQuery(request)].find(({ value }) => !ownership.isNew(value));
  if (taken) return takenSkip(request, taken);
  const byDefault = isGivenBody ? undefined : defaultKey(contract, request);
  return byDefault && takenSkip(request, byDefault);
}

/** The keys in the query of a creation that no setting gives. */
function keysInQuery({ parameters }: RequestSpec): NaturalKey[] {
  return parameters.flatMap(({ parameter, value, source }) => {
    const isOpen = parameter.in === "query" && source.kind !== "target-file" && isNaturalKey(parameter.name);
    const isPlain = typeof value === "string" || isNumber(value);
    return isOpen && isPlain ? [{ pointer: `?${parameter.name}=`, value }] : [];
  });
}

/** A key that a body lacks, and that the server sets to a default: what has the default may exist. */
function defaultKey({ document }: Contract, request: RequestSpec): NaturalKey | undefined {
  const { operation, body } = request;
  const content = operation.requestBody?.content ?? [];
  const mediaType = content.find(({ name }) => name === body?.type) ?? content[0];
  // A server may read a malformed body as an empty one.
  const sent = structuredBody(request) ?? bodyValue(request) ?? {};
  if (!mediaType) return undefined;
  const objects = [sent].flat().filter(isObject);
  const keys = propertiesAt(document, mediaType, "").filter(isNaturalKey);
  const lacking = keys.filter(
    (name) => objects.length === 0 || objects.some((object) => (object[name] ?? null) === null),
  );
  const name = lacking.find((field) => hasKeyword(document, mediaType, pointerTo("", field), "default"));
  return name === undefined ? undefined : { pointer: pointerTo("", name), value: "by default" };
}

function takenSkip({ operation }: RequestSpec, { pointer, value }: { pointer: string; value: Json }): Skip {
  const reason = `its body names ${pointer} ${shown(value)}, which may exist`;
  return { reason, needs: [{ kind: "allowed", operation: operation.id }] };
}

/**
 * Why a change of an item may not be sent whose body names another one. Some servers store by the body. Undefined for any
 * other request.
 */
export function otherName(contract: Contract, request: RequestSpec, own: Json | undefined): Skip | undefined {
  const body = looseBody(request);
  if (body === undefined) return undefined;
  const taken = clientIdentities(contract, request.operation, body).find(({ value }) => !isSameId(value, own));
  if (!taken) return undefined;
  const reason = `its body names ${taken.pointer} ${shown(taken.value)}, and its path another resource`;
  return { reason, needs: [] };
}

/** A resource that a creation names in its body, and its address if the document has a path for it. */
interface NamedInBody extends ClientIdentity {
  address: string | undefined;
}

/** The resources that a creation names in its body. */
export function namedInBody(contract: Contract, request: RequestSpec): NamedInBody[] {
  const { operation, method = operation.method, parameters } = request;
  const isCreation = operation.method === "post" && method.toLowerCase() === "post";
  const body = isCreation ? looseBody(request) : undefined;
  const outer = pathValues(operation, parameters).map((known) => known?.value);
  return (body === undefined ? [] : clientIdentities(contract, operation, body)).map((identity) => {
    const { resource, value } = identity;
    const isInCollection = resource?.isCreatedElsewhere === false;
    return { ...identity, address: isInCollection ? addressOf(resource.key, [...outer, value]) : undefined };
  });
}

/** The value of a body, also of one that is malformed on purpose, or a form. A server may read more than it should. */
export function looseBody(request: RequestSpec): Json | undefined {
  const value = bodyValue(request);
  if (value !== undefined || !request.body || !("text" in request.body)) return value;
  const { text } = request.body;
  const completed = parseJsonWithDigits(`${text}}`)?.value;
  return completed ?? Object.fromEntries(new URLSearchParams(text));
}

/** A value as a reason shows it. */
export function shown(value: Json | undefined): string {
  const text = jsonText(value) ?? "without a value";
  return shortened(text, 60);
}

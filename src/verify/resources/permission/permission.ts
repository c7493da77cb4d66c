import type { Json } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { choosesEffect, speaksOfEffect } from "#statements/dangers/read-effects.js";
import { likelyProperties } from "#statements/names.js";
import { binnedBy } from "#statements/resources/bins.js";
import { isClosedSet } from "#statements/resources/closed-sets.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import {
  endsInParameter,
  lastSegment,
  pathKey,
  pathParameters,
  undeclaredParameters,
  withoutSlash,
} from "#statements/resources/path-parameters.js";
import { scopeOf } from "#statements/resources/scopes.js";
import type { Contract } from "#verify/model/contract.js";
import {
  bodyValue,
  type CredentialUse,
  identifiesNothing,
  methodOf,
  type ParameterValue,
  type RequestSpec,
} from "#verify/model/request/request-spec.js";
import type { Reason } from "#verify/model/target/ownership.js";
import type { Target } from "#verify/model/target/target.js";
import type { WriteLevel } from "#verify/model/target/writes.js";
import { excludedSkip, type Skip, skipFor } from "#verify/model/test-case/need.js";
import {
  type ClientIdentity,
  clientIdentities,
  declaresName,
  resourceNamedBy,
} from "#verify/relations/client-identity.js";
import { sharedValue } from "#verify/requests/shared-values.js";
import { addressOf, namedAddresses, pathValues } from "../address.js";
import { addressCarried, foreignReference, optionalField, optionalParameters } from "./carried.js";
import { looseBody, otherName, shown, takenKey, takenName } from "./named-in-request.js";
import { changesOwnEntry, linksOwn } from "./own-links.js";
import { levelOfCreation, levelOfUpsert, type Removers } from "./undoing.js";

/** Whether a request may be sent, and why. */
export type Permission = { isAllowed: true; because: Reason | "safe" } | { isAllowed: false; why: Skip };

/** A created resource that a request may name by a field of its body or by its query. */
export interface NamedResource {
  /** The path of the operation that created it, with its parameters left out. */
  collection: string;
  /** JSON pointer to the field that identifies it. */
  pointer: string;
  value: string | number | bigint;
}

/** The knowledge of the run about the resources on the target, which the ledger has. */
export interface Ownership {
  /** Whether the run certainly created the resource at an address, and has not removed it. */
  owns(address: string, credential?: CredentialUse): boolean;
  /** Whether the run certainly created the resource at an address, and has removed it. */
  hasRemoved(address: string, credential?: CredentialUse): boolean;
  /** Whether a bin has just shown what the run created and deleted at an address. */
  isInBin(address: string, credential?: CredentialUse): boolean;
  /** Whether the target file or the provision module gives a value for a parameter of an operation. */
  isGiven(operation: Operation, parameter: Parameter, value: Json): boolean;
  /** The resources that the run created, and has not removed. */
  owned(): readonly NamedResource[];
  /** Whether the target did not find a resource at an address, and none was created there since. */
  isAbsent(address: string, credential?: CredentialUse): boolean;
  /** Whether an operation has created several resources that the run cannot remove, because nothing identifies them. */
  leavesBehind(operation: Operation): boolean;
  /** Whether the target has kept what an operation created, although the run removed it or tried to. */
  keepsCreated(operation: Operation): boolean;
  /** Whether a value has a text that was generated in this run and that certainly nothing has. */
  isUnique(value: unknown): boolean;
  /** Whether a value has a text that was generated in this run. */
  isNew(value: unknown): boolean;
  /** Whether a response showed a resource at an address that the run did not create. */
  isForeign(address: string): boolean;
  /** Whether a list that was read to its end shows the resource at an address, and no other one. */
  isAlone(address: string): boolean;
}

/** The purpose of a request, as far as it decides on it. */
export interface Purpose {
  /** Whether it creates a resource to show what its removal does (default: false). */
  showsRemoval?: boolean | undefined;
}

/** The facts on which the decision depends, beside the request. */
export interface Facts extends Purpose {
  contract: Contract;
  target: Pick<Target, "writes" | "keepsState" | "hasExampleData" | "allowed" | "excluded" | "parameters"> & Removers;
  ownership: Ownership;
}

/**
 * Decides whether a request may be sent. This is the only place that decides it. A run creates what it can remove, or what
 * its level of writes permits. It changes and deletes only what it created, and what the target gives for this (RFC 9110,
 * 9.2.1, defines the safe methods).
 */
export function permissionFor(request: RequestSpec, facts: Facts): Permission {
  const { operation, method = operation.method } = request;
  if (!isSafe({ method }) && facts.target.writes === "none")
    return denied(skipFor({ kind: "writes", level: "reversible" }));
  const decided = permissionOf(operation, method, facts);
  if (decided?.isAllowed && decided.because === "safe") return choiceRefusal(request, facts) ?? decided;
  if (decided) return decided;
  if (isPost(method) && facts.ownership.leavesBehind(operation)) {
    return denied("no response says what identifies the resources that it created, so the run cannot remove them");
  }
  const lasting = isPost(method) && !isGranted(operation, method, facts) ? lastingRefusal(operation, facts) : undefined;
  if (lasting) return lasting;
  const byName =
    pathParameters(operation).length > 0 ? permissionByPath(request, facts) : permissionByNames(request, facts);
  if (!byName.isAllowed || isGranted(operation, method, facts)) return byName;
  return carriedRefusal(request, facts) ?? byName;
}

/** Why a request that reads may not be sent with a parameter that says what it does. Undefined if it has none. */
function choiceRefusal({ operation, parameters }: RequestSpec, { target }: Facts): Permission | undefined {
  if (!target.keepsState || target.hasExampleData || target.allowed?.has(operation.id)) return undefined;
  const choice = parameters.find(({ parameter, source }) => source.kind !== "target-file" && choosesEffect(parameter));
  if (!choice) return undefined;
  const reason = `${choice.parameter.name} may say that the request does something`;
  return denied({ reason, needs: [{ kind: "allowed", operation: operation.id }] });
}

/** Whether the target file allows an operation, whatever its requests name beside their path. */
function isGranted(operation: Operation, method: string, { target }: Omit<Facts, "ownership">): boolean {
  return isSameMethod(operation, method) && target.allowed?.has(operation.id) === true;
}

/** Why a request may not be sent with what it carries beside its path. Undefined if nothing of that reaches others. */
function carriedRefusal(request: RequestSpec, { contract, ownership }: Facts): Permission | undefined {
  const { operation } = request;
  const refused = (reason: string) => denied({ reason, needs: [{ kind: "allowed", operation: operation.id }] });
  const [optional] = optionalParameters(request);
  if (optional) return refused(`${optional.parameter.name} is an optional parameter, which may reach what others have`);
  const body = looseBody(request);
  const field = optionalField(contract, request, body, (value) => ownership.isNew(value));
  if (field !== undefined) return refused(`its body has the optional field ${field}, which may reach what others have`);
  const reference = foreignReference(contract, request, body, ownership);
  if (reference)
    return refused(`${reference.where} ${shown(reference.value)}, which may identify what the run has not created`);
  const address = addressCarried(request, body, (value) => ownership.isNew(value));
  return address && refused(`${address.where} ${shown(address.value)}, which may be the address of somebody`);
}

function isPost(method: string): boolean {
  return method.toLowerCase() === "post";
}

/** Why no request of an operation may be sent, whatever its values are; undefined if that depends on them. */
export function refusalOf(operation: Operation, facts: Omit<Facts, "ownership">): Skip | undefined {
  const decided = permissionOf(operation, operation.method, facts);
  return decided?.isAllowed === false ? decided.why : undefined;
}

/** The decision that the operation and the target make alone; undefined if it depends on the values of a request. */
function permissionOf(
  operation: Operation,
  method: string,
  { contract, target }: Omit<Facts, "ownership">,
): Permission | undefined {
  const excluded = target.excluded?.get(operation.id);
  if (excluded !== undefined) return denied(excludedSkip(operation.id, excluded));
  const [undeclared] = undeclaredParameters(operation);
  if (undeclared !== undefined) {
    return denied(
      `its path has {${undeclared}}, which the document does not declare as a parameter: correct the document`,
    );
  }
  const isOfOthers = target.keepsState && !target.hasExampleData;
  const isAllowed = isGranted(operation, method, { contract, target });
  if (isSafe({ method })) {
    const mayAct = isOfOthers && !isAllowed && isSameMethod(operation, method);
    return mayAct && speaksOfEffect(operation) ? denied(effectSkip(operation)) : allowed("safe");
  }
  if (!target.keepsState) return allowed("stateless");
  if (target.hasExampleData) return allowed("own-server");
  if (pathParameters(operation).length > 0) return undefined;
  if (isAllowed) return allowed("allowed");
  const mayName = method.toLowerCase() !== "delete" && resourceNamedBy(contract, operation) !== undefined;
  if (isPost(method) && isSameMethod(operation, method)) return creationRefusal(operation, { contract, target });
  return !isPost(method) && mayName ? undefined : denied(unnamedSkip(operation, method));
}

/** Why a POST to a collection may not be sent at the level of the run; undefined if it may. */
function creationRefusal(operation: Operation, { contract, target }: Omit<Facts, "ownership">): Permission | undefined {
  const level = levelOfCreation(contract, operation, target);
  if (level === undefined) return denied(unnamedSkip(operation, "post"));
  return isPermitted(level, target) ? undefined : denied(skipFor({ kind: "writes", level }));
}

/** Why nothing more is created of what the run could not remove before, where it leaves nothing. Undefined if it may be. */
function lastingRefusal(operation: Operation, { target, ownership, showsRemoval }: Facts): Permission | undefined {
  if (showsRemoval || isPermitted("creations", target) || !ownership.keepsCreated(operation)) return undefined;
  const reason = "the run could not remove what it created there before";
  return denied({ reason, needs: [{ kind: "writes", level: "creations" }] });
}

/** Whether the level of a run is at least another one. */
function isPermitted(level: WriteLevel, { writes }: Pick<Target, "writes">): boolean {
  return level === "reversible" ? writes !== "none" : writes === level;
}

/** A GET that may do something: its method alone does not make it safe. */
function effectSkip({ id, method, path }: Operation): Skip {
  const reason = `${method.toUpperCase()} ${path} says that it does something`;
  return { reason, needs: [{ kind: "allowed", operation: id }] };
}

/** The decision about a request whose path names what it changes. */
function permissionByPath(request: RequestSpec, facts: Facts): Permission {
  const { operation, method = operation.method, parameters, credential } = request;
  const { ownership } = facts;
  const isDocumented = isSameMethod(operation, method);
  const addresses = namedAddresses(operation, parameters);
  const values = pathValues(operation, parameters);
  const own = values.map((value, index): Reason | undefined => {
    const address = addresses[index];
    if (!value || address === undefined) return undefined;
    if (ownership.owns(address, credential)) return "created";
    const isWhole = isDocumented && index === values.length - 1;
    if (isWhole && isPartOfOwn(request, facts)) return "created";
    if (isDocumented && isGiven(operation, value, facts)) return "given";
    const isAround = index < values.length - 1 || (isDocumented && isPost(method));
    if (isAround && index === 0 && isShownScope(operation, address, facts)) return "scope";
    return identifiesNothing(value) || ownership.hasRemoved(address, credential) ? "unknown" : undefined;
  });
  const isPart = areParts(operation.path);
  const rights = own.map((right, index) => (isPart[index] ? own[isPart.indexOf(false, index)] : right));
  // The innermost resource is the one that the request changes.
  const because = rights.at(-1);
  const foreign = values.findIndex((value, index) => {
    if (rights[index] !== undefined) return false;
    // Below a member of a closed set, DELETE of nothing is harmless. PUT may create something there.
    const isDeletion = method.toLowerCase() === "delete" && index < values.length - 1;
    return !isDeletion || !value || !isClosedSet(facts.contract.document, value.parameter);
  });
  const isBulk = !endsInParameter(operation.path) && parameters.some(({ parameter }) => parameter.in === "query");
  if (because === "unknown" && isBulk) return denied("its query may name what the run has not created");
  const isOwn = because !== undefined && (foreign < 0 || because === "created");
  const isAllowed = isGranted(operation, method, facts);
  if (isOwn && endsInParameter(operation.path)) {
    const refused = because === "unknown" && !isAllowed ? upsertRefusal(request, facts) : undefined;
    const other = otherName(facts.contract, request, values.at(-1)?.value);
    return refused ?? (other && denied(other)) ?? allowed(because);
  }
  if (isOwn) {
    const innermost = values.at(-1);
    // A value that is given for this operation alone says that it may be sent to it.
    const isForOperation =
      innermost !== undefined && ownership.isGiven(operation, innermost.parameter, innermost.value);
    const isOfOwn = because === "created" || (isDocumented && isForOperation);
    const refused = isOfOwn || !isPost(method) ? undefined : creationRefusal(operation, facts);
    return (isAllowed ? undefined : (refused ?? creationOf(request, facts))) ?? allowed(because);
  }
  const { name } = pathParameters(operation)[foreign] ?? {};
  return denied(`the run has not created what ${name} ${shown(values[foreign]?.value)} identifies`);
}

/**
 * Why a request to an identifier of nothing may not be sent. It may create, also by a key in its body. Undefined if it may.
 */
function upsertRefusal(request: RequestSpec, facts: Facts): Permission | undefined {
  const { contract, target, ownership } = facts;
  const { operation } = request;
  if (methodOf(request) === "delete") return undefined;
  const level = levelOfUpsert(contract, operation, target);
  if (!isPermitted(level, target)) return denied(skipFor({ kind: "writes", level }));
  const lasting = lastingRefusal(operation, facts);
  if (lasting) return lasting;
  const taken = takenKey(contract, request, ownership);
  return taken && denied(taken);
}

/** Whether each parameter of a path identifies something only together with the next one: `/repos/{owner}/{repo}`. */
function areParts(path: string): boolean[] {
  return withoutSlash(path)
    .split("{")
    .slice(1)
    .map((part) => part.endsWith("}/"));
}

/** Whether the target gives a value of a path for this operation, or for all of them. */
function isGiven(operation: Operation, { parameter, value }: ParameterValue, facts: Facts): boolean {
  const shared = sharedValue(facts, operation, parameter, undefined);
  return facts.ownership.isGiven(operation, parameter, value) || (shared !== undefined && isSameId(shared, value));
}

/** Whether a request is about a link, an entry or a deleted resource that the run has made itself. */
function isPartOfOwn(request: RequestSpec, facts: Facts): boolean {
  const { contract, ownership } = facts;
  return (
    linksOwn(request, contract, ownership) || changesOwnEntry(request, contract, ownership) || isBinned(request, facts)
  );
}

/** Whether a request restores or purges a resource of the run that a bin has just shown. */
function isBinned({ operation, parameters, credential }: RequestSpec, { contract, ownership }: Facts): boolean {
  const resource = binnedBy(contract, operation);
  const values = pathValues(operation, parameters).map((known) => known?.value);
  const address = resource && addressOf(resource.key, values);
  return address !== undefined && ownership.isInBin(address, credential);
}

/**
 * Whether the first value of a path is only the place of all resources, and a response showed it. Creations there are like
 * those of a document without such a place.
 */
function isShownScope(operation: Operation, address: string, { contract, ownership }: Facts): boolean {
  const scope = scopeOf(contract, operation);
  return scope !== undefined && ownership.isForeign(address) && (!scope.isSole || ownership.isAlone(address));
}

/** Why a creation may not be sent with the name that it has; undefined if it may. */
function creationOf(request: RequestSpec, { contract, ownership }: Facts): Permission | undefined {
  const taken = takenName(contract, request, ownership);
  return taken && denied(taken);
}

/** The decision about a request that may name what it changes by its body or its query. */
function permissionByNames(request: RequestSpec, facts: Facts): Permission {
  const { operation, method = operation.method } = request;
  if (namesOwned(request, facts)) return allowed("created");
  if (!isPost(method)) return denied(unnamedSkip(operation, method));
  return creationOf(request, facts) ?? allowed("creation");
}

/** A value that is given for one method is not given for another one of the path. */
function isSameMethod(operation: Operation, method: string): boolean {
  return method.toLowerCase() === operation.method;
}

/** Whether a request names resources that the run owns by the fields that identified them, and no other ones. */
function namesOwned(request: RequestSpec, { contract, ownership }: Facts): boolean {
  const { operation, parameters } = request;
  const own = ownership.owned().filter(({ collection }) => collection === pathKey(operation.path));
  const isOwned = (sent: Json) => own.some(({ value }) => isSameId(sent, value));
  const body = bodyValue(request);
  const inBody = body === undefined || Array.isArray(body) ? [] : clientIdentities(contract, operation, body);
  const isDeclared = ({ pointer }: ClientIdentity) =>
    body !== undefined && declaresName(contract, operation, body, pointer);
  const segment = lastSegment(operation.path);
  const fields = own.flatMap(({ pointer }) => pointerNames(pointer).slice(-1));
  const inQuery = parameters.filter(({ parameter: { in: place, name } }) => {
    return place === "query" && likelyProperties(name, segment, fields).length > 0;
  });
  const named = [...inBody, ...inQuery];
  return named.length > 0 && named.every(({ value }) => isOwned(value)) && inBody.every(isDeclared);
}

/** Why an operation that names no resource is not sent, and the permission in the target file that it needs. */
function unnamedSkip(operation: Operation, method: string): Skip {
  const { id, path } = operation;
  const name = method.toUpperCase();
  if (!isSameMethod(operation, method)) return { reason: `${name} of ${path} names no resource`, needs: [] };
  const risk = name === "POST" ? "may do more than create a resource" : "names no resource that the run created";
  return { reason: `${name} ${path} ${risk}`, needs: [{ kind: "allowed", operation: id }] };
}

function allowed(because: Reason | "safe"): Permission {
  return { isAllowed: true, because };
}

function denied(why: string | Skip): Permission {
  return { isAllowed: false, why: typeof why === "string" ? { reason: why, needs: [] } : why };
}

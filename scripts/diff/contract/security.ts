import { isDeepStrictEqual } from "node:util";
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Operation } from "#openapi/operations/operation.js";
import { BREAKS_EVERYBODY } from "../difference.js";
import type { ContractPair, Owner } from "./contract-pair.js";

const SCHEMES = "#/components/securitySchemes";

/** One way to authenticate: the scopes of each scheme, by what identifies the scheme on the wire. */
type Requirement = ReadonlyMap<string, { name: string; scopes: readonly string[] }>;

/** The effective security of an operation, and where the document states it. */
interface Security {
  requirements: readonly Requirement[];
  place: string;
}

/**
 * Compares how two operations are authenticated. Each way that was accepted must still be enough. Schemes are paired by
 * name, or by what is sent; a scheme that changed itself is one change, at its place.
 */
export function compareSecurity(pair: ContractPair, was: Operation, is: Operation): void {
  const owner: Owner = { operation: was.id, direction: "request" };
  const before = securityOf(pair, pair.base, was);
  const after = securityOf(pair, pair.revision, is);
  const place = valueAt(pair.base, before.place) === undefined ? after.place : before.place;
  const sent = requiredParameters(was);
  const refused = before.requirements.filter((old) => !after.requirements.some((now) => isEnough(old, now, sent)));
  const isOpen = (requirements: readonly Requirement[]) => requirements.some(({ size }) => size === 0);
  if (refused.length > 0 && isOpen(before.requirements)) {
    pair.add(owner, "security-required", place, "Authentication became required.", { breaks: BREAKS_EVERYBODY });
  } else {
    for (const old of refused) {
      const message = `The security requirement ${shown(old)} is no longer enough.`;
      pair.add(owner, "security-refused", place, message, { breaks: BREAKS_EVERYBODY });
    }
  }
  if (isOpen(after.requirements) && !isOpen(before.requirements)) {
    pair.add(owner, "security-open", place, "Authentication is no longer required.", { otherwise: "minor" });
  } else {
    const nothing = new Set<string>();
    const isNew = (now: Requirement) =>
      !before.requirements.some((old) => isEnough(now, old, nothing) || isEnough(old, now, sent));
    for (const now of after.requirements.filter(isNew)) {
      if (refused.length === 0)
        pair.add(owner, "security-added", place, `New security requirement: ${shown(now)}.`, { otherwise: "minor" });
    }
  }
  compareSchemes(pair, owner, before);
}

function securityOf(pair: ContractPair, document: OpenApiDocument, { pointer }: Operation): Security {
  const stated = asObject(valueAt(document, pointer)).security;
  const list = asList(stated ?? document.security).filter(isObject);
  const requirements = list.map((requirement) => requirementOf(pair, document, requirement));
  return {
    requirements: requirements.length === 0 ? [new Map()] : requirements,
    place: stated === undefined ? "#/security" : pointerTo(pointer, "security"),
  };
}

function requirementOf(pair: ContractPair, document: OpenApiDocument, requirement: JsonObject): Requirement {
  return new Map(
    Object.entries(requirement).map(([name, scopes]) => {
      const isInBoth = schemeOf(pair.base, name) && schemeOf(pair.revision, name);
      const id = isInBoth ? `name ${name}` : identityOf(schemeOf(document, name) ?? {});
      return [id, { name, scopes: asList(scopes).map(String) }];
    }),
  );
}

function schemeOf(document: OpenApiDocument, name: string): JsonObject | undefined {
  const place = pointerTo(SCHEMES, name);
  const scheme = valueAt(document, place);
  return scheme === undefined ? undefined : resolveReference(document, scheme, place).node;
}

/** The credentials that are sent, and how. */
function identityOf({ type, scheme, in: place, name }: JsonObject): string {
  if (type === "apiKey") return `apiKey ${place} ${place === "header" ? asText(name)?.toLowerCase() : name}`;
  return type === "http" ? `http ${asText(scheme)?.toLowerCase()}` : String(type);
}

/** Header, query and cookie values that callers send already, as identities of keys. */
function requiredParameters({ parameters }: Operation): ReadonlySet<string> {
  const required = parameters.filter((parameter) => parameter.required);
  return new Set(required.map(({ in: place, name }) => identityOf({ type: "apiKey", in: place, name })));
}

/** Whether a caller that fulfills one requirement fulfills another. */
function isEnough(old: Requirement, now: Requirement, sent: ReadonlySet<string>): boolean {
  return [...now].every(([id, { scopes }]) => {
    const held = old.get(id);
    return held ? scopes.every((scope) => held.scopes.includes(scope)) : sent.has(id);
  });
}

function shown(requirement: Requirement): string {
  const schemes = [...requirement.values()].map(({ name, scopes }) => {
    return scopes.length === 0 ? `\`${name}\`` : `\`${name}\` (${scopes.join(", ")})`;
  });
  return schemes.length === 0 ? "without a key" : schemes.join(" with ");
}

function compareSchemes(pair: ContractPair, owner: Owner, { requirements }: Security): void {
  for (const { name } of requirements.flatMap((requirement) => [...requirement.values()])) {
    const [was, is] = [schemeOf(pair.base, name), schemeOf(pair.revision, name)];
    if (!was || !is) continue;
    const place = pointerTo(SCHEMES, name);
    const [old, now] = [identityOf(was), identityOf(is)];
    if (old !== now) {
      const message = `The security scheme \`${name}\` was changed from ${old} to ${now}.`;
      pair.add(owner, "security-scheme", place, message, { breaks: BREAKS_EVERYBODY, old, new: now });
    } else compareFlows(pair, owner, place, was, is);
    const at = (node: JsonObject) => ({ node, pointer: place });
    pair.annotations(owner.operation, at(was), at(is), ["description", "bearerFormat", "deprecated"]);
  }
}

/** The ways to get a token (OAuth Flows Object, OpenAPI 3.1, 4.8.28). */
function compareFlows(pair: ContractPair, owner: Owner, place: string, was: JsonObject, is: JsonObject): void {
  const [before, after] = [asObject(was.flows), asObject(is.flows)];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (name.startsWith("x-") || isDeepStrictEqual(before[name], after[name])) continue;
    const at = pointerTo(place, "flows", name);
    const part = `flow \`${name}\` of ${pair.naming.part(place)}`;
    if (after[name] === undefined)
      pair.add(owner, "flow-removed", at, `The ${part} was removed.`, { breaks: BREAKS_EVERYBODY });
    else if (before[name] === undefined) pair.add(owner, "flow-added", at, `New ${part}.`, { otherwise: "minor" });
    else pair.add(owner, "flow", at, `The ${part} was changed.`);
  }
}

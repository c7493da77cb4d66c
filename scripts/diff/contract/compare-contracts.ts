import { isDeepStrictEqual } from "node:util";
import { asList, asObject, asText, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsAt, operationsOf } from "#openapi/operations/operations.js";
import type { Users } from "../users.js";
import { ContractPair } from "./contract-pair.js";
import type { FoundDifference } from "./found-differences.js";
import { compareOperations } from "./operations.js";

/** The users of each place of two documents. */
interface BothUsers {
  base: Users;
  revision: Users;
}

/**
 * Compares two documents by what they mean for callers: their operations with effective parameters, security and servers,
 * and what schemas allow. Another spelling of the same does not differ.
 */
export function compareContracts(
  base: OpenApiDocument,
  revision: OpenApiDocument,
  users: BothUsers,
): FoundDifference[] {
  const pair = new ContractPair(base, revision);
  compareOperations(pair, operationsOf(base), operationsOf(revision));
  compareOperations(pair, webhooksOf(base), webhooksOf(revision), "response");
  compareRoot(pair);
  compareTags(pair);
  compareUnused(pair, users);
  return pair.found.all();
}

function webhooksOf(document: OpenApiDocument): Operation[] {
  return Object.entries(asObject(document.webhooks)).flatMap(([name, item]) =>
    name.startsWith("x-") ? [] : operationsAt(document, name, item, pointerTo("#/webhooks", name)),
  );
}

const INFO = ["title", "summary", "description", "termsOfService", "contact", "license"];

function compareRoot(pair: ContractPair): void {
  const root = (document: OpenApiDocument) => ({ node: document, pointer: "#" });
  const info = (document: OpenApiDocument) => ({ node: asObject(document.info), pointer: "#/info" });
  pair.annotations(undefined, root(pair.base), root(pair.revision), ["externalDocs"]);
  pair.annotations(undefined, info(pair.base), info(pair.revision), INFO);
}

function compareTags(pair: ContractPair): void {
  const tags = (document: OpenApiDocument) => asList(document.tags).map(asObject);
  const [before, after] = [tags(pair.base), tags(pair.revision)];
  const nobody = { operation: "", direction: undefined };
  const other = (list: readonly JsonObject[], tag: JsonObject) => list.find(({ name }) => name === tag.name);
  for (const [index, tag] of before.entries()) {
    const now = other(after, tag);
    const place = pointerTo("#/tags", index);
    if (!now) pair.add(nobody, "tag", place, `The tag \`${asText(tag.name)}\` was removed.`);
    else if (!isDeepStrictEqual(tag, now))
      pair.add(nobody, "tag", place, `The tag \`${asText(tag.name)}\` was changed.`);
  }
  for (const [index, tag] of after.entries()) {
    if (!other(before, tag)) pair.add(nobody, "tag", pointerTo("#/tags", index), `New tag: \`${asText(tag.name)}\`.`);
  }
}

/** Schemas that no operation uses, in the revision that has them: those that are used are compared where they are used. */
function compareUnused(pair: ContractPair, users: BothUsers): void {
  const [before, after] = [schemasOf(pair.base), schemasOf(pair.revision)];
  const nobody = { operation: "", direction: undefined };
  const isUnused = (own: Users, name: string) => own.usesOf(placeOf(name)).length === 0;
  for (const [name, schema] of Object.entries(before)) {
    if (!isUnused(users.base, name)) continue;
    if (after[name] === undefined) pair.add(nobody, "unused", placeOf(name), `The schema \`${name}\` was removed.`);
    else if (isUnused(users.revision, name) && !isDeepStrictEqual(schema, after[name])) {
      pair.add(nobody, "unused", placeOf(name), `The schema \`${name}\` was changed.`);
    }
  }
  for (const name of Object.keys(after)) {
    const isNew = before[name] === undefined && isUnused(users.revision, name);
    if (isNew) pair.add(nobody, "unused", placeOf(name), `New schema: \`${name}\`.`);
  }
}

function schemasOf(document: OpenApiDocument): JsonObject {
  return asObject(asObject(document.components).schemas);
}

function placeOf(name: string): string {
  return pointerTo("#/components/schemas", name);
}

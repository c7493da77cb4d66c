import { allNames } from "#cli/names-text.js";
import { withKeys } from "#http/credentials.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { fieldsOf } from "#openapi/schema/fields.js";
import type { CoverageKind } from "#verify/model/coverage.js";

/** A part of a document that a run can exercise. */
export interface Part {
  kind: CoverageKind;
  name: string;
  /** Whether its schema is a reference that leads nowhere: nothing tests such a part. */
  isUnresolved?: boolean;
}

/** The parts of an operation. */
export interface OperationParts {
  /** By their keys. */
  all: ReadonlyMap<string, Part>;
  /** The parameters and fields that have an enum: `request /kind`. */
  withEnum: ReadonlySet<string>;
}

/** Every part of an operation. Statuses that a client cannot cause are left out: 1xx, 429, 5xx and `default`. */
export function partsOfOperation(document: OpenApiDocument, operation: Operation): OperationParts {
  const all = new Map<string, Part>();
  const withEnum = new Set<string>();
  const add = (kind: CoverageKind, name: string, isUnresolved = false) =>
    all.set(keyOf({ kind, name }), { kind, name, ...(isUnresolved && { isUnresolved }) });
  const addMembers = (of: string, members: readonly Json[]) => {
    if (members.length > 0) withEnum.add(of);
    for (const member of members) add("enum members", memberName(of, member));
  };
  const addFields = (side: "request" | "response", content: readonly MediaType[]) => {
    for (const { schema, schemaPointer } of content) {
      if (schema === undefined) continue;
      for (const { at, members = [], isUnresolved } of fieldsOf(document, schemaPointer)) {
        if (at !== "" || isUnresolved) add(`${side} fields`, at, isUnresolved);
        addMembers(`${side} ${at}`, members);
      }
    }
  };
  add("operations", operation.id);
  const alternatives = isSafe(operation) ? withKeys(operation.security, securitySchemes(document)) : [];
  // A single one is that of each request that succeeded.
  if (alternatives.length > 1) for (const names of alternatives) add("alternative keys", allNames(names));
  for (const parameter of operation.parameters) {
    add("parameters", nameOf(parameter));
    if (parameter.schema === undefined) continue;
    for (const { members = [] } of fieldsOf(document, parameter.schemaPointer)) {
      addMembers(nameOf(parameter), members);
    }
  }
  addFields("request", operation.requestBody?.content ?? []);
  for (const { status, content } of operation.responses) {
    if (!/^[1-5](\d\d|XX)$/.test(status) || /^[15]|^429$/.test(status)) continue;
    add("statuses", status);
    addFields("response", content);
  }
  return { all, withEnum };
}

/** The name of a part that tells it from the other parts of its operation. */
export function keyOf({ kind, name }: Part): string {
  return `${kind} ${name}`;
}

/** The name of a parameter among the parts of its operation. */
export function nameOf({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

/** The name of a member of an enum. */
export function memberName(of: string, value: Json): string {
  return `${of} = ${jsonText(value)}`;
}

import { isDeepStrictEqual } from "node:util";
import { isJson } from "#http/media-type.js";
import type { Direction } from "#openapi/direction/absent-properties.js";
import { appliedTo } from "#openapi/document/applied.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { templateNames } from "#openapi/operations/template-names.js";
import { BREAKS_EVERYBODY, NARROWED } from "../difference.js";
import type { ContractPair, Owner } from "./contract-pair.js";
import { exampleDifferences } from "./examples.js";

/**
 * Compares the effective parameters of two operations: those of the path item are theirs, too. They are paired by `in` and
 * `name`, those of the path by their position.
 */
export function compareParameters(pair: ContractPair, was: Operation, is: Operation, direction: Direction): void {
  const owner: Owner = { operation: was.id, direction };
  const before = byKey(was);
  const after = byKey(is);
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, parameter]) => parameter);
  const added = [...after].filter(([key]) => !before.has(key)).map(([, parameter]) => parameter);
  for (const [key, parameter] of before) {
    const now = after.get(key);
    if (now) compareParameter(pair, owner, parameter, now);
  }
  for (const parameter of removed) {
    const moved = added.find(({ name, in: place }) => name === parameter.name && place !== "path");
    if (moved) {
      const message = `The parameter \`${parameter.name}\` moved from the ${parameter.in} to the ${moved.in}.`;
      const values = { breaks: BREAKS_EVERYBODY, old: parameter.in, new: moved.in };
      pair.add(owner, "parameter-moved", parameter.pointer, message, values);
    } else if (!isCredential(pair.revision, is, parameter)) {
      const message = `The ${parameter.in} parameter \`${parameter.name}\` was removed.`;
      pair.add(owner, "parameter-removed", parameter.pointer, message, { breaks: BREAKS_EVERYBODY });
    }
  }
  for (const parameter of added) {
    if (removed.some(({ name }) => name === parameter.name)) continue;
    if (!isCredential(pair.base, was, parameter)) addParameter(pair, owner, parameter);
  }
}

function addParameter(pair: ContractPair, owner: Owner, { name, in: place, required, pointer }: Parameter): void {
  const [rule, kind] = required
    ? (["required-parameter-added", "required "] as const)
    : (["parameter-added", ""] as const);
  const values = { otherwise: "minor", ...(required && { breaks: NARROWED }) } as const;
  pair.add(owner, rule, pointer, `New ${kind}${place} parameter: \`${name}\`.`, values);
}

/** The parameters by what identifies them on the wire. Names of headers have no letter case (RFC 9110, 5.1). */
function byKey({ parameters, path }: Operation): Map<string, Parameter> {
  const positions = templateNames(path);
  return new Map(
    parameters.map((parameter) => {
      const { in: place, name } = parameter;
      const position = `${positions.indexOf(name)}`;
      const key = place === "path" ? position : place === "header" ? name.toLowerCase() : name;
      return [`${place} ${key}`, parameter];
    }),
  );
}

/** Whether the key of an operation is sent in the place of a parameter: the document describes it in another way. */
function isCredential(document: OpenApiDocument, { security }: Operation, { name, in: place }: Parameter): boolean {
  const schemes = securitySchemes(document);
  return security.flat().some((id) => {
    const scheme = schemes[id];
    return scheme?.type === "apiKey" && scheme.in === place && scheme.name.toLowerCase() === name.toLowerCase();
  });
}

function compareParameter(pair: ContractPair, owner: Owner, was: Parameter, is: Parameter): void {
  const place = was.pointer;
  const part = pair.naming.subject(place);
  if (was.required !== is.required) {
    const verb = is.required ? "became required" : "is no longer required";
    pair.add(owner, "required", place, `${part} ${verb}.`, is.required ? { breaks: NARROWED } : {});
  }
  const isText = !was.mediaType || !isJson(was.mediaType);
  if (was.mediaType !== is.mediaType) {
    const values = { breaks: BREAKS_EVERYBODY, old: was.mediaType, new: is.mediaType };
    pair.add(owner, "media-type", place, `The media type of ${pair.naming.part(place)} was changed.`, values);
  }
  compareForm(pair, owner, was, is);
  pair.schemas(owner, was.schemaPointer, is.schemaPointer, isText);
  const nodes = [nodeAt(pair.base, was.pointer), nodeAt(pair.revision, is.pointer)] as const;
  pair.annotations(owner.operation, nodes[0], nodes[1], ["description", "deprecated"]);
  exampleDifferences(pair, owner.operation, was, is);
}

function nodeAt(document: OpenApiDocument, pointer: string) {
  return { node: asObject(valueAt(document, pointer)), pointer };
}

/** Style and `explode` matter for lists and objects only: all styles of a place write a single value in the same way. */
function compareForm(pair: ContractPair, owner: Owner, was: Parameter, is: Parameter): void {
  const [before, after] = [formOf(pair.base, was), formOf(pair.revision, is)];
  if (before === undefined || after === undefined || isDeepStrictEqual(before, after)) return;
  const shown = ({ style, explode }: Parameter) => `${style}, explode: ${explode}`;
  const values = { breaks: BREAKS_EVERYBODY, old: shown(was), new: shown(is) };
  pair.add(owner, "style", was.pointer, `The style of ${pair.naming.part(was.pointer)} was changed.`, values);
}

const SINGLE = ["string", "number", "integer", "boolean", "null"];

/** How a list or an object is written; undefined for parameters that are neither. */
function formOf(document: OpenApiDocument, { schemaPointer, style, explode, mediaType, in: place }: Parameter) {
  if (mediaType !== undefined) return undefined;
  const types = typesAt(document, schemaPointer);
  if (types.every((type) => SINGLE.includes(type))) return undefined;
  const isList = !types.includes("object");
  // Lists in a header or a path have the same form in both ways (OpenAPI 3.1, 4.8.12.4), and `deepObject` has one.
  const isSame = (style === "simple" && isList) || style === "deepObject";
  return { place, style, explode: isSame ? undefined : explode };
}

function typesAt(document: OpenApiDocument, pointer: string): string[] {
  const types = appliedTo(document, pointer).map((place) => asObject(valueAt(document, place)).type ?? []);
  return types.flat().map(String);
}

import { isDeepStrictEqual } from "node:util";
import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Part } from "#values/rules/parts.js";
import { BREAKS_NOBODY, type Difference } from "../difference.js";
import type { Naming } from "./naming.js";
import type { SchemaForm } from "./normal-form.js";

/** Keywords of a schema that allow and forbid nothing (JSON Schema Validation 2020-12, 9). */
export const ANNOTATIONS: readonly string[] = [
  ...["title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly"],
  ...["externalDocs", "xml", "$comment"],
];

/** The differences of what two schemas say about their values, without limiting them. */
export function annotationDifferences(was: SchemaForm, is: SchemaForm, naming: Naming): Difference[] {
  const [before, after] = comparedParts(was, is);
  return annotationsOf(before, after, naming);
}

/** The differences of what some schemas say, of which the first one that says something counts. */
export function annotationsOf(before: readonly Part[], after: readonly Part[], naming: Naming): Difference[] {
  const stated = [...before, ...after].flatMap(({ schema }) => Object.keys(schema).filter(isAnnotation));
  const names = new Set(stated.map((name) => (name === "example" ? "examples" : name)));
  return [...names].flatMap((name) => {
    const [old, now] = [found(before, name), found(after, name)];
    if (isDeepStrictEqual(meaning(name, old?.value), meaning(name, now?.value))) return [];
    const place = old?.place ?? now?.place ?? "#";
    return [annotated(name, place, old?.value, now?.value, naming)];
  });
}

/** The difference of an annotation of any part of the document. A deprecation announces a break, so it has a line of its own. */
export function annotated(
  name: string,
  place: string,
  old: Json | undefined,
  now: Json | undefined,
  naming: Naming,
): Difference {
  const values = { old, new: now };
  if (name === "deprecated") {
    const part = naming.part(place.slice(0, place.lastIndexOf("/"))).replace(/^the /, "");
    const message = now === true ? `Deprecated: ${part}.` : `No longer deprecated: ${part}.`;
    return {
      rule: "deprecated",
      message,
      place,
      breaks: BREAKS_NOBODY,
      otherwise: now === true ? "minor" : "patch",
      ...values,
    };
  }
  const verb = old === undefined ? "added" : now === undefined ? "removed" : "changed";
  const message = `${naming.keyword(place, name)} was ${verb}.`;
  return { rule: "documentation", message, place, breaks: BREAKS_NOBODY, otherwise: "patch", ...values };
}

function isAnnotation(name: string): boolean {
  return ANNOTATIONS.includes(name) || name.startsWith("x-");
}

/** Defaults made explicit, and `example` as a list of one, mean the same. */
export function meaning(name: string, value: Json | undefined): Json | undefined {
  if (value === false && ["deprecated", "readOnly", "writeOnly"].includes(name)) return undefined;
  if (value === "" && ["title", "description", "summary"].includes(name)) return undefined;
  return typeof value === "string" ? value.trim() : value;
}

/** The outer schemas; with a single alternative beside null, those of the alternative as well. */
function comparedParts(was: SchemaForm, is: SchemaForm): [readonly Part[], readonly Part[]] {
  const [before, after] = [annotatedParts(was), annotatedParts(is)];
  // A bare reference has no place for what a wrapper of the reference says.
  if (isReference(was) && isWrapper(is)) return [before, after.slice(1)];
  return isWrapper(was) && isReference(is) ? [before.slice(1), after] : [before, after];
}

function annotatedParts({ outer, alternatives }: SchemaForm): readonly Part[] {
  const [only, ...others] = alternatives.filter(({ type }) => type !== "null");
  if (!only || others.length > 0) return outer;
  return [...outer, ...only.parts.filter((part) => !outer.includes(part))];
}

function isReference({ schemas }: SchemaForm): boolean {
  return Object.keys(Object(schemas[0]?.schema)).join() === "$ref";
}

function isWrapper({ schemas }: SchemaForm): boolean {
  const schema: JsonObject = Object(schemas[0]?.schema);
  return ["allOf", "anyOf", "oneOf"].some((name) => asList(schema[name]).length > 0);
}

/** The annotation of the outermost schema that has it. `example` is the same as a list of one (OpenAPI 3.1, 4.8.24). */
function found(parts: readonly Part[], name: string): { value: Json; place: string } | undefined {
  for (const { schema, pointer } of parts) {
    if (schema[name] !== undefined) return { value: schema[name], place: pointerTo(pointer, name) };
    if (name === "examples" && schema.example !== undefined) {
      return { value: [schema.example], place: pointerTo(pointer, "example") };
    }
  }
  return undefined;
}

import { asObject, type Json, type OpenApiDocument } from "../openapi/document/document.js";
import { pointerNames, valueAt } from "../openapi/document/pointer.js";
import { resolveReference } from "../openapi/document/reference.js";
import { allExamples } from "../openapi/operations/example-pairs.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { fieldsOf, partsOf } from "../openapi/schema/fields.js";
import { schemasAt } from "../openapi/schema/schemas-at.js";
import { createValues, type Values } from "./values.js";

/** A field of a response that no example of the response has. */
export interface UnshownField {
  /** Where the field is described. */
  pointer: string;
  /** The operation whose response has the field. */
  operation: string;
  /** The line to add to an example, in YAML. */
  line: string;
}

/**
 * Finds fields of responses that the examples leave out. The mock never sends them, and a sandbox that begins with the
 * examples has no value for them. Responses without examples are left out.
 *
 * @param document bundled
 * @returns each field once, by its place
 */
export function unshownFields(document: OpenApiDocument): UnshownField[] {
  const unshown = new Map<string, UnshownField>();
  const shown = new Set<string>();
  const made = createValues(document);
  for (const { id, responses } of operationsOf(document)) {
    for (const { schema, schemaPointer, examples } of responses.flatMap(({ content }) => content)) {
      const values = allExamples(examples);
      if (schema === undefined || values.length === 0) continue;
      const parts = new Set(values.flatMap((value) => [...partsOf(value).keys()]));
      for (const { at } of fieldsOf(document, schemaPointer)) {
        const isShown = parts.has(at);
        // The fields of an object that no example has are part of the same mistake.
        if (at === "" || at.endsWith("/*") || !(isShown || parts.has(at.slice(0, at.lastIndexOf("/"))))) continue;
        const pointer = schemasAt(document, schemaPointer, at.replaceAll("*", "0")).at(-1)?.[0];
        if (pointer === undefined) continue;
        if (isShown) shown.add(pointer);
        else if (!unshown.has(pointer))
          unshown.set(pointer, { pointer, operation: id, line: lineOf(document, pointer, made) });
      }
    }
  }
  return [...unshown.values()].filter(({ pointer }) => !shown.has(pointer));
}

/** A name with a value of its schema: a stated one, or one that is valid. */
function lineOf(document: OpenApiDocument, pointer: string, made: Values): string {
  const { node } = resolveReference(document, valueAt(document, pointer), pointer);
  const result = made.value({ schemaPointer: pointer }, { lifelike: true });
  const value = asObject(node).example ?? ("value" in result ? result.value : null);
  return `${pointerNames(pointer).at(-1)}: ${yamlOf(value)}`;
}

/** JSON is YAML; a plain text without special characters needs no quotes. */
function yamlOf(value: Json): string {
  return typeof value === "string" && /^[A-Za-z][\w-]*$/.test(value) ? value : JSON.stringify(value);
}

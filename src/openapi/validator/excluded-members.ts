import { CHOICES } from "../document/applied.js";
import { asList, asObject, isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import { placeOf, walk } from "../document/walk.js";
import { mergedSchema, placeOfKeyword } from "../schema/merged-schema.js";
import { validatorOf } from "./validator.js";

/** A member of an enumeration that no valid object has. */
export interface ExcludedMember {
  /** Where the member stands. */
  pointer: string;
  member: Json;
  property: string;
  /** Where the choices stand that exclude it. */
  choices: string;
}

/**
 * Finds members of enumerations that each choice (`oneOf`, `anyOf`) beside the property excludes. The author of a new
 * member may have forgotten the choices.
 *
 * @param document bundled
 */
export function excludedMembers(document: OpenApiDocument): ExcludedMember[] {
  const found = new Map<string, ExcludedMember>();
  walk(document, (part) => {
    const { node } = part;
    if (!isObject(node) || !isObject(node.properties)) return;
    const at = placeOf(part);
    for (const [property, schema] of Object.entries(node.properties)) {
      const members = asList(mergedSchema(document, schema).enum);
      if (members.length === 0) continue;
      const place = placeOfKeyword(document, schema, pointerTo(at, "properties", property), "enum");
      for (const keyword of CHOICES) {
        const choices = pointerTo(at, keyword);
        for (const member of members.filter((each) => isExcluded(document, choices, property, each))) {
          const index = asList(valueAt(document, place)).indexOf(member);
          const pointer = pointerTo(place, index);
          found.set(`${pointer} ${choices}`, { pointer, member, property, choices });
        }
      }
    }
  });
  return [...found.values()];
}

/** Whether each choice describes the property, and none admits the member. */
function isExcluded(document: OpenApiDocument, choices: string, property: string, member: Json): boolean {
  const nodes = asList(valueAt(document, choices));
  return (
    nodes.length > 0 &&
    nodes.every((choice, index) => {
      const { node, pointer } = resolveReference(document, choice, pointerTo(choices, index));
      if (asObject(node.properties)[property] === undefined) return false;
      return validatorOf(document).errors(pointerTo(pointer, "properties", property), member).length > 0;
    })
  );
}

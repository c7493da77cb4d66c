import { appliedTo } from "../document/applied.js";
import { asObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";
import type { Operation, Parameter } from "../operations/operation.js";

/**
 * Parameters with lists or objects inside of a list or an object: OpenAPI defines no style for them (3.1, 4.8.12.3).
 * `deepObject` is written as most servers read it (`src/http/deep-object.ts`), and `content` has a media type.
 */
export function undefinedStyles(document: OpenApiDocument, { parameters }: Operation): DocumentWarning[] {
  return parameters
    .filter(({ style, mediaType }) => mediaType === undefined && style !== "deepObject" && style !== "querystring")
    .filter((parameter) => isNested(document, parameter))
    .map(({ pointer }) => ({
      pointer,
      message:
        "OpenAPI does not define how lists and objects inside of a list or an object are written in a parameter of this style. A list in an exploded query repeats its name, and all else is written as JSON.",
    }));
}

function isNested(document: OpenApiDocument, { schemaPointer }: Parameter): boolean {
  return memberPlaces(document, schemaPointer).some((place) => memberPlaces(document, place).length > 0);
}

/** The places of the items and properties of a schema, and of those that it is composed of. */
function memberPlaces(document: OpenApiDocument, pointer: string): string[] {
  return appliedTo(document, pointer).flatMap((place) => {
    const { items, properties } = asObject(valueAt(document, place));
    const names = Object.keys(asObject(properties));
    return [
      ...(items === undefined ? [] : [pointerTo(place, "items")]),
      ...names.map((name) => pointerTo(place, "properties", name)),
    ];
  });
}

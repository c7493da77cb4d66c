import { asList, asObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { resolveReference } from "../document/reference.js";
import type { Operation, Parameter } from "../operations/operation.js";
import type { DocumentWarning } from "./warning.js";

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

function isNested(document: OpenApiDocument, { schema }: Parameter): boolean {
  const members = membersOf(document, schema, new Set());
  return members.some((member) => membersOf(document, member, new Set()).length > 0);
}

/**
 * The items and properties of a schema, and of those that it is composed of.
 *
 * @param seen the schemas that were read, each once: they may be composed of each other
 */
function membersOf(document: OpenApiDocument, schema: Json | undefined, seen: Set<JsonObject>): Json[] {
  const { node } = resolveReference(document, schema, "#");
  if (seen.has(node)) return [];
  seen.add(node);
  const composed = [...asList(node.allOf), ...asList(node.anyOf), ...asList(node.oneOf)];
  return [
    ...(node.items === undefined ? [] : [node.items]),
    ...Object.values(asObject(node.properties)),
    ...composed.flatMap((part) => membersOf(document, part, seen)),
  ];
}

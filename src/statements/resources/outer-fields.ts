import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { plainName, USUAL_IDENTIFIERS } from "../names.js";
import { NAMES_OF_PEOPLE } from "../people.js";
import { contentPlace, propertiesAt, successContents } from "../schema-fields.js";
import { pathParameters } from "./path-parameters.js";
import type { Resource } from "./resource.js";

/** Names of fields that have all values of a path, as plain names: `mina/notes` of `/repos/{owner}/{repo}`. */
const FULL_NAMES = ["fullname", "namewithowner", "pathwithnamespace"];

/** Whether a field has all values of the path of its resource, by its name. */
export function isFullName(field: string): boolean {
  return FULL_NAMES.includes(plainName(field));
}

/**
 * JSON pointers to the fields with the values of the path of a resource before its own one. That of `/repos/{owner}/{repo}` is
 * `/owner/login`. Undefined if one of them has no field.
 */
export function outerFields(
  document: OpenApiDocument,
  { retrieve, position }: Pick<Resource, "position" | "retrieve">,
): string[] | undefined {
  const [content] = retrieve ? successContents(retrieve) : [];
  if (!retrieve || !content) return undefined;
  const found: string[] = [];
  for (const parameter of pathParameters(retrieve).slice(0, position)) {
    const pointer = fieldNamed(document, content, parameter?.name ?? "");
    if (pointer === undefined) return undefined;
    found.push(pointer);
  }
  return found;
}

/** JSON pointer to the field of a name, or to the field that identifies the object there. */
function fieldNamed(document: OpenApiDocument, content: MediaType, parameter: string): string | undefined {
  const at = contentPlace(document, content, "") ?? "";
  const name = propertiesAt(document, content, at).find((field) => plainName(field) === plainName(parameter));
  if (name === undefined) return undefined;
  const members = propertiesAt(document, content, pointerTo(at, name));
  if (members.length === 0) return pointerTo("", name);
  const usual = [...NAMES_OF_PEOPLE, ...USUAL_IDENTIFIERS];
  const known = usual.find((wanted) => members.some((member) => plainName(member) === wanted));
  const own = members.find((member) => plainName(member) === known);
  return own === undefined ? undefined : pointerTo(pointerTo("", name), own);
}

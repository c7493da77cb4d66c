import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { speaksOfReading } from "#statements/dangers/read-effects.js";
import { listOf } from "#statements/paging/paging.js";
import { namedPlace, schemaLayers } from "#statements/resources/envelope-schema.js";
import type { Resource } from "#statements/resources/resource.js";
import { contentPlace, hasKeyword, propertiesAt, successContents } from "#statements/schema-fields.js";
import type { StatedDocument } from "./family.js";

/** Whether the items of a list may be resources. They show what identifies one, or have most fields of one. */
export function listsResource({ document }: StatedDocument, { list, retrieve, identifiers }: Resource): boolean {
  const [content] = list ? successContents(list.operation) : [];
  const [own] = retrieve ? successContents(retrieve) : [];
  if (!list || !content || !own) return true;
  const at = pointerTo(list.paging.items, 0);
  const names = propertiesAt(document, content, contentPlace(document, content, at) ?? at);
  const fields = schemaLayers(document, own).flatMap((layer) => propertiesAt(document, own, layer));
  const isNamed = identifiers().some(({ pointer, of }) => {
    const place = of === undefined ? undefined : namedPlace(document, content, of, at);
    const beside = place === undefined ? [] : propertiesAt(document, content, place);
    return [...names, ...beside].includes(pointerNames(pointer)[0] ?? "");
  });
  const alike = names.filter((name) => fields.includes(name));
  return isNamed || 2 * alike.length >= names.length || fields.length === 0;
}

/** Whether an operation responds with one resource in JSON. A list without an object around it is not one resource. */
export function showsResource({ document }: StatedDocument, retrieve: Operation): boolean {
  return successContents(retrieve).length > 0 && listOf(document, retrieve)?.paging.items !== "";
}

/** Whether an operation may respond with an object. A text or a number has no fields that a state could keep. */
export function showsObject({ document }: StatedDocument, retrieve: Operation): boolean {
  const [content] = successContents(retrieve);
  if (!content) return false;
  return !hasKeyword(document, content, "", "type") || hasKeyword(document, content, "", "type", ["object"]);
}

/** Whether a creation makes an object with any fields. A POST that reads creates none. @param content of the response to a read */
export function createsFree(document: OpenApiDocument, { create }: Resource, content: MediaType): boolean {
  return (
    create !== undefined &&
    !speaksOfReading(create) &&
    hasKeyword(document, content, "", "type", ["object"]) &&
    !hasKeyword(document, content, "", "additionalProperties", [false])
  );
}

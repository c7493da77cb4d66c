import { asObject, asText, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { operationNodes } from "../operations/path-item.js";
import type { DocumentWarning } from "./warning.js";

/**
 * Numbers the operationIds that several operations share, in place: `get`, `get2`. An operationId is unique (Operation Object,
 * OpenAPI 3.1, 4.8.10); but generators of documents give GET and HEAD the same one. Links lead to the first operation.
 */
export function numberOperationIds(document: OpenApiDocument): DocumentWarning[] {
  const places = Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    operationNodes(asObject(item), pointerTo("#/paths", path)).map(({ node, pointer }) => ({
      operation: node,
      pointer,
    })),
  );
  const owners = new Map<string, JsonObject>();
  for (const { operation } of places) {
    const id = asText(operation.operationId);
    if (id !== undefined && !owners.has(id)) owners.set(id, operation);
  }
  return places.flatMap(({ operation, pointer }) => {
    const id = asText(operation.operationId);
    if (id === undefined || owners.get(id) === operation) return [];
    let number = 2;
    while (owners.has(`${id}${number}`)) number += 1;
    operation.operationId = `${id}${number}`;
    owners.set(`${id}${number}`, operation);
    const message = `another operation has the operationId ${id}. This one is called ${id}${number}.`;
    return [{ pointer: pointerTo(pointer, "operationId"), message }];
  });
}

import { asObject, asText, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { camelCase } from "../document/letter-case.js";
import { pointerTo } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";
import { operationNodes } from "../operations/path-item.js";

/**
 * Numbers the operationIds that several operations share, in place: `get`, `get2`. An operationId is unique (Operation Object,
 * OpenAPI 3.1, 4.8.10); but generators of documents give GET and HEAD the same one. Links lead to the first operation. So are
 * those numbered that give the same name of a function: `get-pet` and `getPet`. An operation without an operationId gets one,
 * if its path gives the name of another function: `/pets/{id}` and `/pets/id`.
 */
export function numberOperationIds(document: OpenApiDocument): DocumentWarning[] {
  const all = Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    operationNodes(asObject(item), pointerTo("#/paths", path)).map(({ method, node, pointer }) => {
      const stated = asText(node.operationId);
      return { operation: node, pointer, stated, id: stated ?? camelCase(`${method} ${path}`) };
    }),
  );
  // A stated operationId keeps its name.
  const places = [
    ...all.filter(({ stated }) => stated !== undefined),
    ...all.filter(({ stated, id }) => stated === undefined && id !== ""),
  ];
  const owners = new Map<string, { operation: JsonObject; id: string }>();
  for (const { operation, id } of places) {
    const name = nameOf(id);
    if (!owners.has(name)) owners.set(name, { operation, id });
  }
  return places.flatMap(({ operation, pointer, stated, id }) => {
    const owner = owners.get(nameOf(id));
    if (!owner || owner.operation === operation) return [];
    let number = 2;
    while (owners.has(nameOf(`${id}${number}`))) number += 1;
    const numbered = `${id}${number}`;
    operation.operationId = numbered;
    owners.set(nameOf(numbered), { operation, id: numbered });
    if (stated === undefined) {
      const message = `the path gives the same name of a function as another one, ${nameOf(owner.id)}. This one is called ${numbered}.`;
      return [{ pointer, message }];
    }
    const defect =
      owner.id === id
        ? `another operation has the operationId ${id}`
        : `the operationId ${owner.id} gives the same name of a function`;
    return [{ pointer: pointerTo(pointer, "operationId"), message: `${defect}. This one is called ${numbered}.` }];
  });
}

/** The name of the function; the operationId itself, if it has no letters and digits. */
const nameOf = (id: string) => camelCase(id) || id;

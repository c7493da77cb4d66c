import { asObject, isObject, type JsonObject } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { METHODS } from "./operation.js";

/** An operation of a path item, as the document has it. */
export interface OperationNode {
  /** In lower case. */
  method: string;
  node: JsonObject;
  pointer: string;
}

/**
 * The operations of a path item, in the order of the document. The fixed fields come before `additionalOperations` (Path
 * Item Object, OpenAPI 3.2, 4.9).
 *
 * @param item with its reference resolved
 * @param pointer its place
 */
export function operationNodes(item: JsonObject, pointer: string): OperationNode[] {
  const fixed = Object.entries(item).flatMap(([name, node]) =>
    METHODS.some((method) => method === name) && isObject(node)
      ? [{ method: name, node, pointer: pointerTo(pointer, name) }]
      : [],
  );
  const additional = Object.entries(asObject(item.additionalOperations)).flatMap(([name, node]) =>
    isObject(node) && !name.startsWith("x-")
      ? [{ method: name.toLowerCase(), node, pointer: pointerTo(pointer, "additionalOperations", name) }]
      : [],
  );
  return [...fixed, ...additional];
}

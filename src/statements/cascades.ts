import type { Operation } from "#openapi/operations/operation.js";
import { lastSegment } from "./resources/path-parameters.js";

/** Words for a deletion that includes others: "Deletes a project with its notes". */
const TOGETHER = /\b(?:with|and) (?:its|their|all|every|the)\b([^.]*)/;

/** Whether the words for a deletion say that it deletes a collection below the resource, too. @param collection its path */
export function statesCascade({ summary, description }: Operation, collection: string): boolean {
  const name = lastSegment(collection).toLowerCase();
  const [, together = ""] = TOGETHER.exec(`${summary} ${description}`.toLowerCase()) ?? [];
  return together.split(/[^\p{L}\p{N}-]+/u).includes(name);
}

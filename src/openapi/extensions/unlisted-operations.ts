import { asObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { reachedPlaces } from "../document/reached-places.js";
import { openPointsOf, requirementsOf } from "../document/requirements.js";
import type { Operation } from "../operations/operation.js";
import { operationsOf } from "../operations/operations.js";

/** An operation that a requirement or an open point concerns, and does not name. */
export interface UnlistedOperation {
  operation: Operation;
  /** Whether no requirement at all names it. */
  isUnnamed: boolean;
  /** The requirements that state the `x-stability-level` of other operations, which this one has too. */
  requirements: string[];
  /** The open points of `x-unspecified` in its parts. */
  openPoints: string[];
}

/** The operations that `x-requirements` or `x-open-points` lack; none in a document without requirements. */
export function unlistedOperations(document: OpenApiDocument): UnlistedOperation[] {
  const requirements = requirementsOf(document);
  if (requirements.length === 0) return [];
  const operations = operationsOf(document);
  const levels = requirements.map(({ id, stated, operations: named }) => ({
    id,
    named,
    levels: operations.flatMap(({ pointer, stability }) =>
      stated.includes(pointerTo(pointer, "x-stability-level")) ? [stability] : [],
    ),
  }));
  const points = openPointsOf(document);
  return operations.flatMap((operation) => {
    const { id, pointer, stability, parameters } = operation;
    // The path may have parameters, too.
    const used = openPointsBelow(document, [pointer, ...parameters.map((parameter) => parameter.pointer)]);
    const unlisted: UnlistedOperation = {
      operation,
      isUnnamed: !requirements.some((each) => each.operations.includes(id)),
      requirements: levels
        .filter((each) => !each.named.includes(id) && stability !== undefined && each.levels.includes(stability))
        .map((each) => each.id),
      openPoints: points.filter((each) => !each.operations.includes(id) && used.has(each.id)).map((each) => each.id),
    };
    const isListed = !unlisted.isUnnamed && unlisted.requirements.length + unlisted.openPoints.length === 0;
    return isListed ? [] : [unlisted];
  });
}

/** The ids of the open points that parts of the document note, references included. */
function openPointsBelow(document: OpenApiDocument, pointers: readonly string[]): Set<string> {
  const ids = new Set<string>();
  reachedPlaces(document, pointers, (node) => {
    for (const id of Object.keys(asObject(node["x-unspecified"]))) ids.add(id);
  });
  return ids;
}

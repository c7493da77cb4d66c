import { isObject } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { nodesIn } from "../document/walk.js";

/**
 * The bundler follows a chain of references by recursion, and compares each with all before it. A thousand take ten seconds.
 */
const MAX_REFERENCES = 100;

/**
 * Finds a reference that leads to its target only through very many others of the same file. Each of them is nothing but a
 * reference. Takes linear time.
 *
 * @returns why the file is refused: a sentence; undefined if there is no such reference
 */
export function chainProblem(content: unknown): string | undefined {
  const lengths = new Map<string, number>();
  for (const node of nodesIn(content)) {
    const reference = referenceOf(node);
    if (reference !== undefined && lengthOf(content, reference, lengths) > MAX_REFERENCES) {
      return `The $ref "${reference}" leads to its target through more than ${MAX_REFERENCES} others. Refer to the target itself.`;
    }
  }
  return undefined;
}

/** The number of references from one to its target. One of a circle has that to the circle: others report it. */
function lengthOf(content: unknown, start: string, lengths: Map<string, number>): number {
  const way: string[] = [];
  let next: string | undefined = start;
  while (next !== undefined && !lengths.has(next)) {
    way.push(next);
    lengths.set(next, 0);
    next = referenceOf(valueAt(content, next));
  }
  let length = next === undefined ? 0 : (lengths.get(next) ?? 0);
  for (const reference of way.toReversed()) {
    length += 1;
    lengths.set(reference, length);
  }
  return length;
}

function referenceOf(node: unknown): string | undefined {
  if (!isObject(node)) return undefined;
  const { $ref: reference } = node;
  return typeof reference === "string" && reference.startsWith("#") ? reference : undefined;
}

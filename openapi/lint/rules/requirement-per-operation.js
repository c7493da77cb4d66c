import { operationsOf } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

/**
 * In a document with requirements, each operation has one. Reports and the page say by them why an operation is tested, and
 * an operation without one would look as if nothing was required of it.
 */
export const requirementPerOperation = wholeDocumentRule((document) => {
  const requirements = Object.values(Object(document["x-requirements"]));
  if (requirements.length === 0) return [];
  const named = new Set(requirements.flatMap(({ operations }) => operations));
  return operationsOf(document)
    .filter(({ id }) => !named.has(id))
    .map(({ id, pointer, method, path }) => ({
      pointer,
      message: `No requirement names ${id}. Add it to \`operations\` of each that holds for it, and one of its own: \`X1: { operations: [${id}], requirement: ${method.toUpperCase()} ${path} …, stated: ["${pointer}/responses"] }\``,
    }));
});

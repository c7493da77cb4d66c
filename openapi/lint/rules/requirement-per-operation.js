import { unlistedOperations } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

/**
 * In a document with requirements, each operation has one. Reports and the page say by them why an operation is tested, and
 * an operation without one would look as if nothing was required of it. It is also named by the open points of its parts,
 * and by the requirement that states its stability level.
 */
export const requirementPerOperation = wholeDocumentRule((document) =>
  unlistedOperations(document).map(({ operation, isUnnamed, requirements, openPoints }) => {
    const { id, method, path, pointer } = operation;
    const reasons = [
      ...requirements.map((each) => `${each} (\`x-stability-level: ${operation.stability}\`)`),
      ...openPoints.map((each) => `${each} (\`x-unspecified\`)`),
    ].join(", ");
    if (!isUnnamed)
      return { pointer, isName: true, message: `Add ${id} to \`operations\` of ${reasons}: its parts say so.` };
    const own = `\`X1: { operations: [${id}], requirement: ${method.toUpperCase()} ${path} …, stated: ["${pointer}/responses"] }\``;
    const others = reasons && `, also of ${reasons}`;
    return {
      pointer,
      isName: true,
      message: `No requirement names ${id}. Add it to \`operations\` of each that holds for it${others}, and one of its own: ${own}`,
    };
  }),
);

import { unmetConditions } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

const MESSAGE = "No example meets this condition, so nothing tests `then`. Add an example that does, or correct it.";

/**
 * An example meets each condition (`if`) of the schema of a body. Without one, nothing tests what follows in `then`, and a
 * misspelt condition has no effect.
 */
export const conditionMet = wholeDocumentRule((document) =>
  unmetConditions(document).map((pointer) => ({ pointer, message: MESSAGE })),
);

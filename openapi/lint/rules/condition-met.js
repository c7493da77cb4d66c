import { tsImport } from "tsx/esm/api";
import { wholeDocumentRule } from "../whole-document-rule.js";

/** @type {typeof import("../../../src/openapi/schema/unmet-conditions.js")} */
const { unmetConditions } = await tsImport("../../../src/openapi/schema/unmet-conditions.ts", import.meta.url);

const MESSAGE = "No example meets this condition, so nothing tests `then`. Add an example that does, or correct it.";

/**
 * An example meets each condition (`if`) of the schema of a body. Without one, nothing tests what follows in `then`, and a
 * misspelt condition has no effect.
 */
export const conditionMet = wholeDocumentRule((document) =>
  unmetConditions(document).map((pointer) => ({ pointer, message: MESSAGE })),
);

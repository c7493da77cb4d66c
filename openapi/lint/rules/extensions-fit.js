import { extensionDefects, hasOwnExtensions } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

/**
 * The extensions of this project have their form and their place, and every pointer, parameter and operation that they
 * name exists. Without this rule, a misspelled extension would switch its checks off.
 */
export const extensionsFit = wholeDocumentRule((document) => {
  const isOwn = hasOwnExtensions(document);
  return extensionDefects(document).filter(({ mayBeForeign }) => isOwn || !mayBeForeign);
});

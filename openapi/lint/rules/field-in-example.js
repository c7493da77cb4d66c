import { unshownFields } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

/**
 * Each field of a response is in an example of it. Without that, the mock never sends the field, nothing checks its
 * description, and a test of the coverage fails later.
 */
export const fieldInExample = wholeDocumentRule((document) =>
  unshownFields(document).map(({ pointer, operation, line }) => ({
    pointer,
    message: `No example of ${operation} has this field of the response. Add it to one of them: \`${line}\``,
  })),
);

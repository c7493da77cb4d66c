import { excludedMembers } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

/** A member of an enumeration can occur: a choice beside the property admits it. */
export const memberAdmitted = wholeDocumentRule((document) =>
  excludedMembers(document).map(({ pointer, member, property, choices }) => ({
    pointer,
    message: `No branch of ${choices} admits ${JSON.stringify(member)} as \`${property}\`, so no value is valid with it. Add it to a branch, or remove it.`,
  })),
);

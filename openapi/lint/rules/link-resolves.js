import { lostLinks } from "../shared.js";
import { wholeDocumentRule } from "../whole-document-rule.js";

/** A link leads to an operation, to its parameters, and from a value that a response or a request can have. */
export const linkResolves = wholeDocumentRule(lostLinks);

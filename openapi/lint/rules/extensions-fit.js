import { tsImport } from "tsx/esm/api";
import { wholeDocumentRule } from "../whole-document-rule.js";

// Redocly CLI itself reads no TypeScript.
/** @type {typeof import("../../../src/openapi/extensions/defects.js")} */
const { extensionDefects } = await tsImport("../../../src/openapi/extensions/defects.ts", import.meta.url);

/**
 * The extensions of this project have their form and their place, and every pointer, parameter and operation that they
 * name exists. Without this rule, a misspelled extension would switch its checks off.
 */
export const extensionsFit = wholeDocumentRule(extensionDefects);

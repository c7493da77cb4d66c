import { tsImport } from "tsx/esm/api";
import { assembledDocument } from "../assembled-document.js";

// The commands refuse the same documents, by the same code. Redocly CLI itself reads no TypeScript.
/** @type {typeof import("../../../src/openapi/extensions/defects.js")} */
const { extensionDefects } = await tsImport("../../../src/openapi/extensions/defects.ts", import.meta.url);

/**
 * The extensions of this project have their form and their place, and every pointer, parameter and operation that they
 * name exists. Without this rule, a misspelled extension would switch its checks off.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const extensionsFit = () => {
  /** @type {Map<unknown, string>} */
  const types = new Map();
  return {
    ref(node, { type }) {
      types.set(node, type.name);
    },
    Root: {
      leave(root, { report, location, resolve }) {
        const { document, locationOf } = assembledDocument(root, location, resolve, types);
        let defects;
        try {
          defects = extensionDefects(document);
        } catch {
          return; // Redocly reports references that lead nowhere by a rule of its own.
        }
        for (const { pointer, message } of defects) {
          report({ message, location: locationOf(pointer) });
        }
      },
    },
  };
};

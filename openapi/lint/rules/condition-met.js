import { tsImport } from "tsx/esm/api";
import { assembledDocument } from "../assembled-document.js";

/** @type {typeof import("../../../src/openapi/unmet-conditions.js")} */
const { unmetConditions } = await tsImport("../../../src/openapi/unmet-conditions.ts", import.meta.url);

/**
 * An example meets each condition (`if`) of the schema of a body. Without one, nothing tests what follows in `then`, and a
 * misspelt condition has no effect.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const conditionMet = () => {
  /** @type {Map<unknown, string>} */
  const types = new Map();
  return {
    ref(node, { type }) {
      types.set(node, type.name);
    },
    Root: {
      leave(root, { report, location, resolve }) {
        const { document, locationOf } = assembledDocument(root, location, resolve, types);
        /** @type {string[]} */
        let pointers;
        try {
          pointers = unmetConditions(document);
        } catch {
          return; // Other rules report references that lead nowhere, and schemas that cannot be used.
        }
        for (const pointer of pointers) {
          report({
            message:
              "No example meets this condition, so nothing tests `then`. Add an example that does, or correct it.",
            location: locationOf(pointer),
          });
        }
      },
    },
  };
};

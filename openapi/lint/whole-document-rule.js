import { assembledDocument } from "./assembled-document.js";

/**
 * Makes a rule of a check of the whole document. The commands use the same checks.
 *
 * @param {(document: any) => readonly { pointer: string, message: string, isName?: boolean }[]} check
 * @returns {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export function wholeDocumentRule(check) {
  return () => {
    /** @type {Map<unknown, string>} */
    const types = new Map();
    let isBroken = false;
    return {
      ref: {
        enter(node, { type }) {
          types.set(node, type.name);
        },
        leave(_, __, { node: target }) {
          isBroken ||= target === undefined;
        },
      },
      Root: {
        leave(root, { report, location, resolve }) {
          // Another rule reports the reference. Its consequences are not mistakes of their own.
          if (isBroken) return;
          const { document, locationOf } = assembledDocument(root, location, resolve, types);
          /** @type {ReturnType<typeof check>} */
          let defects;
          try {
            defects = check(document);
          } catch {
            return; // Other rules report references that lead nowhere, and schemas that cannot be used.
          }
          for (const { pointer, message, isName } of defects) {
            const location = locationOf(pointer);
            report({ message, location: isName ? location.key() : location });
          }
        },
      },
    };
  };
}

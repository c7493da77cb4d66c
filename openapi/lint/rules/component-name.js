import { basename, extname } from "node:path";

const PASCAL_CASE = /^([A-Z][a-z0-9]*)+$/;

/**
 * Component names become type names, and a component in a file of its own is named by the file.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const componentName = () => {
  return {
    Components(components, { report, location }) {
      for (const [kind, named] of Object.entries(components)) {
        if (kind.startsWith("x-") || typeof named !== "object" || named === null) continue;
        for (const name of Object.keys(named)) {
          if (!PASCAL_CASE.test(name)) {
            report({
              message: remedy(`the component \`${name}\``, name),
              location: location.child([kind, name]).key(),
            });
          }
        }
      }
    },
    ref: {
      enter(node, { report, location, type }) {
        const file = node.$ref.split("#")[0];
        if (!file || node.$ref.includes("#") || type.name === "PathItem") return;
        const name = basename(file, extname(file));
        if (!PASCAL_CASE.test(name)) {
          report({ message: remedy(`the file \`${basename(file)}\``, name), location: location.child("$ref") });
        }
      },
    },
  };
};

/**
 * @param {string} what
 * @param {string} name
 */
function remedy(what, name) {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const better = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  return `Name ${what} in PascalCase, as types are. Example: ${better || "ContactImport"}.`;
}

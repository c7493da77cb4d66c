import { basename, extname } from "node:path";

const PASCAL_CASE = /^([A-Z][a-z0-9]*)+$/;

/**
 * Component names become type names. The name of a component in its own file is the file's name.
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
 * @param {string} subject the component or the file
 * @param {string} name
 */
function remedy(subject, name) {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const better = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  return `Name ${subject} in PascalCase, like a type. Example: ${better || "ContactImport"}.`;
}

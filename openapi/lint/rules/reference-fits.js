/** The fields of any reference (OpenAPI 3.1, 4.8.23). */
const OF_REFERENCES = ["$ref", "summary", "description"];

/**
 * A `$ref` leads to a component of the kind that its place has. Without that, each member of the component would be a mistake
 * in a file that is right. Beside it stands nothing that the kind does not have: Redocly CLI checks the component alone.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const referenceFits = () => ({
  ref: {
    leave(node, { report, location, type }, { node: target }) {
      const beside = Object.keys(node).filter((name) => !OF_REFERENCES.includes(name) && !name.startsWith("x-"));
      for (const name of strangersOf(beside, type)) {
        report({
          message: `Property \`${name}\` is not expected beside \`$ref\`.`,
          suggest: [...OF_REFERENCES, ...Object.keys(type.properties)],
          location: location.child([name]).key(),
        });
      }
      if (typeof target !== "object" || target === null || Array.isArray(target)) return;
      const names = Object.keys(target).filter((name) => !name.startsWith("x-"));
      const [first, second, ...more] = strangersOf(names, type);
      if (second === undefined || (more.length + 2) * 2 < names.length) return;
      const [inner] =
        Object.entries(type.properties).find(([, kind]) => isClosed(kind) && strangersOf(names, kind).length === 0) ??
        [];
      const advice = inner === undefined ? `Name a file of the type ${type.name}` : `Indent it below \`${inner}\``;
      const message = `The $ref ${JSON.stringify(node.$ref)} leads to something other than a ${type.name}: \`${first}\` and \`${second}\` are not part of one. ${advice}.`;
      report({ message, location: location.child("$ref") });
    },
  },
});

/**
 * The names that a type of Redocly CLI does not have. A type that is open has any name.
 *
 * @param {string[]} names
 * @param {any} type
 */
function strangersOf(names, type) {
  return isClosed(type) ? names.filter((name) => !Object.hasOwn(type.properties, name)) : [];
}

/** @param {any} type of Redocly CLI, or how to choose one */
function isClosed(type) {
  return Object.keys(type?.properties ?? {}).length > 0 && !type.additionalProperties;
}

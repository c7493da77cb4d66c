/** A type that is taken from another file of the package. */
const TYPES = /^((?:import|export) type .* from "\.{1,2}\/.*");$/gm;

/**
 * The files of an entry for CommonJS. Its module requires that of ESM. Its declarations name types of MSW, which has other
 * types for CommonJS. All other files of the package stay ESM.
 *
 * @param name the file of the entry without the ending: `msw`
 * @param declarations those of ESM, which import nothing but types
 * @returns the content of each file, by its name
 */
export function commonJsEntry(name: string, declarations: string): Map<string, string> {
  const types = declarations.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
  return new Map([
    [`${name}.cjs`, `module.exports = require("./${name}.js");\n`],
    [`${name}.d.cts`, types.replaceAll(TYPES, '$1 with { "resolution-mode": "import" };')],
  ]);
}

/**
 * Copies a schema and all schemas that it refers to, in this file or in others, which become its `$defs`. A schema may
 * refer to itself.
 *
 * @param {any} schema
 * @param {import("@redocly/openapi-core/lib/walk.js").UserContext["resolve"]} resolve
 * @param {string} from absolute reference of the schema's file
 * @returns {any}
 */
export function selfContained(schema, resolve, from) {
  /** @type {Record<string, any>} */
  const $defs = {};
  /** @type {Map<string, string>} */
  const names = new Map();

  /** @param {any} node @param {string} file @returns {any} */
  const copy = (node, file) => {
    if (Array.isArray(node)) return node.map((item) => copy(item, file));
    if (typeof node !== "object" || node === null) return node;
    const out = Object.fromEntries(
      Object.entries(node)
        .filter(([keyword]) => keyword !== "$ref" && keyword !== "discriminator")
        .map(([keyword, value]) => [keyword, copy(value, file)]),
    );
    if (typeof node.$ref === "string") out.$ref = define(node, file);
    return out;
  };
  /** @param {any} reference @param {string} file */
  const define = (reference, file) => {
    const target = resolve(reference, file);
    const key = target.location?.absolutePointer ?? reference.$ref;
    const known = names.get(key);
    if (known) return `#/$defs/${known}`;
    const name = `s${names.size}`;
    names.set(key, name);
    $defs[name] = target.node === undefined ? {} : copy(target.node, target.location?.source.absoluteRef ?? file);
    return `#/$defs/${name}`;
  };

  const alone = copy(schema, from);
  return typeof alone === "object" ? { ...alone, $defs } : alone;
}

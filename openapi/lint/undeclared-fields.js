/**
 * Lists the properties of a value that no part of its schema declares, as JSON pointers. A schema that declares no
 * properties allows all. `patternProperties` and `additionalProperties` count as declarations.
 *
 * @param {any} value
 * @param {any} root a schema with all schemas that it refers to in its `$defs`
 * @returns {string[]}
 */
export function undeclaredFields(value, root) {
  /** @param {any} node @param {any[]} schemas @param {string} pointer @returns {string[]} */
  const walk = (node, schemas, pointer) => {
    const all = schemas.flatMap((schema) => partsOf(schema, root));
    if (Array.isArray(node)) {
      return node.flatMap((item, index) => {
        const items = all.flatMap((part) => part.prefixItems?.[index] ?? part.items ?? []);
        return walk(item, items, `${pointer}/${index}`);
      });
    }
    if (typeof node !== "object" || node === null || !all.some((part) => part.properties)) return [];
    return Object.entries(node).flatMap(([name, child]) => {
      const declared = all.flatMap((part) => declarationsOf(name, part));
      const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return declared.length === 0 ? [at] : walk(child, declared, at);
    });
  };
  return walk(value, [root], "");
}

/**
 * The schema, and all schemas that it applies to the same value.
 *
 * @param {any} schema
 * @param {any} root
 * @returns {any[]}
 */
function partsOf(schema, root, seen = new Set()) {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const target = typeof schema.$ref === "string" ? root.$defs?.[schema.$ref.slice("#/$defs/".length)] : undefined;
  const applied = [
    ...[target, schema.if, schema.then, schema.else],
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
  ];
  return [schema, ...applied.flatMap((part) => partsOf(part, root, seen))];
}

/**
 * The schemas that a schema declares for a property.
 *
 * @param {string} name
 * @param {any} schema
 * @returns {any[]}
 */
function declarationsOf(name, { properties = {}, patternProperties = {}, additionalProperties }) {
  const patterns = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
  return [
    ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...patterns.map(([, schema]) => schema),
    ...(additionalProperties ? [additionalProperties] : []),
  ];
}

/**
 * Lists the fields of a value that no part of its schema declares, as JSON pointers. A schema that says what further
 * fields hold (`additionalProperties` or `patternProperties` that fit), or that declares no fields at all, admits them.
 *
 * @param {any} value
 * @param {any} root a schema that stands alone, its references under `$defs`
 * @returns {string[]}
 */
export function undeclaredFields(value, root) {
  /** @param {any} schema @returns {any[]} the schema and all that apply to the same value */
  const parts = (schema, seen = new Set()) => {
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
    seen.add(schema);
    const target = typeof schema.$ref === "string" ? root.$defs?.[schema.$ref.slice("#/$defs/".length)] : undefined;
    const applied = [
      target,
      schema.if,
      schema.then,
      schema.else,
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
      ...Object.values(schema.dependentSchemas ?? {}),
    ];
    return [schema, ...applied.flatMap((part) => parts(part, seen))];
  };

  /** @param {any} node @param {any[]} schemas @param {string} pointer @returns {string[]} */
  const walk = (node, schemas, pointer) => {
    const all = schemas.flatMap((schema) => parts(schema));
    if (Array.isArray(node)) {
      return node.flatMap((item, index) =>
        walk(
          item,
          all.flatMap((part) => part.prefixItems?.[index] ?? part.items ?? []),
          `${pointer}/${index}`,
        ),
      );
    }
    if (typeof node !== "object" || node === null || !all.some((part) => part.properties)) return [];
    return Object.entries(node).flatMap(([name, child]) => {
      const declared = all.flatMap((part) => [
        ...(Object.hasOwn(part.properties ?? {}, name) ? [part.properties[name]] : []),
        ...Object.entries(part.patternProperties ?? {})
          .filter(([pattern]) => new RegExp(pattern, "u").test(name))
          .map(([, schema]) => schema),
        ...(part.additionalProperties ? [part.additionalProperties] : []),
      ]);
      const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return declared.length === 0 ? [at] : walk(child, declared, at);
    });
  };
  return walk(value, [root], "");
}

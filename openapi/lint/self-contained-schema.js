import { pointerNames } from "./shared.js";

/** The keywords whose members are schemas by any name. */
const MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs"];

/** The keywords whose values are not schemas. */
const DATA = ["enum", "const", "default", "example", "examples"];

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
    if (!isObject(node)) return node;
    const { $ref, discriminator, ...others } = node;
    const out = Object.fromEntries(
      Object.entries(others).map(([keyword, value]) => [keyword, copyOf(keyword, value, file)]),
    );
    if (typeof $ref === "string") out.$ref = define(node, file);
    const selecting = isObject(discriminator) ? selectingCopy(discriminator, node, file) : undefined;
    if (selecting) out.discriminator = selecting;
    return out;
  };
  /** @param {string} keyword @param {any} value @param {string} file */
  const copyOf = (keyword, value, file) => {
    if (DATA.includes(keyword)) return value;
    if (!MAPS.includes(keyword) || !isObject(value)) return copy(value, file);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member, file)]));
  };
  /** @param {any} reference @param {string} file */
  const define = (reference, file) => {
    const target = resolve(reference, file);
    const key = target.location?.absolutePointer ?? reference.$ref;
    const known = names.get(key);
    if (known) return `#/$defs/${known}`;
    const own = nameIn(reference.$ref);
    const name = /^[\w.-]+$/.test(own) && !Object.hasOwn($defs, own) ? own : `${names.size}`;
    names.set(key, name);
    $defs[name] = {};
    $defs[name] = target.node === undefined ? {} : copy(target.node, target.location?.source.absoluteRef ?? file);
    return `#/$defs/${name}`;
  };
  /**
   * A discriminator that leads to the copies. Without a mapping, names of components select them. So there is none if a copy has
   * another name.
   *
   * @param {any} discriminator
   * @param {any} schema
   * @param {string} file
   */
  const selectingCopy = ({ mapping, defaultMapping, ...others }, { oneOf, anyOf }, file) => {
    /** @type {any[]} */
    const branches = [oneOf ?? anyOf ?? []].flat().filter((branch) => typeof branch?.$ref === "string");
    if (branches.length === 0) return undefined;
    if (branches.some((branch) => nameIn(define(branch, file)) !== nameIn(branch.$ref))) return undefined;
    const targets = isObject(mapping) ? Object.entries(mapping) : [];
    /** @param {unknown} target */
    const copied = (target) => `#/$defs/${nameIn(String(target))}`;
    return {
      ...others,
      ...(targets.length > 0 ? { mapping: Object.fromEntries(targets.map(([tag, to]) => [tag, copied(to)])) } : {}),
      ...(defaultMapping === undefined ? {} : { defaultMapping: copied(defaultMapping) }),
    };
  };

  const alone = copy(schema, from);
  return isObject(alone) ? { ...alone, $defs } : alone;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The name of the component, or of the file, that a reference leads to. @param {string} reference */
function nameIn(reference) {
  const [file = "", pointer] = reference.split("#", 2);
  return (pointer ? pointerNames(`#${pointer}`).at(-1) : file.split("/").at(-1)) ?? "";
}

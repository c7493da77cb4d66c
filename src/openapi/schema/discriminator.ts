import { CHOICES, composedOf } from "../document/applied.js";
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";

const SCHEMAS = "#/components/schemas";
/** How many references, parts and choices lead to the values of one branch. */
const MAX_LEVELS = 10;

/** Which branches of `oneOf` or `anyOf` the value of a property selects (Discriminator Object, OpenAPI 3.1, 4.8.25). */
export interface Discrimination {
  propertyName: string;
  /** The indexes of the branches for each documented value. */
  branches: ReadonlyMap<string, readonly number[]>;
  /** The branches for any other value; none if such a value is invalid. */
  others: readonly number[];
}

/**
 * Reads the discriminator beside a choice. A value selects the branch that the mapping names. Without an entry, it selects
 * the branch whose component has this name, or whose own property admits only this value. Else, it selects a branch that has
 * such a branch, or that a component of this name extends. An inline branch that states no value remains possible.
 *
 * @returns undefined without a discriminator
 */
export function discriminationOf(
  document: OpenApiDocument,
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
): Discrimination | undefined {
  const discriminator = asObject(schema.discriminator);
  const { propertyName } = discriminator;
  const members = asList(schema[keyword]);
  if (typeof propertyName !== "string" || members.length === 0) return undefined;
  const direct = members.map((member) => tagsOf(document, member, propertyName));
  const indirect = members.map((member) => wideTagsOf(document, member, propertyName));
  const implied = new Map<string, readonly number[]>();
  for (const tags of [direct, indirect]) {
    for (const tag of new Set(tags.flat())) {
      if (!implied.has(tag))
        implied.set(
          tag,
          indexesWhere(tags, (own) => own.includes(tag)),
        );
    }
  }
  const every = [...members.keys()];
  const mapped = (target: Json | undefined): readonly number[] => {
    const node = valueAt(document, targetOf(document, target));
    const named = indexesWhere(members, (member) => node !== undefined && nodeOf(document, member) === node);
    // A mapping may name a schema within a branch, or another one.
    return named.length > 0 ? named : (implied.get(nameOf(asText(target))) ?? every);
  };
  const stated = Object.entries(asObject(discriminator.mapping)).map(([tag, target]) => [tag, mapped(target)] as const);
  const branches = new Map([...stated, ...[...implied].filter(([tag]) => !stated.some(([own]) => own === tag))]);
  const { defaultMapping } = discriminator;
  const isOpen = (member: Json, index: number) => direct[index]?.length === 0 && admitsObjects(member);
  const others = defaultMapping === undefined ? indexesWhere(members, isOpen) : mapped(defaultMapping);
  return { propertyName, branches, others };
}

/** The branches that a value selects; undefined for a value without the property. */
export function selectedBranches(
  { propertyName, branches, others }: Discrimination,
  value: unknown,
): readonly number[] | undefined {
  const tag = tagIn(value, propertyName);
  return tag === undefined ? undefined : (branches.get(tag) ?? others);
}

/** The value of a discriminator's property as mappings write it; undefined for none, and for objects and lists. */
function tagIn(value: unknown, propertyName: string): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, propertyName)) return undefined;
  const tag: unknown = Reflect.get(value, propertyName);
  return ["string", "number", "boolean"].includes(typeof tag) ? String(tag) : undefined;
}

/** The values that select a branch itself: the name of its component, and those that its property states. */
function tagsOf(document: OpenApiDocument, member: Json, propertyName: string): string[] {
  const { $ref } = asObject(member);
  const name = typeof $ref === "string" ? [nameOf($ref)] : [];
  return [...name, ...statedValues(document, member, propertyName).map(String)];
}

/** The values that select a schema within a branch, or one that extends it. */
function wideTagsOf(document: OpenApiDocument, member: Json, propertyName: string, levels = MAX_LEVELS): string[] {
  if (levels === 0) return [];
  const node = nodeOf(document, member);
  const within = composedOf(asObject(node), CHOICES);
  const extending = extensionsOf(document, node).map(($ref): JsonObject => ({ $ref }));
  const mapping = Object.keys(asObject(asObject(asObject(node).discriminator).mapping));
  const below = [...within, ...extending].flatMap((part) => [
    ...tagsOf(document, part, propertyName),
    ...wideTagsOf(document, part, propertyName, levels - 1),
  ]);
  return [...mapping, ...below];
}

/** The values of a property by `const` or `enum`, also in a part of `allOf`. An empty list for any value. */
export function statedValues(document: OpenApiDocument, schema: Json, property: string, levels = MAX_LEVELS): Json[] {
  if (!isObject(schema) || levels === 0) return [];
  if (typeof schema.$ref === "string") {
    return statedValues(document, valueAt(document, schema.$ref) ?? {}, property, levels - 1);
  }
  const schemaOfTag = asObject(nodeOf(document, asObject(schema.properties)[property]));
  const values = schemaOfTag.const === undefined ? asList(schemaOfTag.enum) : [schemaOfTag.const];
  if (values.length > 0) return values.filter((value) => value !== null);
  return asList(schema.allOf).flatMap((part) => statedValues(document, part, property, levels - 1));
}

/** The place that a mapping names: by a reference, or by the bare name of a component. */
export function targetOf(document: OpenApiDocument, target: Json | undefined): string {
  const text = String(target);
  const bare = pointerTo(SCHEMAS, text);
  return !text.includes("/") && valueAt(document, bare) !== undefined ? bare : text;
}

/** The components that extend a schema by `allOf`, by their places. */
export function extensionsOf(document: OpenApiDocument, schema: Json | undefined): readonly string[] {
  return extensionsIn(document).get(schema) ?? [];
}

const extensionsIn = oncePer((document: OpenApiDocument): Map<Json | undefined, string[]> => {
  const extensions = new Map<Json | undefined, string[]>();
  for (const [name, component] of Object.entries(asObject(asObject(document.components).schemas))) {
    for (const part of asList(asObject(component).allOf)) {
      const reference = asText(asObject(part).$ref);
      const parent = reference === undefined ? undefined : valueAt(document, reference);
      if (parent === undefined) continue;
      extensions.set(parent, [...(extensions.get(parent) ?? []), pointerTo(SCHEMAS, name)]);
    }
  }
  return extensions;
});

/** The schema, or that to which it refers. */
function nodeOf(document: OpenApiDocument, schema: Json | undefined): Json | undefined {
  const { $ref } = asObject(schema);
  return typeof $ref === "string" ? valueAt(document, $ref) : schema;
}

function nameOf(reference = ""): string {
  return pointerNames(reference).at(-1) ?? "";
}

function admitsObjects(schema: Json): boolean {
  const { type } = asObject(schema);
  return schema !== false && (type === undefined || [type].flat().includes("object"));
}

function indexesWhere<Item>(items: readonly Item[], isWanted: (item: Item, index: number) => boolean): number[] {
  return items.flatMap((item, index) => (isWanted(item, index) ? [index] : []));
}

import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { camelCase, pascalCase } from "#openapi/document/letter-case.js";
import { literal, propertyKey } from "../names.js";

/** A closed set of texts or numbers (`enum`, JSON Schema Validation 2020-12, 6.1.2) that has a name. */
interface ClosedSet {
  name: string;
  /** The names of the schema and, for the set of a property, of the property. */
  owner: string;
  values: (string | number)[];
  /** The names of the values (`x-enum-varnames`, `x-enumNames`), in their order; empty if they have none. */
  members: string[];
}

/** Names that a module cannot declare (ECMA-262, 12.7.2 and 13.1.1), as far as they end like a plural, and an import. */
const RESERVED = ["arguments", "extends", "headerFields", "implements", "this"];

/**
 * The values of the closed sets of a document as constants, so that code can list and test them. They are `colors` for the
 * schema `Color`, and `petStatuses` for the property `status` of the schema `Pet`. Numbers that have names are an object:
 * `priorities.High`. If two sets have one name and other values, the second one gets a suffix. A schema comes before the
 * properties.
 *
 * @returns the declarations; empty if the document has no such set
 */
export function closedSets(document: OpenApiDocument): string {
  const schemas = Object.entries(asObject(asObject(document.components).schemas));
  const sets = [
    ...schemas.flatMap(([name, schema]) => setOf([name], schema)),
    ...schemas.flatMap(([name, schema]) =>
      Object.entries(asObject(asObject(schema).properties)).flatMap(([property, node]) =>
        setOf([name, property], node),
      ),
    ),
  ];
  const written = new Map<string, string>();
  return sets
    .map((set) => {
      const value = codeOfSet(set);
      let { name } = set;
      while (written.has(name) && written.get(name) !== value) name += "_";
      if (written.has(name)) return "";
      written.set(name, value);
      return `\n/** All values of ${set.owner}. */\nexport const ${name} = ${value} as const;\n`;
    })
    .join("");
}

function codeOfSet({ values, members }: ClosedSet): string {
  const named = members.map((member, index): [string, unknown] => [member, values[index]]);
  return members.length > 0 ? literal(Object.fromEntries(named)) : literal(values);
}

function setOf(names: string[], schema: Json | undefined): ClosedSet[] {
  const values = (isObject(schema) ? asList(schema.enum) : []).filter((value) => value !== null);
  const noun = camelCase(names.map(pascalCase).join("-"));
  const name = plural(noun);
  const isName = noun !== "" && /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) && !RESERVED.includes(name);
  const texts = values.filter((value) => typeof value === "string");
  const plain = texts.length > 0 ? texts : values.filter((value) => typeof value === "number");
  if (values.length === 0 || !isName || plain.length < values.length) return [];
  const owner = names.map((property) => `\`${propertyKey(property).replaceAll("*/", "*\\/")}\``).join(", property ");
  return [{ name, owner, values: plain, members: membersOf(asObject(schema), plain) }];
}

/** The names of numbers, if each has one of its own. Texts say themselves what they are. */
function membersOf(schema: JsonObject, values: readonly (string | number)[]): string[] {
  const names = asList(schema["x-enum-varnames"] ?? schema["x-enumNames"] ?? schema["x-enum-names"]).map(String);
  const isComplete = names.length === values.length && new Set(names).size === names.length;
  return isComplete && values.every((value) => typeof value === "number") ? names : [];
}

/** The plural of an English noun in camelCase: `origins`, `statuses`, `currencies`. A plural stays as it is. */
function plural(noun: string): string {
  if (/(ss|us|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith("s") ? noun : `${noun}s`;
}

import { asList, asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { camelCase, pascalCase } from "#openapi/document/letter-case.js";
import { propertyKey } from "../names.js";

/** A closed set of texts (`enum`, JSON Schema Validation 2020-12, 6.1.2) that has a name. */
interface ClosedSet {
  name: string;
  /** The names of the schema and, for the set of a property, of the property. */
  owner: string;
  values: string[];
}

/** Names that a module cannot declare (ECMA-262, 12.7.2 and 13.1.1), as far as they end like a plural, and an import. */
const RESERVED = ["arguments", "extends", "extras", "implements", "this"];

/**
 * The values of the closed sets of a document as constants, so that code can list and test them: `colors`
 * for the schema `Color`, `petStatuses` for the property `status` of the schema `Pet`. If two sets have one
 * name, the first one gets the constant. A schema comes before the properties.
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
  const first = new Map(sets.toReversed().map((set) => [set.name, set]));
  return sets
    .filter((set) => first.get(set.name) === set)
    .map(({ name, owner, values }) => {
      const list = values.map((value) => JSON.stringify(value)).join(", ");
      return `\n/** All values of ${owner}. */\nexport const ${name} = [${list}] as const;\n`;
    })
    .join("");
}

function setOf(names: string[], schema: Json | undefined): ClosedSet[] {
  const values = (isObject(schema) ? asList(schema.enum) : []).filter((value) => value !== null);
  const noun = camelCase(names.map(pascalCase).join("-"));
  const name = plural(noun);
  const isName = noun !== "" && /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) && !RESERVED.includes(name);
  if (values.length === 0 || !isName || !values.every((value) => typeof value === "string")) return [];
  const owner = names.map((property) => `\`${propertyKey(property).replaceAll("*/", "*\\/")}\``).join(", property ");
  return [{ name, owner, values }];
}

/** The plural of an English noun in camelCase: `origins`, `statuses`, `currencies`. A plural stays as it is. */
function plural(noun: string): string {
  if (/(ss|us|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith("s") ? noun : `${noun}s`;
}

import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { unusedName } from "#openapi/document/unused-name.js";

/** Names that a type cannot have, or by which it would hide a type that the file itself uses. */
const TAKEN = [
  ...["Record", "Blob", "Date", "Temporal", "paths", "webhooks", "components", "operations", "$defs"],
  ...[
    "any",
    "unknown",
    "never",
    "void",
    "undefined",
    "null",
    "object",
    "string",
    "number",
    "boolean",
    "symbol",
    "bigint",
  ],
  ...["break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum"],
  ...["export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "return"],
  ...["super", "switch", "this", "throw", "true", "try", "typeof", "var", "while", "with", "yield", "let", "static"],
  ...["implements", "interface", "package", "private", "protected", "public", "await", "type"],
];

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** The name of the type of a schema, and its name if no other schema had the same. */
export interface SchemaAlias {
  alias: string;
  wanted: string;
}

/**
 * The names of the types of the schemas of a document: as in the document where that is an identifier. Schemas that give one name
 * have it in the order of the document, those that are spelled so first. The others get a suffix.
 */
export function schemaAliases(document: OpenApiDocument): Map<string, SchemaAlias> {
  const names = Object.keys(asObject(asObject(document.components).schemas));
  const taken: Record<string, true> = Object.fromEntries(TAKEN.map((name) => [name, true]));
  const wanted = new Map(names.map((name) => [name, IDENTIFIER.test(name) ? name : pascalCase(name)]));
  const aliases = new Map<string, SchemaAlias>();
  const isExact = (name: string) => wanted.get(name) === name;
  for (const name of [...names.filter(isExact), ...names.filter((name) => !isExact(name))]) {
    const first = wanted.get(name) || "Schema";
    const alias = unusedName(first, taken);
    taken[alias] = true;
    aliases.set(name, { alias, wanted: first });
  }
  return aliases;
}

import type { OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { schemaAliases } from "./schema-aliases.js";
import { ts } from "./typescript-packages.cjs";

/**
 * Declares an alias for each schema: `export type Thing = components['schemas']['Thing']`. They replace those of
 * openapi-typescript, which changes names, and has one alias for several of one name.
 *
 * @param statements of openapi-typescript
 * @param document that the types are made of, with all its components
 */
export function withUsableAliases(statements: ts.Node[], document: OpenApiDocument): ts.Node[] {
  const others = statements.flatMap((statement) => {
    if (!ts.isTypeAliasDeclaration(statement)) return [statement];
    return referenced(statement.type).startsWith(SCHEMAS) ? [] : [withName(statement)];
  });
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const aliases = [...schemaAliases(document)].map(([name, { alias }]) => {
    const type = ts.factory.createTypeReferenceNode(`${SCHEMAS}['${name}']`);
    return ts.factory.createTypeAliasDeclaration(exported, alias, undefined, type);
  });
  const place = others.findIndex(isComponents) + 1;
  return others.toSpliced(place, 0, ...aliases);
}

const SCHEMAS = "components['schemas']";

function isComponents(statement: ts.Node): boolean {
  return ts.isInterfaceDeclaration(statement) && statement.name.text === "components";
}

/** The name in a type reference: openapi-typescript writes the whole type of a component as one identifier. */
export function referenced(type: ts.TypeNode): string {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? type.typeName.text : "";
}

/** A name cannot begin with a digit: the component `400` has the alias `_400`. */
function withName(statement: ts.TypeAliasDeclaration): ts.Node {
  const { modifiers, typeParameters, type, name } = statement;
  if (!/^\d/.test(name.text)) return statement;
  return ts.factory.createTypeAliasDeclaration(modifiers, pascalCase(name.text), typeParameters, type);
}

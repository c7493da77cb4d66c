import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { ts } from "./typescript-packages.cjs";

/** An alias of one of these names would hide a type that the file itself uses. */
const USED_NAMES = ["Record", "Blob"];

/** A component of the document, and the components of its kind whose names give the same alias. */
interface Aliased {
  kind: string;
  name: string;
  alike: string[];
}

/**
 * Removes or changes aliases of components (`export type Thing = components['schemas']['Thing']`) that would be
 * misleading. If several names give one alias, the alias stands for the component that has exactly this name. If no
 * component has it, there is no alias.
 *
 * @param statements of openapi-typescript
 * @param document in which the components are looked up
 */
export function withUsableAliases(statements: ts.Node[], document: OpenApiDocument): ts.Node[] {
  const components = componentsByType(document);
  return statements.flatMap((statement) => {
    if (!ts.isTypeAliasDeclaration(statement)) return [statement];
    const alias = /^\d/.test(statement.name.text) ? pascalCase(statement.name.text) : statement.name.text;
    if (USED_NAMES.includes(alias)) return [];
    const component = components.get(referenced(statement.type));
    if (!component || component.alike.length < 2 || component.name === alias) return [withName(statement, alias)];
    return component.alike.includes(alias) ? [withType(statement, typeOf(component.kind, alias))] : [];
  });
}

/** All components by the text of their type. */
function componentsByType(document: OpenApiDocument): Map<string, Aliased> {
  const kinds = Object.entries(asObject(document.components));
  const components = kinds.flatMap(([kind, named]) => {
    const names = Object.keys(asObject(named));
    const byAlias = new Map<string, string[]>();
    for (const name of names) byAlias.set(pascalCase(name), [...(byAlias.get(pascalCase(name)) ?? []), name]);
    return names.map((name): [string, Aliased] => {
      const alike = byAlias.get(pascalCase(name)) ?? [];
      return [typeOf(kind, name), { kind, name, alike }];
    });
  });
  return new Map(components);
}

/** The type of a component, as openapi-typescript writes it. */
function typeOf(kind: string, name: string): string {
  return `components['${kind}']['${name}']`;
}

/** The name in a type reference: openapi-typescript writes the whole type of a component as one identifier. */
export function referenced(type: ts.TypeNode): string {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? type.typeName.text : "";
}

/** A name cannot begin with a digit: the component `400` has the alias `_400`. */
function withName(statement: ts.TypeAliasDeclaration, alias: string): ts.Node {
  if (statement.name.text === alias) return statement;
  const { modifiers, typeParameters, type } = statement;
  return ts.factory.createTypeAliasDeclaration(modifiers, alias, typeParameters, type);
}

function withType({ modifiers, name, typeParameters }: ts.TypeAliasDeclaration, type: string): ts.Node {
  const reference = ts.factory.createTypeReferenceNode(type);
  return ts.factory.createTypeAliasDeclaration(modifiers, name, typeParameters, reference);
}

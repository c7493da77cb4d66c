import { referenced } from "./aliases.js";
import { ts } from "./typescript-packages.cjs";

/**
 * Declares objects among the schemas, and their alternatives, by their aliases, to which `components` refers. Editors show
 * the name of a type only where it was declared (`Thing`), and else all of its members. Schemas that refer to others stay
 * where they are: an alias of a recursive union would not compile.
 *
 * @param statements with an alias for each component
 */
export function withNamedSchemas(statements: readonly ts.Node[]): ts.Node[] {
  const names = new Map<string, string>();
  for (const statement of statements) {
    if (!ts.isTypeAliasDeclaration(statement)) continue;
    const [, schema] = /^components\['schemas'\]\['(.*)'\]$/.exec(referenced(statement.type)) ?? [];
    if (schema !== undefined && !names.has(schema)) names.set(schema, statement.name.text);
  }
  const moved = new Map<string, ts.TypeNode>();
  const renamed = statements.map((statement) => {
    if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== "components") return statement;
    const members = statement.members.map((member) =>
      nameOf(member) === "schemas" ? referring(member, names, moved) : member,
    );
    const { modifiers, name, typeParameters, heritageClauses } = statement;
    return ts.factory.updateInterfaceDeclaration(statement, modifiers, name, typeParameters, heritageClauses, members);
  });
  return renamed.map((statement) => {
    const own = ts.isTypeAliasDeclaration(statement) ? moved.get(statement.name.text) : undefined;
    if (!own || !ts.isTypeAliasDeclaration(statement)) return statement;
    return ts.factory.createTypeAliasDeclaration(statement.modifiers, statement.name, statement.typeParameters, own);
  });
}

/** The member with the schemas, in which objects refer to their aliases. Adds their types to `moved`. */
function referring(
  schemas: ts.TypeElement,
  names: ReadonlyMap<string, string>,
  moved: Map<string, ts.TypeNode>,
): ts.TypeElement {
  if (!ts.isPropertySignature(schemas) || !schemas.type || !ts.isTypeLiteralNode(schemas.type)) return schemas;
  const members = schemas.type.members.map((member) => {
    const alias = names.get(nameOf(member));
    if (alias === undefined || !ts.isPropertySignature(member) || !member.type || !isOwn(member.type)) {
      return member;
    }
    moved.set(alias, member.type);
    const type = ts.factory.createTypeReferenceNode(alias);
    return ts.factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  });
  const type = ts.factory.createTypeLiteralNode(members);
  return ts.factory.updatePropertySignature(schemas, schemas.modifiers, schemas.name, schemas.questionToken, type);
}

/** Whether a type consists of objects and values, and does not refer to another one, which could contain it. */
function isOwn(type: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(type)) return isOwn(type.type);
  if (ts.isIntersectionTypeNode(type) || ts.isUnionTypeNode(type)) return type.types.every(isOwn);
  return ts.isTypeLiteralNode(type) || ts.isLiteralTypeNode(type);
}

function nameOf({ name }: ts.TypeElement): string {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "";
}

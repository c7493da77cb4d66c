import { pascalCase } from "#openapi/document/letter-case.js";
import { ts } from "./typescript-packages.cjs";

/**
 * Repairs what openapi-typescript writes for some schemas, and what does not compile, or admits no literal:
 *
 * - properties beside typed `additionalProperties`: one type in place of an intersection that no literal satisfies;
 * - a union that contains a list of itself.
 */
export function withCompilableTypes(statements: ts.Node[]): ts.Node[] {
  const merged = statements.map((statement) => transformed(statement, mergedIndex));
  return withoutCycles(merged);
}

/** A copy of a node in which some nodes are changed, the inner ones first. */
function transformed(root: ts.Node, change: (node: ts.Node) => ts.Node): ts.Node {
  const result = ts.transform(root, [
    (context) => (start) => {
      const visit = (node: ts.Node): ts.Node => change(ts.visitEachChild(node, visit, context));
      return visit(start);
    },
  ]);
  return result.transformed[0] ?? root;
}

/** `{ a: string } & { [key: string]: number }` as one type, whose index admits the types of the properties too. */
function mergedIndex(node: ts.Node): ts.Node {
  if (!ts.isIntersectionTypeNode(node) || node.types.length !== 2) return node;
  const [named, indexed] = node.types;
  if (!named || !indexed || !ts.isTypeLiteralNode(named) || !ts.isTypeLiteralNode(indexed)) return node;
  const [index, ...more] = indexed.members;
  if (!index || more.length > 0 || !ts.isIndexSignatureDeclaration(index)) return node;
  const properties = named.members.filter(ts.isPropertySignature);
  // An index of `unknown` admits all properties already.
  if (properties.length !== named.members.length || index.type.kind === ts.SyntaxKind.UnknownKeyword) return node;
  const types = properties.flatMap(({ type }) => type ?? []);
  const isPartial = properties.some(({ questionToken }) => questionToken !== undefined);
  const absent = isPartial ? [ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)] : [];
  const all = ts.factory.createUnionTypeNode([index.type, ...types, ...absent]);
  const merged = ts.factory.createIndexSignature(index.modifiers, index.parameters, all);
  return ts.factory.createTypeLiteralNode([...properties, merged]);
}

/** The type of a schema among the components, and the schemas that it leads to outside of objects. */
interface SchemaType {
  property: ts.PropertySignature;
  type: ts.TypeNode;
  uses: string[];
}

/**
 * Gives a type alias to each schema that contains itself outside of objects. TypeScript resolves such a type only if it is an
 * alias that names itself.
 */
function withoutCycles(statements: readonly ts.Node[]): ts.Node[] {
  const schemas = schemaTypes(statements);
  const recursive = [...schemas.keys()].filter((name) => contains(schemas, name, name));
  if (recursive.length === 0) return [...statements];
  const taken = new Set(statements.filter(ts.isTypeAliasDeclaration).map((statement) => statement.name.text));
  const untaken = (wanted: string): string => {
    const alias = taken.has(wanted) ? untaken(`${wanted}_`) : wanted;
    taken.add(alias);
    return alias;
  };
  const aliases = new Map(recursive.map((name) => [name, untaken(`Recursive${pascalCase(name)}`)]));
  const reference = (name: string) => ts.factory.createTypeReferenceNode(aliases.get(name) ?? name);
  const named = new Set(aliases.values());
  const declared: ts.Node[] = [];
  const declare = (alias: string, type: ts.TypeNode) => {
    declared.push(ts.factory.createTypeAliasDeclaration(undefined, alias, undefined, type));
    return ts.factory.createTypeReferenceNode(alias);
  };
  for (const [name, alias] of aliases) {
    const byAlias = (node: ts.Node) => {
      const schema = schemaName(node);
      if (schema !== undefined && aliases.has(schema)) return reference(schema);
      return withoutOptionalItems(withNamedRest(node, named, (items) => declare(untaken(`${alias}Items`), items)));
    };
    const type = schemas.get(name)?.type;
    const body = type && transformed(type, byAlias);
    if (body && ts.isTypeNode(body)) declare(alias, body);
  }
  const owners = new Map(
    recursive.flatMap((name) => {
      const property = schemas.get(name)?.property;
      return property ? [[property, name] as const] : [];
    }),
  );
  const replaced = statements.map((statement) => {
    const result = ts.transform(statement, [
      (context) => (start) => {
        const visit = (node: ts.Node): ts.Node => {
          const name = ts.isPropertySignature(node) ? owners.get(node) : undefined;
          if (name === undefined || !ts.isPropertySignature(node)) return ts.visitEachChild(node, visit, context);
          const { modifiers, name: key, questionToken } = node;
          return ts.factory.updatePropertySignature(node, modifiers, key, questionToken, reference(name));
        };
        return visit(start);
      },
    ]);
    return result.transformed[0] ?? statement;
  });
  return [...replaced, ...declared];
}

/**
 * `[A?, ...B[]]` as `[] | [A, ...B[]]`. TypeScript resolves the type of an optional item at once, so an alias that names itself there
 * is a circle.
 */
function withoutOptionalItems(node: ts.Node): ts.Node {
  if (!ts.isTupleTypeNode(node)) return node;
  const start = node.elements.findIndex(ts.isOptionalTypeNode);
  if (start < 0) return node;
  const items = node.elements.map((element) => (ts.isOptionalTypeNode(element) ? element.type : element));
  const end = node.elements.findLastIndex(ts.isOptionalTypeNode);
  const shorter = items.slice(start, end + 1).map((_, index) => items.slice(0, start + index));
  return ts.factory.createUnionTypeNode([...shorter, items].map((list) => ts.factory.createTupleTypeNode(list)));
}

/**
 * `...R[][]` as `...Items[]`, with a name for `R[]`. TypeScript resolves the items of a rest at once, unless they are an alias. So an
 * alias that names itself in a list or union there is a circle.
 */
function withNamedRest(
  node: ts.Node,
  aliases: ReadonlySet<string>,
  declare: (items: ts.TypeNode) => ts.TypeNode,
): ts.Node {
  if (!ts.isRestTypeNode(node) || !ts.isArrayTypeNode(node.type)) return node;
  const items = node.type.elementType;
  if (ts.isTypeReferenceNode(items) || !namesOneOf(aliases, items)) return node;
  return ts.factory.createRestTypeNode(ts.factory.createArrayTypeNode(declare(items)));
}

/** Whether a type names one of the aliases outside of objects. */
function namesOneOf(aliases: ReadonlySet<string>, node: ts.Node): boolean {
  if (ts.isTypeLiteralNode(node)) return false;
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && aliases.has(node.typeName.text)) return true;
  return ts.forEachChild(node, (child) => namesOneOf(aliases, child)) === true;
}

function schemaTypes(statements: readonly ts.Node[]): Map<string, SchemaType> {
  const members = statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => name.text === "components")
    .flatMap((statement) => [...statement.members]);
  const schemas = members.find((member) => memberName(member) === "schemas");
  if (!schemas || !ts.isPropertySignature(schemas) || !schemas.type || !ts.isTypeLiteralNode(schemas.type)) {
    return new Map();
  }
  return new Map(
    schemas.type.members.flatMap((property) => {
      const name = memberName(property);
      if (name === undefined || !ts.isPropertySignature(property) || !property.type) return [];
      return [[name, { property, type: property.type, uses: usesOf(property.type) }] as const];
    }),
  );
}

function memberName({ name }: ts.TypeElement): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name))
    ? name.text
    : undefined;
}

/** The schemas that a type leads to. The members of an object are resolved on demand, and are left out. */
function usesOf(type: ts.TypeNode): string[] {
  const uses: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = schemaName(node);
    if (name !== undefined) uses.push(name);
    else if (!ts.isTypeLiteralNode(node)) ts.forEachChild(node, visit);
  };
  visit(type);
  return uses;
}

/** The name in `components["schemas"]["Name"]`; undefined for any other node. */
function schemaName(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType: outer, indexType } = node;
  if (!ts.isIndexedAccessTypeNode(outer) || textOf(outer.indexType) !== "schemas") return undefined;
  const { objectType: root } = outer;
  const isComponents =
    ts.isTypeReferenceNode(root) && ts.isIdentifier(root.typeName) && root.typeName.text === "components";
  return isComponents ? textOf(indexType) : undefined;
}

function textOf(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

function contains(schemas: ReadonlyMap<string, SchemaType>, start: string, wanted: string): boolean {
  const seen = new Set<string>();
  // A list instead of recursion, so that a long chain of schemas cannot exhaust the stack.
  const pending = [...(schemas.get(start)?.uses ?? [])];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === wanted) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push(...(schemas.get(name)?.uses ?? []));
  }
  return false;
}

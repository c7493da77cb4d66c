import { ts } from "./typescript-packages.cjs";

/**
 * Operations without what openapi-typescript writes for each, and what says nothing. These are methods that a path does not
 * have, places without parameters, and the right to any other header. The comments of operations are those of the client. Of
 * a large document, this is a quarter of the types.
 */
export function withLeanOperations(statements: readonly ts.Node[]): ts.Node[] {
  return statements.map((statement) => {
    if (!ts.isInterfaceDeclaration(statement)) return statement;
    const change = CHANGES[statement.name.text];
    if (!change) return statement;
    const { modifiers, name, typeParameters, heritageClauses, members } = statement;
    const changed = members.map(change);
    return ts.factory.updateInterfaceDeclaration(statement, modifiers, name, typeParameters, heritageClauses, changed);
  });
}

type Change = (member: ts.TypeElement) => ts.TypeElement;

const CHANGES: Readonly<Record<string, Change>> = {
  paths: (path) => withMembers(path, leanPath),
  webhooks: (path) => withMembers(path, leanPath),
  operations: (operation) => withMembers(operation, leanOperation),
  components: (kind) =>
    nameOf(kind) === "responses"
      ? withMembers(kind, (responses) => responses.map((response) => withMembers(response, leanResponse)))
      : kind,
};

function leanPath(members: readonly ts.TypeElement[]): ts.TypeElement[] {
  return withoutAbsent(members).flatMap((member) => {
    if (nameOf(member) !== "parameters") {
      return [ts.setSyntheticLeadingComments(withMembers(member, leanOperation), undefined)];
    }
    const lean = withMembers(member, withoutAbsent);
    return ts.isPropertySignature(lean) && lean.type && isEmpty(lean.type) ? [] : [lean];
  });
}

function leanOperation(members: readonly ts.TypeElement[]): ts.TypeElement[] {
  return members.map((member) => {
    const name = nameOf(member);
    if (name === "parameters") return withMembers(member, withoutAbsent);
    if (name !== "responses") return member;
    return withMembers(member, (responses) => responses.map((response) => withMembers(response, leanResponse)));
  });
}

/** Without the index of the headers, and without headers if there are no others. */
function leanResponse(members: readonly ts.TypeElement[]): ts.TypeElement[] {
  return members.flatMap((member) => {
    if (nameOf(member) !== "headers") return [member];
    const lean = withMembers(member, (headers) => headers.filter((header) => !ts.isIndexSignatureDeclaration(header)));
    return ts.isPropertySignature(lean) && lean.type && isEmpty(lean.type) ? [] : [lean];
  });
}

/** Members that exist: `put?: never` does not count. */
function withoutAbsent(members: readonly ts.TypeElement[]): ts.TypeElement[] {
  return members.filter(
    (member) =>
      !ts.isPropertySignature(member) || !member.questionToken || member.type?.kind !== ts.SyntaxKind.NeverKeyword,
  );
}

/** A member whose type is an object, with other members in it. Any other one stays as it is. */
function withMembers(
  member: ts.TypeElement,
  change: (members: readonly ts.TypeElement[]) => readonly ts.TypeElement[],
): ts.TypeElement {
  if (!ts.isPropertySignature(member) || !member.type || !ts.isTypeLiteralNode(member.type)) return member;
  const type = ts.factory.createTypeLiteralNode(change(member.type.members));
  const { modifiers, name, questionToken } = member;
  return ts.factory.updatePropertySignature(member, modifiers, name, questionToken, type);
}

function isEmpty(type: ts.TypeNode): boolean {
  return ts.isTypeLiteralNode(type) && type.members.length === 0;
}

function nameOf({ name }: ts.TypeElement): string {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "";
}

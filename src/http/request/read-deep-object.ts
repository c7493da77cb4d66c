import { asList, asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { textAs } from "./text-as.js";

/** Nested texts: the names in brackets lead to them. An empty name adds an item. */
interface Tree {
  texts: string[];
  below: Map<string, Tree>;
}

/** Deeper names are not read: a client chooses them. */
const MAX_DEPTH = 20;

/**
 * Reads a value in the style `deepObject`, to any depth: `a[b][c]`. Items of lists are `a[]`, `a[0]`, or `a` repeated,
 * because OpenAPI leaves their names open (3.1, 4.8.12.3).
 *
 * @returns undefined if nothing has the name with brackets
 */
export function readDeepObject(
  document: OpenApiDocument,
  schemaPointer: string,
  name: string,
  pairs: Iterable<readonly [name: string, text: string]>,
): Json | undefined {
  const root: Tree = { texts: [], below: new Map() };
  for (const [key, text] of pairs) {
    const names = key.startsWith(`${name}[`) ? namesIn(key.slice(name.length)) : undefined;
    if (names && names.length <= MAX_DEPTH) add(root, names, text);
  }
  return root.below.size === 0 ? undefined : treeValue(document, schemaPointer, "", root);
}

/** Whether a name is the one of a value, with names in brackets after it. */
export function isDeepName(key: string, name: string): boolean {
  return key.startsWith(`${name}[`) && namesIn(key.slice(name.length)) !== undefined;
}

/** The names in brackets: `[b][c]`. Undefined for any other text. */
function namesIn(text: string): string[] | undefined {
  return /^(\[[^[\]]*\])+$/.test(text) ? text.slice(1, -1).split("][") : undefined;
}

function add(root: Tree, names: readonly string[], text: string): void {
  let here = root;
  for (const name of names) {
    const next: Tree = here.below.get(name) ?? { texts: [], below: new Map() };
    here.below.set(name, next);
    here = next;
  }
  here.texts.push(text);
}

function treeValue(document: OpenApiDocument, schemaPointer: string, at: string, { texts, below }: Tree): Json {
  const schemas = (schemasAt(document, schemaPointer, at).at(-1) ?? []).map((place) =>
    asObject(valueAt(document, place)),
  );
  const types = schemas.flatMap(({ type }) => (typeof type === "string" ? [type] : asList(type)));
  const itemAt = (index: number, tree: Tree) => treeValue(document, schemaPointer, pointerTo(at, index), tree);
  if (below.size === 0) {
    const [text = ""] = texts;
    if (texts.length < 2 && !(types.includes("array") && !types.includes("string"))) return textAs(types, text);
    return texts.map((item, index) => itemAt(index, { texts: [item], below }));
  }
  const isNumbered = [...below.keys()].every((name) => /^\d*$/.test(name));
  if (isNumbered && (types.includes("array") || !types.includes("object"))) {
    const items = [...below].flatMap(([name, tree]) =>
      name === "" ? tree.texts.map((text) => ({ texts: [text], below: new Map() })) : [tree],
    );
    return items.map((tree, index) => itemAt(index, tree));
  }
  return Object.fromEntries(
    [...below].map(([name, tree]) => [name, treeValue(document, schemaPointer, pointerTo(at, name), tree)]),
  );
}

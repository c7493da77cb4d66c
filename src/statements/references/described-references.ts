import { asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import { walk } from "#openapi/document/walk.js";
import { plainName, singularOf } from "#statements/names.js";
import type { DocumentOperations } from "#statements/resources/resource.js";
import { successContents } from "#statements/schema-fields.js";
import type { NamedKind } from "./named-kind.js";

/** Words before the name of a resource: "The ID of the company". */
const BEFORE =
  /^(?:(?:the|an?|select|unique|internal|id|identifier|pk|primary key|uuid|key|number|reference)\s+)*(?:(?:of|to)\s+(?:the|an?)\s+)?/i;

/** The end of a name: a mark, or a word that says more of the same thing. "Company address" is something else. */
const AFTER =
  /^(?:$|[^\w\s-]|\s+(?:from|to|for|of|that|which|whose|who|this|in|with|by|at|on|where|id|identifier|associated|linked|related)\b|\s*\()/i;

/** A name has at most so many words. */
const MOST_WORDS = 3;

/**
 * The kinds of resources to which fields refer by their descriptions, by the plain names of the fields. `supplier` is a
 * "Company from which the items are ordered". A name with descriptions of several kinds is left out.
 */
export function describedReferences(
  { document }: DocumentOperations,
  kinds: readonly NamedKind[],
): ReadonlyMap<string, NamedKind> {
  const byNoun = new Map(kinds.filter(isAlone).flatMap((kind) => nounsOf(kind).map((noun) => [noun, kind])));
  const found = new Map<string, NamedKind>();
  const unclear = new Set<string>();
  const note = (name: string, schema: JsonObject, description: unknown) => {
    const kind = typeof description === "string" && mayRefer(schema) ? kindIn(description, byNoun) : undefined;
    if (!kind) return;
    const field = plainName(name);
    const known = found.get(field);
    if (known && known.resource !== kind.resource) unclear.add(field);
    found.set(field, kind);
  };
  walk(document, ({ node, name, around, isMap }) => {
    if (!isObject(node)) return;
    if (isMap && name === "properties") {
      for (const [field, schema] of Object.entries(node)) note(field, asObject(schema), asObject(schema).description);
    } else if (around !== undefined && typeof node.in === "string" && typeof node.name === "string") {
      note(node.name, asObject(node.schema), node.description);
    }
  });
  for (const field of unclear) found.delete(field);
  return found;
}

/** Whether a resource is identified by one value, as a reference is. */
function isAlone({ resource }: NamedKind): boolean {
  return resource.position === 0;
}

/** The names of a resource: the segment of its path, and the schema of its representations. */
function nounsOf({ noun, resource }: NamedKind): string[] {
  const contents = [resource.retrieve, resource.create].flatMap((operation) =>
    operation ? successContents(operation) : [],
  );
  const schemas = contents.map(({ schema }) =>
    plainName(/[^/]*$/.exec(String(asObject(schema).$ref ?? ""))?.[0] ?? ""),
  );
  return [noun, ...schemas].filter((name) => name.length > 1);
}

/** Whether a value may be an identifier that a server has given. A text may be the name of anything. */
function mayRefer({ type, format, enum: members }: JsonObject): boolean {
  const types = [type].flat();
  return members === undefined && (types.includes("integer") || (types.includes("string") && format === "uuid"));
}

function kindIn(description: string, byNoun: ReadonlyMap<string, NamedKind>): NamedKind | undefined {
  const rest = description.trim().replace(BEFORE, "");
  for (let words = MOST_WORDS; words > 0; words -= 1) {
    const [phrase] = new RegExp(String.raw`^[\w-]+(?: [\w-]+){${words - 1}}`).exec(rest) ?? [];
    if (phrase === undefined || !AFTER.test(rest.slice(phrase.length))) continue;
    const kind = byNoun.get(plainName(phrase)) ?? byNoun.get(singularOf(phrase));
    if (kind) return kind;
  }
  return undefined;
}

import { appliedTo } from "../document/applied.js";
import { asList, asObject, isObject, type OpenApiDocument } from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { parentOf, pointerNames, pointerTo, valueAt } from "../document/pointer.js";

/**
 * Finds the schemas that apply to a part of a value, references included. There is one step from the whole value down to
 * each part. For example, `/data/0/created_at` of a list leads to the property of the item. The keyword that failed may be
 * in a shared schema.
 *
 * @param schemaPointer the schema of the whole value
 * @param at JSON pointer to the part
 * @returns the pointers of all schemas that apply at each step, the whole value first
 */
export function schemasAt(document: OpenApiDocument, schemaPointer: string, at: string): string[][] {
  const memo = stepsOf(document);
  const key = `${schemaPointer} ${at}`;
  const parent = at === "" ? undefined : memo.get(`${schemaPointer} ${parentOf(at)}`);
  const steps =
    memo.get(key) ??
    (parent
      ? [...parent, stepFrom(document, parent.at(-1) ?? [], pointerNames(at).at(-1) ?? "")]
      : stepsTo(document, schemaPointer, at));
  // A server chooses the names in `at`.
  if (memo.size > MAX_MEMO) memo.clear();
  memo.set(key, steps);
  return steps;
}

/** Every response of an operation has the same parts. */
const stepsOf = /* @__PURE__ */ oncePer((_: OpenApiDocument) => new Map<string, string[][]>());
const MAX_MEMO = 10_000;

function stepsTo(document: OpenApiDocument, schemaPointer: string, at: string): string[][] {
  let here = [...appliedTo(document, schemaPointer)];
  const steps = [here];
  for (const name of pointerNames(at)) {
    here = stepFrom(document, here, name);
    steps.push(here);
  }
  return steps;
}

/** The schemas of a property or an item, by those of the object or list around it. */
function stepFrom(document: OpenApiDocument, around: readonly string[], name: string): string[] {
  const below = around.flatMap((pointer) => {
    const schema = asObject(valueAt(document, pointer));
    if (Object.hasOwn(asObject(schema.properties), name)) return [pointerTo(pointer, "properties", name)];
    if (!/^\d+$/.test(name))
      return isObject(schema.additionalProperties) ? [pointerTo(pointer, "additionalProperties")] : [];
    if (asList(schema.prefixItems)[Number(name)] !== undefined) return [pointerTo(pointer, "prefixItems", name)];
    return schema.items === undefined ? [] : [pointerTo(pointer, "items")];
  });
  return [...new Set(below.flatMap((pointer) => appliedTo(document, pointer)))];
}

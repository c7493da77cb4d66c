import { isObject, type Json } from "#openapi/document/document.js";
import { parentOf, pointerNames, valueAt, withValue } from "#openapi/document/pointer.js";
import { isSame } from "#values/rules/is-same.js";

/** A merge patch applied to a value: null removes a field (RFC 7396, 2). */
export function mergePatch(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), part));
  }
  return Object.fromEntries(merged);
}

/**
 * A JSON Patch applied to a value (RFC 6902).
 *
 * @returns undefined if an operation of the patch fails: then none is applied (RFC 6902, 5)
 */
export function jsonPatch(value: Json, patch: Json): Json | undefined {
  if (!Array.isArray(patch)) return undefined;
  return patch.reduce<Json | undefined>(
    (current, step) => (current === undefined || !isObject(step) ? undefined : applied(current, step)),
    value,
  );
}

function applied(value: Json, { op, path, from, value: operand }: { [key: string]: Json }): Json | undefined {
  if (typeof path !== "string" || !/^(\/|$)/.test(path)) return undefined;
  switch (op) {
    case "add":
      return operand === undefined ? undefined : added(value, path, operand);
    case "remove":
      return removed(value, path);
    case "replace":
      return operand === undefined || valueAt(value, path) === undefined ? undefined : withValue(value, path, operand);
    case "test":
      return operand !== undefined && isSame(valueAt(value, path), operand) ? value : undefined;
    case "copy":
    case "move": {
      const moved = typeof from === "string" ? valueAt(value, from) : undefined;
      const rest = op === "move" && typeof from === "string" ? removed(value, from) : value;
      return moved === undefined || rest === undefined ? undefined : added(rest, path, moved);
    }
    default:
      return undefined;
  }
}

/** A list gets a further item before the one at its index, or at its end (RFC 6902, 4.1). */
function added(value: Json, path: string, operand: Json): Json | undefined {
  const [around, name = ""] = [parentOf(path), pointerNames(path).at(-1)];
  const list = path === "" ? undefined : valueAt(value, around);
  if (!Array.isArray(list)) return withValue(value, path, operand);
  const index = name === "-" ? list.length : /^(0|[1-9]\d*)$/.test(name) ? Number(name) : Number.NaN;
  return index <= list.length ? withValue(value, around, list.toSpliced(index, 0, operand)) : undefined;
}

function removed(value: Json, path: string): Json | undefined {
  const [around, name = ""] = [parentOf(path), pointerNames(path).at(-1)];
  if (path === "" || valueAt(value, path) === undefined) return undefined;
  const list = valueAt(value, around);
  if (!Array.isArray(list)) return withValue(value, path, undefined);
  return withValue(value, around, list.toSpliced(Number(name), 1));
}

import { isDeepStrictEqual } from "node:util";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { Rejection } from "../service.js";

/** Applies a merge patch (RFC 7396, 2). */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = { ...asObject(target) };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

/** One operation of a JSON Patch (RFC 6902, 4). */
export interface PatchOperation {
  op: string;
  path: string;
  from?: string;
  value?: Json;
}

/** The operations of a JSON Patch. */
export function operationsOfPatch(body: Json): PatchOperation[] {
  return [body].flat().map((each) => {
    const { op, path, from, value } = asObject(each);
    const source = typeof from === "string" ? { from } : {};
    return { op: String(op), path: String(path), ...source, ...(value === undefined ? {} : { value }) };
  });
}

/** Applies a JSON Patch: all of its operations, or none of them (RFC 6902, 5). */
export function jsonPatch(target: Json, operations: readonly PatchOperation[]): Json {
  return operations.reduce((value, operation) => applied(structuredClone(value), operation), target);
}

function applied(target: Json, { op, path, from, value }: PatchOperation): Json {
  const needed = () => {
    if (value === undefined) throw new Rejection(400, `${op} needs a value.`);
    return value;
  };
  const source = () => {
    if (from === undefined) throw new Rejection(400, `${op} needs from.`);
    return from;
  };
  if (op === "add") return added(target, path, needed());
  if (op === "remove") return removed(target, path);
  if (op === "replace") {
    valueAt(target, path);
    return path === "" ? needed() : added(removed(target, path), path, needed());
  }
  if (op === "copy") return added(target, path, structuredClone(valueAt(target, source())));
  if (op === "move") {
    if (path.startsWith(`${source()}/`)) throw new Rejection(409, "A value cannot be moved into itself.");
    const moved = valueAt(target, source());
    return added(path === from ? target : removed(target, source()), path, moved);
  }
  if (op === "test" && !isDeepStrictEqual(valueAt(target, path), needed())) {
    throw new Rejection(409, `The value at ${path} is another one.`);
  }
  return target;
}

/** The names of a JSON Pointer (RFC 6901, 3 and 4). */
function namesOf(pointer: string): string[] {
  if (pointer === "") return [];
  if (!/^(\/([^~]|~[01])*)+$/.test(pointer)) throw new Rejection(400, `${pointer} is not a JSON Pointer.`);
  return pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(target: Json, pointer: string): Json {
  return namesOf(pointer).reduce<Json>((value, name) => {
    const next = Array.isArray(value) ? value[indexOf(name, value.length - 1)] : memberOf(value, name);
    if (next === undefined) throw new Rejection(409, `Nothing is at ${pointer}.`);
    return next;
  }, target);
}

function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** An index of a list (RFC 6901, 4). */
function indexOf(name: string, most: number): number {
  if (!/^(0|[1-9]\d*)$/.test(name) || Number(name) > most) throw new Rejection(409, `${name} is not in the list.`);
  return Number(name);
}

function parentOf(target: Json, pointer: string): { parent: Json; name: string } {
  const names = namesOf(pointer);
  const name = names.at(-1) ?? "";
  return { parent: valueAt(target, pointer.slice(0, pointer.lastIndexOf("/"))), name };
}

function added(target: Json, pointer: string, value: Json): Json {
  if (pointer === "") return value;
  const { parent, name } = parentOf(target, pointer);
  if (Array.isArray(parent)) parent.splice(name === "-" ? parent.length : indexOf(name, parent.length), 0, value);
  else if (isObject(parent)) parent[name] = value;
  else throw new Rejection(409, `Nothing can be added at ${pointer}.`);
  return target;
}

function removed(target: Json, pointer: string): Json {
  valueAt(target, pointer);
  if (pointer === "") throw new Rejection(409, "The whole project cannot be removed.");
  const { parent, name } = parentOf(target, pointer);
  if (Array.isArray(parent)) parent.splice(indexOf(name, parent.length - 1), 1);
  else if (isObject(parent)) delete parent[name];
  return target;
}

import { camelCase } from "#openapi/document/letter-case.js";
import type { Operation } from "#openapi/operations/operation.js";

/** Members that every client has, and the one that would make a Promise of it. */
const RESERVED: readonly string[] = ["eject", "use", "then"];

/** Whether the function of an operation cannot have a name. */
export function isReservedName(name: string): boolean {
  return RESERVED.includes(name);
}

/**
 * The name of an operation's function. It is made of its id or, if that has no letters and digits, of its method and path. A
 * reserved name gets a suffix that no other name has: camelCase ends with a letter or a digit.
 */
export function functionName({ id, method, path }: Operation): string {
  const name = camelCase(id) || camelCase(`${method} ${path}`);
  return isReservedName(name) ? `${name}_` : name;
}

/** A value as TypeScript source on one line, with quotes around keys only where they are necessary. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return members.length === 0
      ? "{}"
      : `{ ${members.map(([key, member]) => `${propertyKey(key)}: ${literal(member)}`).join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** A key of an object literal. `__proto__` is in brackets, because it would set the prototype otherwise. */
export function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

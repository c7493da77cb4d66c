import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "./names.js";

/** A property of a file that a field may show. */
export type FileProperty = "size" | "type" | "name";

/** Names of fields that describe a file, as plain names. */
const FIELDS: readonly (readonly [FileProperty, RegExp])[] = [
  ["size", /^(file|content)?(size|length|bytes|bytesize|sizeinbytes)$/],
  ["type", /^(content|mime|media|file)type$/],
  ["name", /^(original)?(file)?name$/],
];

/** Words that say that the bytes of a file, or their media type, are kept. */
const KEPT = {
  bytes: /\bbytes?\b|\bunchanged\b|\bas (it|they) (was|were) (sent|uploaded)/i,
  type: /media type|content[- ]?type|mime/i,
};

/** The property of a file that a field shows, by its name; undefined if it shows none. */
export function filePropertyOf(name: string): FileProperty | undefined {
  return FIELDS.find(([, names]) => names.test(plainName(name)))?.[0];
}

/** Whether the words of operations say that a file comes back with its bytes, or its media type. */
export function statesKept(part: keyof typeof KEPT, operations: readonly (Operation | undefined)[]): boolean {
  return operations.some((operation) => KEPT[part].test(`${operation?.summary} ${operation?.description}`));
}

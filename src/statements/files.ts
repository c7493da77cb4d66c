import { contentFor, isForm, isJson, MULTIPART, mediaTypeOf } from "#http/media-type.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
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

/** The names of the fields of a form that are files. */
export function filesOf({ encoding }: MediaType): string[] {
  return Object.keys(encoding).filter((name) => encoding[name]?.isFile);
}

/** A body without the files of its form: what a resource shows as it was sent. @param type the media type of the body */
export function withoutFiles({ requestBody }: Operation, type: string, sent: Json): Json {
  const form = contentFor(requestBody?.content ?? [], type);
  const files = form ? filesOf(form) : [];
  if (files.length === 0 || !isObject(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !files.includes(name)));
}

/** The form by which an operation uploads files; undefined if it has none. */
export function uploadForm({ requestBody }: Operation): MediaType | undefined {
  const form = requestBody?.content.find(({ name }) => mediaTypeOf(name) === MULTIPART);
  return form && filesOf(form).length > 0 ? form : undefined;
}

/** Whether an operation sends bytes: it has a media type of files, and no other one. */
export function isDownload({ method, responses }: Operation): boolean {
  const content = responses.filter(isSuccessKey).flatMap((response): MediaType[] => response.content);
  return method === "get" && content.length > 0 && content.every(({ name }) => isFileType(name));
}

/** Whether a media type is that of a file, as its bytes are. */
export function isFileType(name: string): boolean {
  return !isJson(name) && !isForm(name) && !/xml/i.test(name);
}

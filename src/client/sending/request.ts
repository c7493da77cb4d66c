import { deepPairs, isRecord, isStructured } from "#http/deep-object.js";
import type { RequestContent } from "#http/serialize.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor } from "../operation.js";

// Parts of `Extras` that most operations have: parameters of texts, numbers, dates or lists of them, and bodies of JSON.

type Written = Pick<OperationDescriptor, "joints">;

/** A query of texts, numbers, dates and lists of them. */
export function plainQuery(query: Record<string, unknown>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => textsOf(value).map((text) => `${encodeURIComponent(name)}=${text}`))
    .join("&");
}

/** The same, with lists in a style: `a,b`, `a%7Cb` or `a%20b` (OpenAPI 3.1, 4.8.12.3). */
export function listQuery(query: Record<string, unknown>, { joints = {} }: Written): string {
  return Object.entries(query)
    .flatMap(([name, value]) => listTexts(name, textsOf(value), joints[name]))
    .join("&");
}

/** A query of texts, numbers, dates and lists of them, and of objects as `name[a]=1`. These have a text between items, `[]`. */
export function deepQuery(query: Record<string, unknown>, { joints = {} }: Written): string {
  return Object.entries(query)
    .flatMap(([name, value]) => (joints[name] ? [value] : [value].flat()).flatMap((item) => deepTexts(name, item)))
    .join("&");
}

/** A query whose objects are `a=1&b=2`. Lists and objects in them are JSON, as `serializeQuery` has it. */
export function memberQuery(query: Record<string, unknown>): string {
  return Object.entries(query).flatMap(memberTexts).join("&");
}

/** The same, with some objects as `name[a]=1`. */
export function deepMemberQuery(query: Record<string, unknown>, { joints = {} }: Written): string {
  return Object.entries(query)
    .flatMap((entry) => (joints[entry[0]] ? deepTexts(...entry) : memberTexts(entry)))
    .join("&");
}

function memberTexts([name, value]: readonly [string, unknown]): string[] {
  return (isRecord(value) ? Object.entries(value) : [[name, value] as const]).flatMap(([member, item]) =>
    textsOf(item, jsonOrText).map((text) => `${encodeURIComponent(member)}=${text}`),
  );
}

/** The same, with lists and objects in any style: also `name=a,1,b,2` or `name[a]=1`. */
export function objectQuery(query: Record<string, unknown>, { joints = {} }: Written): string {
  return Object.entries(query)
    .flatMap(([name, value]) => {
      const joint = joints[name];
      if (joint === "[]") return deepTexts(name, value);
      if (!isRecord(value)) return listTexts(name, textsOf(value, jsonOrText), joint);
      const members = Object.entries(value).flatMap(([member, item]) =>
        textsOf(joint ? [item] : item, jsonOrText).map((text) => [encodeURIComponent(member), text]),
      );
      return joint ? listTexts(name, members.flat(), joint) : members.map((member) => member.join("="));
    })
    .join("&");
}

/** @param joint the text between the items (default: each has the name again) */
function listTexts(name: string, texts: readonly string[], joint?: string | null): string[] {
  const start = `${encodeURIComponent(name)}=`;
  return texts.length > 0 ? [start + texts.join(joint ?? `&${start}`)] : [];
}

function deepTexts(name: string, value: unknown): string[] {
  return deepPairs(name, value).map((pair) => pair.map((text) => encodeURIComponent(textOf(text))).join("="));
}

/** A value or the items of a list, percent-encoded, without those that are undefined or null. */
function textsOf(value: unknown, write = textOf): string[] {
  return [value]
    .flat()
    .filter((item) => item !== undefined && item !== null)
    .map((item) => encodeURIComponent(write(item)));
}

/** A value as text, and as JSON if it is a list or an object. */
export function jsonOrText(value: unknown): string {
  return isStructured(value) ? JSON.stringify(value) : textOf(value);
}

/** A parameter in a path. */
const PARAMETER = /\{([^{}]+)\}/g;

/** A path of texts, numbers and dates. @throws Error as `pathOf` does */
export function plainPath(operation: OperationDescriptor, values: Record<string, unknown>): string {
  return pathOf(operation, values, (segment) =>
    segment.replace(PARAMETER, (_, name: string) => encodeURIComponent(textOf(values[name]))),
  );
}

/** A text, a number or a date as text. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/**
 * Serializes the path of a request, unless a parameter would lead to another path. URLs drop empty and dot segments
 * (RFC 3986, 5.2.4), so that `.` would request the list, and `..` its parent.
 *
 * @param write writes the parameters in a segment
 * @throws Error for a parameter that is missing or would lead to another path; URIError for half of a surrogate pair
 */
export function pathOf(
  { path }: OperationDescriptor,
  values: Record<string, unknown>,
  write: (segment: string) => string,
): string {
  return path.replace(/[^/]+/g, (segment) => {
    const written = write(segment);
    for (const [, name = ""] of segment.matchAll(PARAMETER)) {
      const problem = problemOf(values[name], written);
      if (problem) throw new Error(`\`${name}\` is ${problem}`);
    }
    return written;
  });
}

/** @param segment the part of the path that has the value */
function problemOf(value: unknown, segment: string): string | undefined {
  if (value === undefined || value === null) return "missing";
  if (value === "") return "empty";
  return /^\.{0,2}$/.test(segment) ? `${JSON.stringify(value)}, which would lead to another path` : undefined;
}

/** A body of JSON. */
export function jsonBody(operation: OperationDescriptor, input: AnyInput, headers: Headers): RequestContent | null {
  return bodyOf(operation, input, headers, (body) => (operation.extras?.json ?? JSON).stringify(body));
}

/**
 * The serialized body; null if the call has none. A header `Content-Type` of the client or of the call decides how it is
 * written. `FormData` sets its media type itself, because that includes the boundary.
 *
 * @param headers to which the media type is added
 * @param write writes a body by its media type
 * @param mediaTypeOf the media type of a body, by a documented key that is a range or a list
 */
export function bodyOf(
  operation: OperationDescriptor,
  { body, contentType }: AnyInput,
  headers: Headers,
  write: (body: unknown, mediaType: string) => RequestContent,
  mediaTypeOf?: (body: unknown, key: string) => string,
): RequestContent | null {
  if (body === undefined) return null;
  const key = headers.get("content-type") || contentType || operation.body || "application/json";
  const mediaType = mediaTypeOf?.(body, key) ?? key;
  const content = body instanceof FormData ? body : write(body, mediaType);
  if (content instanceof FormData) headers.delete("content-type");
  else headers.set("content-type", mediaType);
  return content;
}

import { asObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { schemasAt } from "../schema/schemas-at.js";
import type { FieldEncoding } from "./operation.js";

/** A media type of bytes. JSON, XML and the types of texts are left out, and so is a range that has them. */
const OF_BYTES = /^(?!text\/|\*|application\/\*)[\w.+-]+\/(?!json|xml|.*\+(json|xml))[\w.+*-]+( *[;,]|$)/i;

/**
 * The fields of a multipart form that are files, or lists of files (OpenAPI 3.1, 4.8.14.4). Their schemas have a media type,
 * or their encoding has one that no text has. Version 3.0 has the format `binary` (4.7.14.2). `contentEncoding` makes a text of
 * a file.
 *
 * @param form the place of its schema
 * @returns their encodings by name, with the media type of the schema where the encoding has none
 */
export function fileFieldsOf(
  document: OpenApiDocument,
  form: string,
  encoding: Readonly<Record<string, FieldEncoding>>,
): Record<string, FieldEncoding> {
  const schemas = (at: string) =>
    (schemasAt(document, form, at).at(-1) ?? []).map((pointer) => asObject(valueAt(document, pointer)));
  const isFile = (at: string, { contentType = "text/plain" }: FieldEncoding = {}) => {
    const all = schemas(at);
    const isText = all.some(({ contentEncoding }) => contentEncoding !== undefined);
    const types = all.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
    if (isText || all.length === 0 || (types.length > 0 && !types.includes("string"))) return false;
    const isDescribed = all.some(({ format, contentMediaType: media }) => {
      return format === "binary" || (typeof media === "string" && !/[/+](json|xml)\b/i.test(media));
    });
    return isDescribed || OF_BYTES.test(contentType);
  };
  const names = new Set(schemas("").flatMap(({ properties }) => Object.keys(asObject(properties))));
  return Object.fromEntries(
    [...names].flatMap((name): [string, FieldEncoding][] => {
      const at = pointerTo("", name);
      const place = [at, pointerTo(at, 0)].find((each) => isFile(each, encoding[name]));
      if (place === undefined) return [];
      const [type] = schemas(place).flatMap(({ contentMediaType: media }) => (isNamed(media) ? [media] : []));
      return [[name, { ...(type === undefined ? {} : { contentType: type }), ...encoding[name], isFile: true }]];
    }),
  );
}

/** Whether a media type says more than that there are bytes, which it does not in documents of version 3.0. */
function isNamed(media: unknown): media is string {
  return typeof media === "string" && media !== "application/octet-stream";
}

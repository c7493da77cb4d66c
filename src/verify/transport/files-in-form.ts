import { fileNameOf } from "#http/body/form-parts.js";
import { picture } from "#http/body/picture.js";
import { type FormEncoding, fileTypeOf } from "#http/serialize.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";

/**
 * The fields of a form with files in place of the texts that stand for them. A picture is one, because servers look at its
 * bytes.
 */
export function withFiles(fields: Json, encoding: FormEncoding = {}): unknown {
  if (!isObject(fields)) return fields;
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const { isFile, contentType } = encoding[name] ?? {};
    if (!isFile) return [name, value];
    const type = fileTypeOf(contentType === undefined ? {} : { contentType });
    const fileOf = (one: Json | undefined) => {
      if (one === undefined || one === null) return one;
      const text = typeof one === "string" ? one : jsonText(one);
      return new File([type === "image/png" ? picture(text) : text], fileNameOf(name, type), { type });
    };
    return [name, Array.isArray(value) ? value.map(fileOf) : fileOf(value)];
  });
  return Object.fromEntries(entries);
}

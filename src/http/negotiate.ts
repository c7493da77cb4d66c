import type { Schema } from "../openapi/document/document.js";
import { isSuccessKey } from "../openapi/operations/methods.js";
import type { DocumentedResponse, MediaType } from "../openapi/operations/operation.js";
import { includesType, isForm, isJson, mediaTypeOf, typesIn } from "./media-type.js";

/** What a media type carries: a text, bytes, or a value that JSON describes. */
export type Shape = "binary" | "structured" | "text";

/** A documented media type, as far as a choice depends on it. */
export type Offer = Pick<MediaType, "name" | "schema">;

const JSON_TYPE = "application/json";

/** A usual type of each range. The unregistered tree `x.` claims nothing about the content (RFC 6838, 3.4). */
const USUAL: Readonly<Record<string, string>> = {
  audio: "audio/mpeg",
  font: "font/woff2",
  image: "image/png",
  message: "message/rfc822",
  multipart: "multipart/form-data",
  text: "text/plain",
  video: "video/mp4",
};

/** What a schema describes. A reference to a text is rare, and JSON carries it as well. */
export function shapeOf(schema: Schema | undefined): Shape {
  if (typeof schema !== "object") return "structured";
  const { type, format, contentEncoding, contentMediaType } = schema;
  const types = [type ?? []].flat().filter((name) => name !== "null");
  if (types.length !== 1 || types[0] !== "string") return "structured";
  const isBinary = format === "binary" || contentEncoding !== undefined || contentMediaType !== undefined;
  return isBinary ? "binary" : "text";
}

/**
 * The media type of a body that a documented key describes: `image/png` for `image/*`. A header `Content-Type` has neither a
 * range nor a list (RFC 9110, 8.3).
 *
 * @param shape what the body is, if the key leaves that open
 * @param given the type that the body has already: it is kept if the key admits it
 */
export function concreteType(key: string, shape: Shape, given = ""): string {
  if (given !== "" && includesType(key, given)) return given;
  const types = typesIn(key);
  const named = types.filter((type) => !type.includes("*"));
  const wanted = shape === "structured" ? named.find(isJson) : undefined;
  return wanted ?? named[0] ?? concreteRange(types[0] ?? key, shape);
}

function concreteRange(range: string, shape: Shape): string {
  const [, tree = "", suffix] = /^([^/]*)\/\*(\+.+)?$/.exec(mediaTypeOf(range)) ?? [];
  if (suffix !== undefined) return `${tree}/x.any${suffix}`;
  if (tree === "*" && shape === "text") return "text/plain";
  if (tree === "*" || tree === "application") return shape === "binary" ? "application/octet-stream" : JSON_TYPE;
  return USUAL[tree] ?? "application/octet-stream";
}

/** Whether a body of a documented key is written as JSON. `*` + `/*` and `application/*` are JSON where the schema is no text. */
export function isJsonOffer({ name, schema }: Offer): boolean {
  return isJson(concreteType(name, shapeOf(schema)));
}

/**
 * The content that is written where nothing else decides: JSON, then a form, then what may be JSON, then any other, each in the
 * order of the document. Frameworks list a text type beside JSON, and mean that their JSON may be sent as text, too.
 */
export function preferredOffer<Content extends Offer>(content: readonly Content[]): Content | undefined {
  return (
    content.find(({ name }) => isJson(name)) ??
    content.find(({ name }) => isForm(name)) ??
    content.find(isJsonOffer) ??
    content[0]
  );
}

/** Which media types of an operation a request asks for. */
export interface Wanted {
  /** The documented key of a success that is wanted alone (default: all of them). */
  only?: string;
  /** The most characters of the header (default: any number). */
  longest?: number;
}

/**
 * The header `Accept` of an operation (RFC 9110, 12.5.1): the media types of its successes, JSON before others, then those of its
 * errors. JSON comes last if nothing else admits it: most frameworks write undocumented errors in it. Any type at all (`*` + `/*`)
 * is added only where the document has it: Rails takes that for a browser, and sends HTML.
 */
export function acceptOf(
  responses: readonly Pick<DocumentedResponse, "status" | "content">[],
  { only, longest = Number.POSITIVE_INFINITY }: Wanted = {},
): string {
  const hasSuccess = responses.some(isSuccessKey);
  const isFirst = (response: { status: string }) => !hasSuccess || isSuccessKey(response);
  const wanted = offersOf(responses.filter(isFirst)).filter(({ name }) => only === undefined || name === only);
  const others = offersOf(responses.filter((response) => !isFirst(response)));
  const firsts = wanted.some(isJsonOffer) ? wanted.filter(isJsonOffer) : wanted;
  const best = firsts.flatMap((offer) => rangesOf(offer).slice(0, 1));
  const ranges = new Set([...best, ...[...firsts, ...wanted, ...others].flatMap(rangesOf)]);
  if (ranges.size === 0) return "*/*";
  const written = [...ranges].map((range) => (best.length === 0 || best.includes(range) ? range : `${range};q=0.9`));
  if (![...ranges].some((range) => includesType(range, JSON_TYPE))) written.push(`${JSON_TYPE};q=0.1`);
  return written.reduce((all, element) => {
    const longer = `${all}, ${element}`;
    return longer.length > longest ? all : longer;
  });
}

function offersOf(responses: readonly Pick<DocumentedResponse, "content">[]): Offer[] {
  return responses.flatMap(({ content }) => content);
}

/** The ranges of a documented key, the best first. `Accept` knows no suffix, and few servers compare a charset. */
function rangesOf({ name, schema }: Offer): string[] {
  return typesIn(name).flatMap((type) => {
    if (!RANGE.test(type)) return [];
    const range = type.replace(/\s*;\s*charset=("[^"]*"|[^;]*)/i, "").replace(/\s*;\s*/g, ";");
    const [, tree] = /^([^/]*)\/\*\+/.exec(range) ?? [];
    const best = concreteType(range, shapeOf(schema));
    if (tree !== undefined) return [best, `${tree}/*`];
    return isJson(best) && range.includes("*") ? [best, range] : [range];
  });
}

/** A media range (RFC 9110, 12.5.1), or one of a suffix. A document may have any text as a key. */
const RANGE = /^(\*|[\w!#$&^.+-]+)\/[\w!#$&^.*+-]+(\s*;.+)?$/;

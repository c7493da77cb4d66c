import type { Schema } from "../openapi/document/document.js";
import { isSuccessKey } from "../openapi/operations/methods.js";
import type { DocumentedResponse, MediaType } from "../openapi/operations/operation.js";
import { includesType, isForm, isJson, mediaTypeOf, typesIn } from "./media-type.js";

/** The content of a media type: a text, bytes, or a value that JSON describes. */
export type Shape = "binary" | "structured" | "text";

/** A documented media type, as far as a choice depends on it. */
export type Offer = Pick<MediaType, "name" | "schema">;

/** The media type of JSON (RFC 8259, 11). */
export const JSON_TYPE = "application/json";

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

/** The kind of values of a schema. A reference to a text is rare, and JSON carries it as well. */
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

/** Whether a body of a documented key is written as JSON. `*` + `/*` and `application/*` are JSON where the schema is not a text. */
export function isJsonOffer({ name, schema }: Offer): boolean {
  return isJson(concreteType(name, shapeOf(schema)));
}

/**
 * The content that is written where nothing else decides. JSON comes first, then a form, then what may be JSON, each in the
 * order of the document. Frameworks list a text type beside JSON, and mean that their JSON may be sent as text, too.
 */
export function preferredOffer<Content extends Offer>(content: readonly Content[]): Content | undefined {
  return (
    content.find(({ name }) => mediaTypeOf(name) === JSON_TYPE) ??
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
 * The header `Accept` of an operation (RFC 9110, 12.5.1): the media types of its successes, JSON first, then those of its
 * errors. JSON comes last if nothing else admits it: most frameworks write undocumented errors in it. Any type at all (`*` +
 * `/*`) is added only where the document has it. Rails takes that for a browser, and sends HTML.
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

/** A range that a client accepts, and how much it wants it. */
interface AcceptedRange {
  range: string;
  /** Its parameters, as the client wrote them. */
  parameters: string;
  quality: number;
}

/** The elements of a header `Accept`; any type without one, or for `*`, which some clients send. */
function acceptedRanges(accept = "*/*"): AcceptedRange[] {
  const ranges = typesIn(accept).map((element) => {
    const [range = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return {
      range: range === "*" ? "*/*" : range,
      parameters: parameters.filter((parameter) => parameter !== weight).join(";"),
      quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0,
    };
  });
  return ranges.length === 0 ? acceptedRanges() : ranges;
}

/**
 * How much a client wants a type, and whether it has its parameters. The most specific range that fits says so (RFC 9110,
 * 12.5.1).
 */
function wantOf(type: string, accepted: readonly AcceptedRange[]): [quality: number, hasParameters: number] {
  const [, ...own] = type.split(";").map((part) => part.trim().toLowerCase());
  const hasOwn = (one: AcceptedRange) => one.parameters !== "" && one.parameters === own.join(";");
  const specificity = (one: AcceptedRange) =>
    Number(one.range !== "*/*") + Number(!one.range.endsWith("/*")) + Number(hasOwn(one));
  const [best] = accepted
    .filter(({ range }) => includesType(range, type))
    .toSorted((one, other) => specificity(other) - specificity(one));
  return best ? [best.quality, Number(hasOwn(best))] : [0, 0];
}

/** Whether a value of a shape can be written as a type that a range admits. */
function canWrite(type: string, shape: Shape): boolean {
  return shape !== "structured" || isJson(type) || isXml(type);
}

/** Whether a media type is XML (RFC 7303, 4 and 8.1). */
export function isXml(type: string): boolean {
  return /[/+]xml$/.test(mediaTypeOf(type));
}

/** A documented content, and the media type in which it is written. */
export interface Chosen<Content> {
  content: Content;
  type: string;
}

/**
 * The content that a client wants most (RFC 9110, 12.5.1). Of equally wanted ones, those come first that `isFirst` prefers.
 * JSON follows, unless the schema is a text, then the first one of the document.
 *
 * @param accept the header of the request; undefined for any type
 * @returns undefined if the client accepts none
 */
export function chooseOffer<Content extends Offer>(
  content: readonly Content[],
  accept: string | undefined,
  isFirst: (content: Content) => boolean = () => false,
): Chosen<Content> | undefined {
  const accepted = acceptedRanges(accept);
  const ranked = content.flatMap((offer) => {
    const shape = shapeOf(offer.schema);
    const isUsual = shape === "structured" && isJsonOffer(offer);
    return typesOffered(offer, shape, accepted).map((type) => ({
      chosen: { content: offer, type },
      rank: [...wantOf(type, accepted), Number(isFirst(offer)), Number(isUsual)],
    }));
  });
  const [best] = ranked
    .filter(({ rank: [quality = 0] }) => quality > 0)
    .toSorted((one, other) => compare(other.rank, one.rank));
  return best?.chosen;
}

/** The types in which a content may be written. For a range, these are a usual one and those that the client names. */
function typesOffered({ name }: Offer, shape: Shape, accepted: readonly AcceptedRange[]): string[] {
  const named = accepted.map(({ range }) => range).filter((range) => !range.includes("*") && canWrite(range, shape));
  return typesIn(name).flatMap((key) =>
    key.includes("*") ? [concreteType(key, shape), ...named.filter((type) => includesType(key, type))] : [key],
  );
}

function compare(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, position) => value !== right[position]);
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

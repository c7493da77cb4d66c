import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { escapedPattern } from "#openapi/patterns/escaped-pattern.js";
import { plainName } from "#statements/names.js";

/** Members of an error whose values name a field: `param` of Stripe, `pointer` of RFC 9457, `loc` of FastAPI. */
const NAMING =
  /^(field|fields|param|parameter|property|missingProperty|pointer|path|source|loc|location|attribute|name|key|target|dataPath|instancePath)$/i;

/** Members of an error whose own members are fields. */
const AROUND = /^(errors?|fields?|details?|violations?|validation|invalid(_?params?)?|issues?|messages?)$/i;

/**
 * Whether an object describes one error, so that its own texts name no field. It is not a map from fields to reasons. In
 * JavaScript, `name` is the class of an error.
 */
function describesError({ message, msg, detail, description, name }: JsonObject): boolean {
  return (
    [message, msg, detail, description].some((text) => typeof text === "string") ||
    (typeof name === "string" && isErrorClass(name))
  );
}

function isErrorClass(text: string): boolean {
  return /^\w*(Error|Exception)$/.test(text);
}

/** Words that occur in most messages. They name a field only where they are quoted. */
const USUAL = [
  "id",
  "pk",
  "type",
  "name",
  "message",
  "error",
  "code",
  "status",
  "data",
  "title",
  "value",
  "field",
  "key",
  "item",
  "user",
];

/** Words before the name of a field: "the parameter data", "Invalid status: …". */
const BEFORE_NAME = String.raw`\b(?:parameter|param|field|property|attribute|argument)|^(?:invalid|missing|unknown|bad)`;

/** The words of a rejection that name fields of a request. */
interface Naming {
  /** Paths in members for this (`"param": "address[city]"`), and members of their own (`"errors": {"email": […]}`). */
  paths: string[][];
  /** The members of lists, which are the parts of a path (`"loc": ["body", "email"]`), or fields (`"fields": ["email", "name"]`). */
  members: string[][];
  texts: string[];
}

function namingIn(body: Json): Naming {
  const paths: string[][] = [];
  const members: string[][] = [];
  const texts: string[] = [];
  const pathOf = (text: string) => text.split(/[./[\]]+/).filter((part) => part !== "");
  const visit = (value: Json, key: string, isAround: boolean): void => {
    if (typeof value === "string") {
      texts.push(value);
      if (NAMING.test(key) && !isErrorClass(value)) paths.push(pathOf(value));
    } else if (Array.isArray(value)) {
      const parts = value.filter((item) => typeof item === "string" || isNumber(item));
      const isNaming = NAMING.test(key) && parts.length === value.length;
      if (isNaming) paths.push(parts.map(String));
      if (isNaming) members.push(...parts.map((part) => pathOf(String(part))));
      for (const item of value) visit(item, isNaming ? "" : key, isAround);
    } else if (isObject(value)) {
      const isMap = isAround && !describesError(value);
      for (const [name, member] of Object.entries(value)) {
        const isReason = isMap || (isAround && (isObject(member) || Array.isArray(member)));
        if (isReason) paths.push(pathOf(name));
        visit(member, name, AROUND.test(name));
      }
    }
  };
  visit(body, "", false);
  paths.push(...(reasonPaths(body) ?? []));
  return { paths, members, texts };
}

/** Whether a value is a list of sentences. The parts of a path are words. */
export function areReasons(value: Json | undefined): boolean {
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  return Array.isArray(value) && texts.length === value.length && texts.some((text) => /\s/.test(text));
}

/**
 * The paths of an error that is a map from fields to reasons alone, to any depth. Django REST framework writes such maps:
 * `{"author": {"name": ["This field is required."]}}`. Undefined for any other error.
 */
function reasonPaths(error: Json): string[][] | undefined {
  if (areReasons(error)) return [[]];
  const below = Array.isArray(error) ? [...error.entries()] : isObject(error) ? Object.entries(error) : [];
  const paths = below.map(([name, value = null]) => {
    // The errors of a list are as long as the list: an item without any has an empty object.
    if (isObject(value) && Object.keys(value).length === 0) return [];
    return reasonPaths(value)?.map((path) => [String(name), ...path]);
  });
  const known = paths.filter((path) => path !== undefined);
  return below.length > 0 && known.length === paths.length ? known.flat() : undefined;
}

/**
 * The fields of a request that a rejection names. It names them in a member for this (`"param": "email"`), as members
 * (`"errors": {"email": […]}`), or in its texts.
 *
 * @param body of the response: its JSON, or its text
 * @param fields the names that the request may have
 */
export function namedFields(body: Json, fields: readonly string[]): string[] {
  const { paths, members, texts } = namingIn(body);
  const exact = new Set(
    [...paths, ...members].map((path) => plainName(path.findLast((part) => !/^\d+$/.test(part)) ?? "")),
  );
  const isInText = (field: string) => texts.some((text) => names(text, field));
  return [...new Set(fields)].filter((field) => exact.has(plainName(field)) || isInText(field));
}

/**
 * The places of a request that a rejection names by their paths: `"param": "address[city]"`, `"loc": ["body", "items", 0]`. The
 * words before a path, such as `body`, are not part of it.
 *
 * @param places JSON pointers that the request may have
 */
export function namedPlaces(body: Json, places: readonly string[]): string[] {
  const plain = (parts: readonly string[]) => parts.map(plainName).join("/");
  const byPath = new Map(places.map((place) => [plain(pointerNames(place)), place]));
  const placesOf = (paths: readonly string[][]) =>
    paths.flatMap((path) => {
      const ends = path.map((_, index) => byPath.get(plain(path.slice(index))));
      return ends.find((place) => place !== undefined) ?? [];
    });
  const { paths, members } = namingIn(body);
  const found = placesOf(paths);
  return [...new Set(found.length > 0 ? found : placesOf(members))];
}

function names(text: string, field: string): boolean {
  const word = escapedPattern(field);
  // "Missing required properties: name, slots"
  const [, listed = ""] = /:\s*([\w-]+(?:\s*,\s*[\w-]+)*)\.?$/.exec(text) ?? [];
  if (listed.split(/\s*,\s*/).includes(field)) return true;
  if (new RegExp(String.raw`(?:${BEFORE_NAME})\s+["'\x60]?${word}(?![\w-])`, "i").test(text)) return true;
  if (new RegExp(String.raw`["'\x60‘“]${word}["'\x60’”]`).test(text)) return true;
  return !USUAL.includes(field.toLowerCase()) && new RegExp(String.raw`(?<![\w-])${word}(?![\w-])`, "i").test(text);
}

/** Whether a rejection says that a value exists already. */
export function speaksOfDuplicate(status: number, text: string): boolean {
  return status === 409 || /\b(already|exists|taken|duplicate|unique|in use)\b/i.test(text);
}

/** Words by which a document says that no two resources have the same value. "Refunded already" does not say so. */
const UNIQUENESS = [
  /\b(unique|duplicates?)\b/i,
  /\balready (exists?|taken|used|in use|registered|been (taken|used|registered))\b/i,
  /\b(exists? already|(is|are) (taken|in use))\b/i,
  /\b(another|other|an existing) \w+ (already )?(has|have|with|uses?)\b/i,
  /\bwith (this|that|the same|the given)\b.*\bexists?\b/i,
];

/**
 * The fields of which a description says that no two resources have the same value: `Another customer has this email address.`
 *
 * @param fields the names that the request may have
 */
export function uniqueFields(description: string, fields: readonly string[]): string[] {
  if (!UNIQUENESS.some((pattern) => pattern.test(description))) return [];
  const isMeant = (field: string) =>
    new RegExp(String.raw`\b(this|that|same|given|such an?) ${escapedPattern(field)}\b`, "i").test(description);
  // "Another customer has …" names the resource.
  const named = namedFields(description.replace(/\b(an?|another|other|existing) \w+/gi, ""), fields);
  return fields.filter((field) => named.includes(field) || isMeant(field));
}

/** Words of a field that says that no two resources have its value. A later sentence says where: "Unique for team." */
const UNIQUE = [
  /^unique\b(?! (identifier|id|key|reference)\b)/i,
  /[.;]\s+unique(?=\s*([.;,]|$)|\s+(for|in|per|within|across|among|by)\b)/i,
  /\b(must|has to|have to|should) be unique\b/i,
];

/**
 * Whether the description of a field says that no two resources have the same value. Examples are "Unique.", and "Must be
 * unique in a team."
 */
export function saysUnique(description: string): boolean {
  return UNIQUE.some((pattern) => pattern.test(description.trim()));
}

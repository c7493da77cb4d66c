import { includesType, isForm, URLENCODED } from "#http/media-type.js";
import { formText } from "#http/serialize.js";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { MAX_LEVELS } from "#openapi/document/nesting.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { propertiesAt } from "#statements/schema-fields.js";
import { bodyMediaType, GENERATED, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { clientIdentities } from "#verify/relations/client-identity.js";
import { valuesOf } from "../generated-parts.js";
import type { Variation } from "../variation.js";
import { type Carrier, LONG, type OddSchema, type OddValue, oddValues } from "./odd-values.js";

/** How deep the fields of a body are looked at, and how many. */
const MOST = { depth: 3, fields: 16 };

/** Levels of a nested list. There are more than some programs read, and so few that the run can read it back. */
const LEVELS = MAX_LEVELS / 2;

const BODY = "/body";

/** The body of a request that is a structure, and its media type in the document. */
interface Described {
  mediaType: MediaType;
  body: Json;
  carrier: Carrier;
}

function describedBody({ operation, body }: RequestSpec): Described | undefined {
  const mediaType = body && bodyMediaType(operation, body);
  const value = body && "value" in body ? body.value : undefined;
  if (!mediaType || mediaType.schema === undefined || typeof value !== "object" || value === null) return undefined;
  return { mediaType, body: value, carrier: isForm(mediaType.name) ? "form" : "json" };
}

/**
 * The request with a unique text in a field of its body, if it has none. A created resource is known by it. The same request
 * if no field has room for one.
 */
export function withUniqueText(context: RequestContext, usual: RequestSpec): RequestSpec {
  const described = describedBody(usual);
  if (!described || context.generator.isGenerated(jsonText(described.body))) return usual;
  for (const at of freeTexts(context, described)) {
    const marked = withUniqueAt(context, described, described.body, at);
    if (marked !== undefined) return withBody(usual, () => marked);
  }
  return usual;
}

/**
 * The request with unique texts in all fields of its body that have room for one. Another resource may have one of the others.
 * Undefined if no field has room.
 */
export function withNewTexts(context: RequestContext, usual: RequestSpec): RequestSpec | undefined {
  const described = describedBody(usual);
  if (!described) return undefined;
  let body = described.body;
  for (const at of freeTexts(context, described)) {
    body = withUniqueAt(context, described, body, at) ?? body;
  }
  return body === described.body ? undefined : withBody(usual, () => body);
}

/** A body with a unique text at a place; undefined if the document does not allow it there. */
function withUniqueAt(context: RequestContext, { mediaType }: Described, body: Json, at: string): Json | undefined {
  const marked = withValue(body, at, context.generator.unique());
  return marked !== undefined && valuesOf(context).isValid(mediaType, marked, "request") ? marked : undefined;
}

/** The places of texts without a format. */
function freeTexts(context: RequestContext, described: Described): string[] {
  return leavesOf(context, described, "", MOST.depth).filter((at) => {
    const { type, format } = schemaAt(context, described, at);
    return [type].flat().includes("string") && format === undefined;
  });
}

/** Odd values that the document allows in the fields of the body, each in turn. The field that names the resource stays. */
export function fieldProbes(context: RequestContext, usual: RequestSpec): Variation[][] {
  const described = describedBody(usual);
  if (!described) return [];
  const { mediaType, body, carrier } = described;
  const { generator, contract } = context;
  const names = (at: string) =>
    ["x", 1].some((value) => {
      const identities = clientIdentities(contract, usual.operation, withValue(body, at, value) ?? null);
      return identities.some(({ pointer }) => pointer === at);
    });
  const places = leavesOf(context, described, "", MOST.depth).filter((at) => !names(at));
  return places.slice(0, MOST.fields).flatMap((at) => {
    const isAllowed = (value: Json) => {
      const changed = withValue(body, at, value);
      return changed !== undefined && valuesOf(context).isValid(mediaType, changed, "request");
    };
    const probeOf = ({ what, value, anywhere, simpler }: OddValue): Variation => ({
      ...fieldProbe(at, what, value),
      permission: "allowed",
      ...(anywhere === undefined ? {} : { anywhere }),
      simpler: simpler.map(probeOf),
    });
    const allowed = oddValues(schemaAt(context, described, at), { carrier, generator, isAllowed });
    return allowed.length > 0 ? [allowed.map(probeOf)] : [];
  });
}

/** A long text in the first field with a text, where other texts of this length are not allowed. */
export function longTextProbes(context: RequestContext, usual: RequestSpec): Variation[] {
  const described = describedBody(usual);
  if (!described) return [];
  const isText = (at: string) => typeof valueAt(described.body, at) === "string";
  const [at] = leavesOf(context, described, "", 1).filter(isText);
  if (at === undefined) return [];
  const value = `${"a".repeat(LONG)}@example.com`;
  // A text of any other form is sent with the other odd values.
  const plain = withValue(described.body, at, "a".repeat(LONG));
  const isFree = plain !== undefined && valuesOf(context).isValid(described.mediaType, plain, "request");
  return isFree ? [] : [fieldProbe(at, `${LONG} characters in`, value)];
}

/** Items that no list of texts, numbers or described objects has, in all lists of the body together. */
export function wrongItemProbes(context: RequestContext, usual: RequestSpec): Variation[] {
  const described = describedBody(usual);
  if (described?.carrier !== "json" || !isObject(described.body)) return [];
  return propertiesAt(context.contract.document, described.mediaType, "").flatMap((name) => {
    const at = pointerTo("", name);
    const isList = [schemaAt(context, described, at).type].flat().includes("array");
    return isList ? [fieldProbe(at, "null, an object and a list in", [null, { no_such_field: true }, [[]]])] : [];
  });
}

/** Fields that the document does not have. A closed schema forbids them. */
export function unknownFieldProbes(context: RequestContext, usual: RequestSpec): Variation[] {
  const described = describedBody(usual);
  if (!described || !isObject(described.body)) return [];
  const { mediaType, carrier, body } = described;
  const isOpen = valuesOf(context).isValid(mediaType, { ...body, no_such_field: "1" }, "request");
  const unknown = (name: string, what: string, value: Json): Variation => ({
    part: pointerTo(BODY, name),
    what,
    permission: isOpen ? "allowed" : "forbidden",
    apply: (request) => withBody(request, (known) => ({ ...known, [name]: value })),
  });
  const field = unknown("no_such_field", "an unknown field", carrier === "json" ? { nested: [null, true] } : "1");
  const list = unknown("no_such_list", `an unknown field with ${LEVELS} nested lists`, nestedList());
  return carrier === "json" ? [field, list] : [field];
}

/** A form that is not percent-encoded right (RFC 3986, 2.1). */
export function malformedFormProbes(usual: RequestSpec): Variation[] {
  const described = describedBody(usual);
  if (!described || !includesType(URLENCODED, described.mediaType.name)) return [];
  const { name: type, encoding } = described.mediaType;
  const apply = (request: RequestSpec): RequestSpec => {
    const text = `${formText(asObject(structuredBody(request)), encoding)}&malformed=%zz%ff%`;
    return { ...request, body: { type, text, source: GENERATED } };
  };
  return [
    { part: pointerTo(BODY, "malformed"), what: "malformed percent-encoding in the form", permission: "open", apply },
  ];
}

function nestedList(): Json {
  let list: Json = [];
  for (let level = 1; level < LEVELS; level += 1) list = [list];
  return list;
}

function fieldProbe(at: string, what: string, value: Json): Variation {
  const name = pointerNames(at).join(".");
  return {
    part: BODY + at,
    what: `${what} ${name}`,
    permission: "open",
    apply: (request) => {
      const body = structuredBody(request);
      const changed = body === undefined ? undefined : withValue(body, at, value);
      return changed === undefined ? request : withBody(request, () => changed);
    },
  };
}

function withBody(request: RequestSpec, change: (body: JsonObject) => Json): RequestSpec {
  const { body } = request;
  if (!body || !("value" in body)) return request;
  return { ...request, body: { type: body.type, value: change(asObject(body.value)), source: GENERATED } };
}

/** The places of texts, numbers and the like that the body has, and of all fields that it may have. */
function leavesOf(context: RequestContext, described: Described, at: string, depth: number): string[] {
  const { body, mediaType } = described;
  const value = valueAt(body, at);
  if (Array.isArray(value)) return value.length > 0 ? leavesOf(context, described, pointerTo(at, 0), depth) : [];
  if (!isObject(value)) return value === undefined ? [] : [at];
  if (depth === 0) return [];
  const own = Object.keys(value).flatMap((name) => leavesOf(context, described, pointerTo(at, name), depth - 1));
  const absent = propertiesAt(context.contract.document, mediaType, at).filter((name) => value[name] === undefined);
  return [...own, ...absent.map((name) => pointerTo(at, name))];
}

/** The types and the format of a field; neither for one that the client does not write. */
function schemaAt({ contract: { document } }: RequestContext, { mediaType }: Described, at: string): OddSchema {
  const places = schemasAt(document, mediaType.schemaPointer, at).at(-1) ?? [];
  const schemas = places.map((place) => asObject(valueAt(document, place)));
  if (schemas.some(({ readOnly, enum: members, const: constant }) => readOnly === true || members || constant))
    return {};
  const type = schemas.flatMap((schema) => schema.type ?? []).flat();
  return { type, format: schemas.find(({ format }) => format !== undefined)?.format };
}

import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { plainName } from "../names.js";
import { namedAsShown } from "./shown-names.js";

/** An object that may be the resource of a body: the body itself, or the content of its envelope. */
export interface Layer {
  /** JSON pointer into the body. */
  at: string;
  object: JsonObject;
  /** Whether the object around it has nothing else. A request names its envelope so; a response may have a status beside. */
  isAlone: boolean;
}

/** An envelope with nothing else may be in another one, as in JSend: `{ "status": "success", "data": { "post": { … } } }`. */
const MOST_ENVELOPES = 2;

/**
 * The objects of a body that may be its resource. They are the body, and the only object in it, from outside to inside. This
 * is the one rule for envelopes. The other functions here choose among these layers. `envelope-schema.ts` has it for schemas.
 *
 * @returns an empty list if the body is not an object
 */
export function layersOf(body: Json | undefined): Layer[] {
  if (!isObject(body)) return [];
  return withInner<Layer>({ at: "", object: body, isAlone: false }, (around) => {
    const [only, ...others] = membersOf(around);
    return others.length > 0 || (around.at !== "" && !only?.isAlone) ? undefined : only;
  });
}

/** The layers of a body, and the only item of a list that it has alone. Beside other members, a list is a part of the resource. */
function layersAndItem(body: Json | undefined): Layer[] {
  const isListAlone = !isObject(body) || Object.keys(body).length === 1;
  const item = isListAlone ? onlyItem(body) : undefined;
  return item ? [...layersOf(body), item] : layersOf(body);
}

/** From outside to inside: a layer, and those in it, as far as they are envelopes. */
export function withInner<Place>(outer: Place, innerOf: (around: Place) => Place | undefined): Place[] {
  const layers = [outer];
  for (let inner = innerOf(outer); inner !== undefined && layers.length <= MOST_ENVELOPES; inner = innerOf(inner)) {
    layers.push(inner);
  }
  return layers;
}

/** The only item of a body that is a list, or that has one list. Some servers respond with a list of one. */
export function onlyItem(body: Json | undefined): Layer | undefined {
  const lists = isObject(body)
    ? Object.entries(body).flatMap(([name, member]) =>
        Array.isArray(member) ? [{ at: pointerTo("", name), member }] : [],
      )
    : [{ at: "", member: Array.isArray(body) ? body : [] }];
  const [list, ...others] = lists;
  const [item, ...more] = list && others.length === 0 ? list.member : [];
  if (!list || more.length > 0 || !isObject(item)) return undefined;
  return { at: pointerTo(list.at, 0), object: item, isAlone: true };
}

/**
 * The body and all objects in it. Only for a choice by what an object has, as it may be a part of the resource as well.
 */
export function nearObjects(body: Json | undefined): JsonObject[] {
  return isObject(body) ? [body, ...membersOf({ at: "", object: body }).map(({ object }) => object)] : [];
}

function membersOf({ at, object }: Pick<Layer, "at" | "object">): Layer[] {
  const isAlone = Object.keys(object).length === 1;
  return Object.entries(object).flatMap(([name, member]) =>
    isObject(member) ? [{ at: pointerTo(at, name), object: member, isAlone }] : [],
  );
}

/** Names of objects around any resource, which may have others beside them: `{ "data": { … }, "meta": { … } }`. */
const AROUND = ["data", "result"];

/** Names of members beside the content of an envelope that say how the request went. */
const OUTCOMES = ["status", "success", "ok", "code", "message", "error", "errors"];

/** Whether a member of a body says how the request went. The resource is beside it. */
export function isOfEnvelope(body: JsonObject, name: string): boolean {
  const hasContent = AROUND.some((around) => around !== name && isObject(body[around]));
  return hasContent && OUTCOMES.includes(plainName(name));
}

/** The first one of some members that is named as a resource, or as the content of an envelope. */
export function namedAs(names: readonly string[], of: string | undefined): string | undefined {
  const wanted = of === undefined ? AROUND : [of, ...AROUND];
  return wanted.flatMap((word) => names.find((name) => plainName(name) === word) ?? [])[0];
}

/**
 * The places of a body that may have the resource. They are its layers, and the only item of a list. Of several objects, it
 * is the one with the name of the resource. A creation may respond so: `{ "order": { … }, "payment": { … } }`.
 */
export function resourceLayers(body: Json | undefined, { of }: { of?: string | undefined }): Layer[] {
  const layers = layersAndItem(body);
  const objects = isObject(body) && layers.length === 1 ? membersOf({ at: "", object: body }) : [];
  const name = namedAs(
    objects.map(({ at }) => pointerNames(at)[0] ?? ""),
    of,
  );
  return [...layers, ...objects.filter(({ at }) => name !== undefined && at === pointerTo("", name))];
}

/** The resource in a body: the place that has the identifying field. Without one, the whole body. */
export function resourceIn(
  body: Json | undefined,
  { identifier }: { identifier: { pointer: string; of?: string | undefined } },
): JsonObject | undefined {
  const [name = ""] = pointerNames(identifier.pointer);
  const found = resourceLayers(body, identifier).find(({ object }) => Object.hasOwn(object, name));
  return (found ?? layersOf(body)[0])?.object;
}

/**
 * The resource of a body that may have it in an envelope, and its place. Settings may be beside the envelope, as in
 * `{ "data": { … }, "notify": true }`, where the resource itself has none of these members.
 *
 * @param known a representation of the resource (default: none): a member of it is not an envelope
 */
export function sentLayer(body: Json | undefined, known: JsonObject = {}): Layer | undefined {
  const [outer, inner] = layersOf(body);
  if (inner?.isAlone && !Object.hasOwn(known, pointerNames(inner.at)[0] ?? "")) return inner;
  return outer && (likeKnown(outer, known) ?? outer);
}

/** The one object in a body that has fields of the known resource, where the body itself has none. */
function likeKnown(outer: Layer, known: JsonObject): Layer | undefined {
  const shares = ({ object }: Layer) => Object.keys(object).some((name) => Object.hasOwn(known, name));
  const [only, ...others] = shares(outer) ? [] : membersOf(outer).filter(shares);
  return others.length > 0 ? undefined : only;
}

/** The resource that a body describes, by the names with which the resource shows its fields. @param known as for `sentLayer` */
export function sentResource(body: Json | undefined, known?: JsonObject): JsonObject | undefined {
  const sent = sentLayer(body, known)?.object;
  return sent && known ? namedAsShown(sent, known) : sent;
}

/**
 * The objects of a request that may describe a resource. That is the body, all that it has (`{ "article": { … } }`), or the
 * items of a list.
 */
export function sentObjects(body: Json | undefined, at = ""): Layer[] {
  if (Array.isArray(body)) return body.flatMap((item, index) => sentObjects(item, pointerTo(at, index)));
  if (!isObject(body)) return [];
  const [only, ...rest] = Object.entries(body);
  const isAlone = only !== undefined && rest.length === 0;
  return [{ at, object: body, isAlone: false }, ...(isAlone ? sentObjects(only[1], pointerTo(at, only[0])) : [])];
}

/**
 * The object of a response that has most of the sent fields. It is the body, or an object in it. An envelope that requests alone
 * have is left out. Undefined if none has any.
 */
export function shownResource(body: Json | undefined, response: Json | undefined): JsonObject | undefined {
  return likest(asObject(body), response) ?? likest(sentLayer(body)?.object ?? {}, response);
}

/** The body of a response, or an object in it, that has most fields of another object. Undefined if none has any. */
function likest(sent: JsonObject, response: Json | undefined): JsonObject | undefined {
  const shared = (shown: JsonObject) => Object.keys(sent).filter((name) => Object.hasOwn(shown, name)).length;
  const [best] = nearObjects(response).toSorted((left, right) => shared(right) - shared(left));
  return best && shared(best) > 0 ? best : undefined;
}

import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { plainName } from "#statements/names.js";
import { nearObjects } from "#statements/resources/envelope.js";
import { compare, comparedFields, type Policy, RELATED } from "#verify/model/finding/compare.js";
import { bodyValue, type RequestSpec, shownBody } from "#verify/model/request/request-spec.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";

/** Evidence in a representation of a resource: a request created it, or it is another resource, or neither is shown. */
export type Evidence = "created" | "other" | "open";

/** A request that gave a resource its values. */
export interface Sent {
  request: RequestSpec;
  /** The texts in the request that were generated for it. */
  texts: readonly string[];
}

/** A creation, and the changes of the resource by the run. */
export interface SentForResource extends Sent {
  changes?: readonly Sent[];
}

/** The facts about a creation on which evidence depends. */
export interface Facts extends SentForResource {
  /**
   * Whether the target did not find the identifier before, or the whole list did not have it. Then equal values are enough.
   */
  wasAbsent: boolean;
  /** Whether the identifier is new: a POST that changes what exists would show the sent texts as well. */
  isNewIdentifier: boolean;
}

/**
 * Compares a representation with the request that may have created the resource. An equal field with a text that was
 * generated for this request proves it. The identifier has to be a new one, because a copy of the resource contains the text
 * ("Copy of …").
 *
 * A change by the run proves by its text as well. Without one, others may have the same values.
 *
 * @param shown the resource in a response, or in an item of a list
 */
export function evidenceIn({ changes = [], ...creation }: Facts, shown: Json): Evidence {
  const { isNewIdentifier } = creation;
  const ofChanges = changes.map((sent) => evidenceOfOne({ ...sent, wasAbsent: false, isNewIdentifier }, shown));
  const all = [evidenceOfOne(creation, shown), ...ofChanges];
  return all.includes("created") ? "created" : (all.at(-1) ?? "open");
}

function evidenceOfOne({ request, texts, wasAbsent, isNewIdentifier }: Omit<Facts, "changes">, shown: Json): Evidence {
  const sent = shownBody(request);
  if (texts.length > 0 && isNewIdentifier) {
    if (hasEqualText(bodyValue(request), shown, texts)) return "created";
  }
  if (!isObject(sent) || !isObject(shown)) return wasAbsent && bodyValue(request) === undefined ? "created" : "open";
  if (showsOther(request, shown)) return "other";
  // An empty object has nothing to repeat.
  const isRepeated = Object.keys(sent).length === 0 || Object.keys(sent).some((name) => Object.hasOwn(shown, name));
  return wasAbsent && isRepeated && compare(sent, shown, RELATED).length === 0 ? "created" : "open";
}

/**
 * Whether a representation has a text that was generated for a resource, in a field that was sent. Nothing else shows whose
 * it is.
 */
export function hasItsText({ request, texts, changes = [] }: SentForResource, shown: Json): boolean {
  return evidenceIn({ request, texts, changes, wasAbsent: false, isNewIdentifier: true }, shown) === "created";
}

/**
 * Whether a field that was sent has an equal text in a representation. The text has one that was generated for the request.
 * Servers change the case of letters, and the spaces around.
 */
function hasEqualText(sent: Json | undefined, shown: Json | undefined, texts: readonly string[]): boolean {
  if (typeof sent === "string") {
    const plain = plainText(sent);
    return typeof shown === "string" && plainText(shown) === plain && texts.some((text) => plain.includes(text));
  }
  if (Array.isArray(sent)) {
    return sent.some((item) => (Array.isArray(shown) ? shown : [shown]).some((one) => hasEqualText(item, one, texts)));
  }
  if (!isObject(sent)) return false;
  return Object.entries(sent).some(([name, value]) => {
    // Some servers show a resource without the object around it that was sent, or the other way round.
    const isShown = nearObjects(shown).some((object) =>
      membersNamed(object, name).some((one) => hasEqualText(value, one, texts)),
    );
    return isShown || (isObject(value) && hasEqualText(value, shown, texts));
  });
}

/** The members of a name, also in another spelling: a form has `FriendlyName`, and the response `friendly_name`. */
function membersNamed(object: JsonObject, name: string): Json[] {
  const plain = plainName(name);
  return Object.entries(object).flatMap(([own, value]) => (plainName(own) === plain ? [value] : []));
}

function plainText(text: string): string {
  return text.trim().toLowerCase();
}

/** The texts in the body of a request that were generated for it. One that names another resource was not. */
export function generatedTexts(generator: ValueGenerator, request: RequestSpec): string[] {
  const body = bodyValue(request);
  const generated = body === undefined ? [] : generator.generatedIn(jsonText(body));
  return generated.filter((text) => !generator.isName(text));
}

/**
 * Whether a found resource is likely not the created one: half of the sent texts or more are others. `Location` may lead to
 * the resource of somebody else. A masked text, such as a password, shows nothing.
 */
export function showsOther(request: RequestSpec, found: JsonObject): boolean {
  const sent = shownBody(request);
  if (!isObject(sent)) return false;
  const texts = comparedFields(sent, found, SHOWN_TEXTS).length;
  return texts > 0 && 2 * compare(sent, found, SHOWN_TEXTS).length >= texts;
}

const SHOWN_TEXTS: Policy = { same: "related", kinds: ["text", "moment", "creation"], mayMask: true };

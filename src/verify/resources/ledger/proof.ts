import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { unrelatedFields } from "#verify/model/finding/differences.js";
import { bodyValue, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";

/** Evidence in a representation of a resource: a request created it, or it is another resource, or neither is shown. */
export type Evidence = "created" | "other" | "open";

/** The facts about a creation on which evidence depends. */
export interface Facts {
  request: RequestSpec;
  /** The texts in the request that were generated for it. */
  texts: readonly string[];
  /** Whether the target did not find the identifier before, or the whole list did not have it: then equal values are enough. */
  wasAbsent: boolean;
  /** Whether the identifier is new: a POST that changes what exists would show the sent texts as well. */
  isNewIdentifier: boolean;
}

/**
 * Compares a representation with the request that may have created the resource. A text that was generated for this request
 * proves it, if the identifier is a new one.
 *
 * @param shown the resource in a response, or in an item of a list
 */
export function evidenceIn({ request, texts, wasAbsent, isNewIdentifier }: Facts, shown: Json): Evidence {
  const sent = structuredBody(request);
  if (texts.length > 0 && isNewIdentifier) {
    const text = ownTexts(shown, sent).toLowerCase();
    if (texts.some((generated) => text.includes(generated.toLowerCase()))) return "created";
  }
  if (!isObject(sent) || !isObject(shown)) return wasAbsent && bodyValue(request) === undefined ? "created" : "open";
  if (isOther(request, shown)) return "other";
  // An empty object has nothing to repeat.
  const isRepeated = Object.keys(sent).length === 0 || Object.keys(sent).some((name) => Object.hasOwn(shown, name));
  return wasAbsent && isRepeated && unrelatedFields(sent, shown).length === 0 ? "created" : "open";
}

/** The texts of a representation, without those of other resources in it: lists of objects that were not sent. */
function ownTexts(shown: Json, sent: Json | undefined): string {
  const isSent = (name: string) => name === "" || (isObject(sent) && Object.hasOwn(sent, name));
  const isListOfOthers = (value: unknown) => Array.isArray(value) && value.some((item) => isObject(item));
  return JSON.stringify(shown, (name, value) => (isListOfOthers(value) && !isSent(name) ? undefined : value));
}

/** The texts in the body of a request that were generated for it. */
export function generatedTexts(generator: ValueGenerator, request: RequestSpec): string[] {
  const body = bodyValue(request);
  return body === undefined ? [] : generator.generatedIn(JSON.stringify(body));
}

/**
 * Whether a found resource is likely not the created one: half of the sent texts or more are others. `Location` may lead to
 * the resource of somebody else. A masked text, such as a password, shows nothing.
 */
export function isOther(request: RequestSpec, found: JsonObject): boolean {
  const sent = structuredBody(request);
  if (!isObject(sent)) return false;
  const texts = Object.entries(sent).filter(([name, value]) => {
    return typeof value === "string" && Object.hasOwn(found, name) && !isMasked(found[name]);
  });
  return texts.length > 0 && 2 * unrelatedFields(Object.fromEntries(texts), found).length >= texts.length;
}

function isMasked(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "" && !/[\p{L}\p{N}]/u.test(value);
}

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber, jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { namedFields, namedPlaces, speaksOfDuplicate } from "#statements/named-fields.js";
import { identifyingParameter, resourceCreatedBy } from "#statements/resources/find-resources.js";
import { isSameId, kindOfReference } from "#statements/resources/identifying-values.js";
import { descriptionsAt, keywordAt } from "#statements/schema-fields.js";
import { listedTexts } from "#values/random/listed-texts.js";
import { type Exchange, isConflict, jsonOf } from "../model/request/exchange.js";
import { type BodySpec, bodyMediaType } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { fieldsOfBody } from "./body-fields.js";
import { textInDescribedForm } from "./described-form.js";
import { valuesOf } from "./generated-parts.js";
import { type Constraints, fittingBody, fittingValue } from "./rejections/fitting-values.js";

/**
 * Finds a value that exists on the target for a field that refers to a resource. Undefined if none is known.
 *
 * @param used a value that cannot be used any more, such as a refunded order. If the run created that resource, the result
 * is another one
 */
export type ReferenceFor = (field: string, used?: Json) => Promise<Json | undefined>;

/** The places of a body that were changed by what rejections said. */
export interface Changes {
  /** The first value of each place that got another one: a place is left out after that. */
  values: Map<string, Json | undefined>;
  /** The places that were missing. The value that they got may be wrong, too. */
  added: Set<string>;
}

export function noChanges(): Changes {
  return { values: new Map(), added: new Set() };
}

/** The rejected request, and the facts by which its body is adapted. */
export interface Rejected {
  operation: Operation;
  body: BodySpec;
  exchange: Exchange;
  /** The changes so far. The function adds its own. */
  changes: Changes;
  /** Finds the value of a field that refers to a resource. */
  referenceFor: ReferenceFor;
  /** The constraints that the target has stated (default: none). */
  stated?: Constraints;
}

/** Whether a rejection may mean that what the body refers to does not exist, or is not accessible. */
export function mayLackReference({ status }: Exchange): boolean {
  return status === 403 || status === 404;
}

/** A rejection says that some field refers to nothing, as databases do, which need not name it. */
const REFERENCE = /\bforeign[ _-]?key\b|\breferenc\w*\b.*\b(invalid|unknown|(not|n't) (exist|found))\b/i;

function speaksOfReference({ body }: Exchange): boolean {
  return REFERENCE.test(body);
}

/**
 * The bodies that a target may accept after it has rejected one, by what it says. The fields that it names get other values,
 * or are added, or left out. All are valid by the document.
 */
export async function adaptedBodies(context: RequestContext, rejected: Rejected): Promise<BodySpec[]> {
  const { operation, body, exchange } = rejected;
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || !("value" in body)) return [];
  const adaptation = new Adaptation(context, rejected, mediaType, body.value);
  const values = mayLackReference(exchange) ? [] : await adaptation.withNamedFields();
  if (mayLackReference(exchange) || speaksOfReference(exchange)) values.unshift(...(await adaptation.withReferences()));
  if (isConflict(exchange)) values.unshift(await adaptation.withNewReferences());
  return values.flatMap((value) => (value === undefined || value === body.value ? [] : [{ ...body, value }]));
}

/**
 * The body that names other resources in place of those that the run created and has used. An order that is refunded cannot
 * be refunded again.
 *
 * @returns undefined if it names none
 */
export async function withNewReferences(context: RequestContext, rejected: Rejected): Promise<BodySpec | undefined> {
  const { operation, body } = rejected;
  const mediaType = bodyMediaType(operation, body);
  if (!mediaType || !("value" in body)) return undefined;
  const value = await new Adaptation(context, rejected, mediaType, body.value).withNewReferences();
  return value === body.value ? undefined : { ...body, value };
}

/** A rejection says that only one of several fields may be sent. */
const EXCLUSIVE =
  /\b(exactly|only|just) one of\b|\beither\b.*\bor\b|\bnot both\b|mutually exclusive|\bcannot be (used|combined) together\b/i;

/** A value that is named has so many characters: a shorter one occurs in other words. */
const MIN_NAMED_VALUE = 5;

/** A rejection says that a field must not be sent. */
const UNWANTED =
  /not allowed|unknown|unexpected|unrecognized|additional propert|read.?only|must not|cannot be (set|changed)/i;

/** A rejection says that a field is missing. */
const REQUIRED =
  /\b(required|missing|must (have|be (given|present|provided|set))|needs?|(can ?not|can't|must not) be (blank|empty|null))\b/i;

/** A rejection says that what a field refers to does not exist. */
const MISSES =
  /\b(no such|not found|(do|does|did)(n't| not) exist|no\b.{1,60}\bexists?|(can ?not|could not|couldn't|can't) (be found|find))\b/i;

/**
 * Whether a text names what a field refers to in place of the field: "project with id 7" for `projectId`. It says "no such
 * location" of `from_location`.
 */
function namesKind(text: string, field: string): boolean {
  const words = wordsOf(field);
  const [, kind] = /^(.+?)[ _-]?(?:id|uuid|key|ref)$/.exec(words.join(" ")) ?? [];
  if (kind !== undefined) return wordsOf(text).join(" ").includes(kind);
  return words.length > 1 && wordsOf(text).includes(words.at(-1) ?? "");
}

/** The changes of one rejected body. */
class Adaptation {
  readonly #context: RequestContext;
  readonly #rejected: Rejected;
  readonly #mediaType: MediaType;
  readonly #body: Json;
  readonly #places: readonly string[];

  constructor(context: RequestContext, rejected: Rejected, mediaType: MediaType, body: Json) {
    this.#context = context;
    this.#rejected = rejected;
    this.#mediaType = mediaType;
    this.#body = body;
    this.#places = fieldsOfBody(context.contract, mediaType, body);
  }

  /**
   * The body with other references, and then without the remaining ones: few servers say which one they do not find. At last
   * without the objects of its lists, which may be references of several fields.
   */
  async withReferences(): Promise<Json[]> {
    const { referenceFor } = this.#rejected;
    let changed = this.#body;
    for (const place of this.#places) {
      const value = valueAt(this.#body, place);
      if (value === undefined) continue;
      const reference = await referenceFor(this.#fieldAt(place));
      // Only a reference to another resource than the one in this body changes anything.
      if (reference === undefined || isSameId(value, reference)) continue;
      this.#noteChange(place);
      changed = this.#firstValid(changed, place, [reference]) ?? changed;
    }
    return [changed, this.#withoutReferences(changed), this.#withoutItems(changed)];
  }

  /** A body whose lists of objects are empty, where the document allows it. */
  #withoutItems(body: Json): Json {
    const isOfObjects = (value: Json | undefined) => Array.isArray(value) && value.some(isObject);
    const lists = this.#places.filter((place) => isOfObjects(valueAt(body, place)));
    return lists.reduce((value, place) => this.#firstValid(value, place, [[]]) ?? value, body);
  }

  /**
   * The body with other resources in place of those that the run created and has used. The same body if it has none.
   */
  async withNewReferences(): Promise<Json> {
    let changed = this.#body;
    for (const place of this.#places) {
      const used = valueAt(this.#body, place);
      if (typeof used !== "string" && !isNumber(used)) continue;
      const reference = await this.#rejected.referenceFor(this.#fieldAt(place), used);
      if (reference === undefined || reference === used) continue;
      changed = this.#firstValid(changed, place, [reference]) ?? changed;
    }
    return changed;
  }

  /** The body with other values of the fields that the rejection names, and without them. */
  async withNamedFields(): Promise<(Json | undefined)[]> {
    const { exchange, changes } = this.#rejected;
    const known = changes.values;
    const said = jsonOf(exchange) ?? exchange.body;
    const text = typeof said === "string" ? said : jsonText(said);
    const named = this.#placesNamedIn(said, text);
    const sent = named.filter((place) => valueAt(this.#body, place) !== undefined);
    const [only] = MISSES.test(text) && sent.length === 1 ? sent : [];
    const alike = only === undefined ? [] : this.#othersLike(only);
    if (only !== undefined && alike.length > 0) return [await this.#withoutMissing([only, ...alike])];
    if (EXCLUSIVE.test(text) && named.length > 1) return this.#withOneOf(named);
    const other = this.#otherBody();
    const fitting = this.#fitting();
    let changed = fitting;
    let reduced = fitting;
    const hasReference = new Set<string>();
    for (const place of named) {
      // A value that was changed to what the rejection demands is tried first.
      if (!isDeepStrictEqual(valueAt(fitting, place), valueAt(this.#body, place))) continue;
      const isMissing = valueAt(this.#body, place) === undefined;
      const stated = this.#fittingAt(place);
      const isOpen = !known.has(place) || (isMissing && REQUIRED.test(text));
      if (isOpen && (stated !== undefined || !UNWANTED.test(text))) {
        const [listed] = listedTexts(text);
        const json = /\bJSON\b/.test(text) ? "{}" : undefined;
        const another = valueAt(other, place);
        const reference = await this.#otherReference(place, changed);
        if (reference !== undefined) hasReference.add(place);
        const word = wordOf(valueAt(this.#body, place)) === undefined ? undefined : wordOf(another);
        // The document may show the name of what exists, and the run has made a new one.
        const shown = MISSES.test(text) ? this.#exampleAt(place) : undefined;
        const choices = [reference, this.#describedAt(place), stated, json, listed, shown, word, another];
        const values = choices.filter((value) => value !== undefined);
        changed = this.#firstValid(changed, place, values) ?? changed;
        if (isMissing) changed = this.#withLeastAt(changed, place);
      }
      // Where a part of a value was left out in vain, the whole value is left out.
      const [outermost = ""] = pointerNames(place);
      const left = known.has(place) && valueAt(reduced, place) === undefined ? pointerTo("", outermost) : place;
      if (!isMissing || changes.added.has(place)) this.#noteChange(place);
      changes.added.add(place);
      // Where a value is required, null may say that there is none.
      reduced = this.#firstValid(reduced, left, [undefined, null]) ?? reduced;
    }
    // Another value that is generated leads nowhere either.
    const isReferred = named.some((place) => hasReference.has(place));
    if (named.length > 0) return MISSES.test(text) && !isReferred ? [reduced, changed] : [changed, reduced];
    // Without a named field, texts are the most likely to exist already, and references the most likely to lead nowhere.
    return [speaksOfDuplicate(exchange.status, exchange.body) ? other : this.#withoutReferences(this.#body)];
  }

  /**
   * The other fields that are likely to refer to nothing as well. The server has said so of another number or UUID before:
   * some name one field at a time.
   */
  #othersLike(place: string): string[] {
    const changed = this.#rejected.changes.values;
    const kind = kindOfReference(valueAt(this.#body, place));
    const isKnown = [...changed].some(([other, first]) => other !== place && kindOfReference(first) === kind);
    if (kind === undefined || !isKnown) return [];
    const kindAt = (other: string) => (changed.has(other) ? undefined : kindOfReference(valueAt(this.#body, other)));
    return this.#places.filter((other) => other !== place && kindAt(other) === kind);
  }

  /** The body with what exists for some fields that refer to nothing. Where nothing is known, they are left out. */
  async #withoutMissing(places: readonly string[]): Promise<Json> {
    let body = this.#body;
    for (const place of places) {
      this.#noteChange(place);
      const reference = await this.#rejected.referenceFor(this.#fieldAt(place));
      const [outermost = ""] = pointerNames(place);
      const referring = reference === undefined ? undefined : this.#firstValid(body, place, [reference]);
      body =
        referring ??
        this.#firstValid(body, place, [undefined, null]) ??
        this.#firstValid(body, pointerTo("", outermost), [undefined, null]) ??
        body;
    }
    return body;
  }

  /**
   * A value that exists for a field. It is a new one where another field of the body has it already. Fields such as `from` and
   * `to` seldom have the same value.
   */
  async #otherReference(place: string, body: Json): Promise<Json | undefined> {
    const { referenceFor } = this.#rejected;
    const field = this.#fieldAt(place);
    const reference = await referenceFor(field);
    const isUsed = this.#places.some(
      (other) => other !== place && this.#fieldAt(other) !== field && isSameId(valueAt(body, other), reference),
    );
    return reference !== undefined && isUsed ? ((await referenceFor(field, reference)) ?? reference) : reference;
  }

  /** The name of the field at a place. Plain items of a list that is the whole body have that of the path parameter that names them. */
  #fieldAt(place: string): string {
    const named = fieldAt(place);
    if (named !== "") return named;
    const listed = resourceCreatedBy(this.#context.contract, this.#rejected.operation);
    return (listed && identifyingParameter(listed)?.name) ?? "";
  }

  #noteChange(place: string): void {
    const changed = this.#rejected.changes.values;
    if (!changed.has(place)) changed.set(place, valueAt(this.#body, place));
  }

  /** The body with values that the target's constraints allow. */
  #fitting(): Json {
    const { operation, body, stated = new Map() } = this.#rejected;
    const fitting = fittingBody(this.#context, operation, body, stated);
    return "value" in fitting ? fitting.value : this.#body;
  }

  /** A text in the form that the document describes for a place by an example. */
  #describedAt(place: string): Json | undefined {
    const { contract, generator } = this.#context;
    const descriptions = descriptionsAt(contract.document, this.#mediaType, place);
    return textInDescribedForm(descriptions.join(" "), generator.unique());
  }

  /** The example of the document at a place, if the value there begins with it. */
  #exampleAt(place: string): Json | undefined {
    const example = keywordAt(this.#context.contract.document, this.#mediaType, place, "example");
    const value = valueAt(this.#body, place);
    const isOrigin = typeof example === "string" && typeof value === "string" && value.startsWith(example);
    return isOrigin && value !== example ? example : undefined;
  }

  /** Another value that the constraint of a place allows; undefined if the target stated none. */
  #fittingAt(place: string): Json | undefined {
    const constraint = this.#rejected.stated?.get(place);
    return constraint && fittingValue(this.#context, place, constraint, valueAt(this.#body, place));
  }

  /**
   * The places that a rejection names. One that it names by its path, and whose value it repeats or misses, is certain.
   * Other fields are named beside it in the text that explains it.
   */
  #placesNamedIn(said: Json, text: string): string[] {
    const exact = namedPlaces(said, this.#places).filter(
      (place) => !this.#rejected.changes.values.has(place) || valueAt(this.#body, place) !== undefined,
    );
    const isCertain = (place: string) => valueAt(this.#body, place) === undefined || this.#hasValueIn(place, text);
    if (exact.length > 0 && exact.every(isCertain)) return exact;
    const shown = this.#places.filter((place) => this.#hasValueIn(place, text));
    if (exact.length > 0) return this.#places.filter((place) => exact.includes(place) || shown.includes(place));
    const names = new Set(namedFields(said, this.#places.map(nameAt)));
    const named = this.#places.filter((place) => names.has(nameAt(place)) || shown.includes(place));
    return named.length > 0 || !MISSES.test(text)
      ? named
      : this.#places.filter((place) => namesKind(text, this.#fieldAt(place)));
  }

  /** The body with the least that the document allows at a place where the server demands a value. */
  #withLeastAt(body: Json, at: string): Json {
    const value = valueAt(body, at);
    if (Array.isArray(value))
      return value.reduce<Json>((least, _, index) => this.#withLeastAt(least, pointerTo(at, index)), body);
    if (!isObject(value)) return body;
    let least = body;
    for (const name of Object.keys(value)) {
      const place = pointerTo(at, name);
      least = this.#firstValid(least, place, [undefined]) ?? this.#withLeastAt(least, place);
    }
    // A server that demands an object has a use for some of its members.
    const left = valueAt(least, at);
    return isObject(left) && Object.keys(left).length === 0 ? body : least;
  }

  /** Whether a message names a text of the body by its value. */
  #hasValueIn(place: string, text: string): boolean {
    const value = valueAt(this.#body, place);
    return typeof value === "string" && value.length >= MIN_NAMED_VALUE && text.includes(value);
  }

  /** Bodies that have one alone of some fields. */
  async #withOneOf(places: readonly string[]): Promise<Json[]> {
    const other = this.#otherBody();
    const bodies: Json[] = [];
    for (const kept of places) {
      const value =
        (await this.#rejected.referenceFor(this.#fieldAt(kept))) ?? valueAt(this.#body, kept) ?? valueAt(other, kept);
      const having = value === undefined ? undefined : this.#firstValid(this.#body, kept, [value]);
      if (having === undefined) continue;
      const rest = places.filter((place) => place !== kept);
      bodies.push(rest.reduce((body, place) => this.#firstValid(body, place, [undefined]) ?? body, having));
    }
    return bodies;
  }

  /**
   * A body with all properties, whose values are not those of the document. An example may name what does not exist.
   */
  #otherBody(): Json | undefined {
    const options = { direction: "request", optional: "all", documented: false } as const;
    const made = valuesOf(this.#context).value(this.#mediaType, options);
    return "value" in made ? made.value : undefined;
  }

  /** A body without the optional values that can only be meant to identify something, except for those that were changed. */
  #withoutReferences(body: Json): Json {
    const isReference = (value: Json | undefined) => typeof value === "string" && kindOfReference(value) !== undefined;
    const places = this.#places.filter(
      (place) => !this.#rejected.changes.values.has(place) && isReference(valueAt(body, place)),
    );
    return places.reduce((value, place) => this.#firstValid(value, place, [undefined]) ?? value, body);
  }

  /** A body with the first value at a place that the document allows there. Undefined if it allows none of them. */
  #firstValid(body: Json, place: string, choices: readonly (Json | undefined)[]): Json | undefined {
    for (const choice of choices) {
      // An identifier may be a number in one place, and a text in another.
      const forms = typeof choice === "number" ? [choice, String(choice)] : [choice, asNumber(choice)];
      for (const form of new Set(forms)) {
        const changed = withValue(body, place, form);
        const isValid = changed !== undefined && valuesOf(this.#context).isValid(this.#mediaType, changed, "request");
        if (isValid) return changed;
      }
    }
    return undefined;
  }
}

function asNumber(value: Json | undefined): Json | undefined {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/**
 * The letters and digits of a text that has separators as well. Most servers accept a name of this form. Undefined for any
 * other value.
 */
function wordOf(value: Json | undefined): Json | undefined {
  if (typeof value !== "string" || !/^[a-z]\w*[ _-][\w -]*$/i.test(value) || isUuid(value)) return undefined;
  return value.replace(/[^a-z\d]/gi, "");
}

/** The name of the field that has a value, or the list of values: `users` of `/users/0`. */
function fieldAt(place: string): string {
  return pointerNames(place).findLast((name) => !/^\d+$/.test(name)) ?? "";
}

function nameAt(place: string): string {
  return pointerNames(place).at(-1) ?? "";
}

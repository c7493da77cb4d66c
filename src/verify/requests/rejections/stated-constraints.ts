import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { areReasons, namedFields, namedPlaces } from "#statements/named-fields.js";
import { plainName } from "#statements/names.js";
import type { Constraint } from "../../model/test-case/constraint.js";
import { constraintInMember, constraintInText } from "./phrases.js";

/** Members that repeat what was sent, or lead to a page about the error. */
const REPEATED = /^(input|value|rejected_?value|received|target|url|timestamp|status(_?code)?)$/i;

/** Members that have a message of the whole error, where they are a text. */
const MESSAGE = /^(message|msg|error|detail|title|description|reason|code|type)$/i;

/** Members of an error that explain it: they state constraints of the same field. */
const EXPLAINING = /^(ctx|context|params|attributes|constraints|meta)$/i;

/** Where a message begins with the place that it is about: "body/age must be", `"name" is required`. */
const SUBJECT = /^["'`]?(?:(?:body|query|querystring|params|headers)[/.])?([\w.[\]/-]+?)["'`]?[:,]?\s/;

/**
 * The constraints that a rejection states, by the places of a request that they are about. They are read by their form. An
 * error names fields, and frameworks have phrases and members that state what a value must be.
 *
 * @param body of the response: its JSON, or its text
 * @param places JSON pointers that the request may have, the outer ones first
 */
export function statedConstraints(body: Json, places: readonly string[]): Map<string, Constraint> {
  const reading = new Reading(places);
  reading.visit(body, []);
  return reading.found;
}

class Reading {
  readonly found = new Map<string, Constraint>();
  readonly #places: readonly string[];
  readonly #byName = new Map<string, string>();

  constructor(places: readonly string[]) {
    this.#places = places;
    for (const place of places) {
      const name = plainName(nameAt(place));
      if (!this.#byName.has(name)) this.#byName.set(name, place);
    }
  }

  /** @param about the places that an error around the value is about */
  visit(value: Json, about: readonly string[]): void {
    if (typeof value === "string") for (const line of value.split(/\n|; |, (?=body\b)/)) this.#readText(line, about);
    else if (Array.isArray(value)) for (const item of value) this.visit(item, about);
    else if (isObject(value)) this.#readError(value, about);
  }

  #readError(error: JsonObject, around: readonly string[]): void {
    const named = namedPlaces(withoutParts(error), this.#places);
    const about = named.length > 0 ? named : around;
    const isInclusive = error.inclusive !== false;
    for (const [name, member] of Object.entries(error)) {
      if (REPEATED.test(name)) continue;
      if (about.length > 0) this.#add(about, constraintInMember(name, member, isInclusive));
      const isOfError = EXPLAINING.test(name) || (typeof member === "string" && MESSAGE.test(name));
      const own = isOfError ? undefined : this.#byName.get(plainName(name));
      // Members such as `message` are fields only where the error names no other one.
      this.visit(member, own !== undefined && named.length === 0 ? [own] : about);
    }
  }

  #readText(text: string, around: readonly string[]): void {
    const constraint = constraintInText(text);
    if (Object.keys(constraint).length === 0) return;
    const subject = SUBJECT.exec(text)?.[1];
    const begun = subject === undefined ? [] : namedPlaces({ path: subject }, this.#places);
    if (begun.length > 0) this.#add(begun, constraint);
    else if (around.length > 0) this.#add(around, constraint);
    else {
      const names = namedFields(text, this.#places.map(nameAt));
      const places = this.#places.filter((place) => names.includes(nameAt(place)));
      // Of several fields, the text may state it for each, or for none.
      if (places.length === 1) this.#add(places, constraint);
    }
  }

  #add(places: readonly string[], constraint: Constraint): void {
    if (Object.keys(constraint).length === 0) return;
    for (const place of places) this.found.set(place, { ...this.found.get(place), ...constraint });
  }
}

/** The members of an error that are texts, or lists of the parts of a path. Lists of reasons have fields of their own. */
function withoutParts(error: JsonObject): JsonObject {
  const isPart = (value: Json) => typeof value !== "object";
  return Object.fromEntries(
    Object.entries(error).filter(
      ([, value]) => isPart(value) || (Array.isArray(value) && value.every(isPart) && !areReasons(value)),
    ),
  );
}

function nameAt(place: string): string {
  return pointerNames(place).at(-1) ?? "";
}

import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import { isMomentOfServer, isOfLastChange, isTimestamp } from "#statements/moments.js";
import { isNamedBy, verbOf } from "#statements/resources/actions.js";
import { asShown, sentPlace, shownName, withShownNames } from "#statements/resources/described-names.js";
import { hasKeyword, keywordAt } from "#statements/schema-fields.js";
import { isNamedCount } from "#statements/totals.js";
import { between } from "#values/random/randomness.js";
import type { Values } from "#values/values.js";
import { type Family, kindOf, type StatedDocument } from "./family.js";
import { isOfState, statedMembers } from "./stated-members.js";
import { admits, fieldsAt, type View, viewsOf } from "./view.js";

/** The facts of an engine by which resources are made. */
interface Facts {
  /** A moment in milliseconds, which only grows. */
  now(): number;
  /** The fields in which a resource shows those below it. A new one has none. */
  embeddedIn(family: Family): readonly string[];
}

/** Makes the values of resources: those that clients do not send, and those that only the server sets. */
export class ResourceMaker {
  readonly #stated: StatedDocument;
  readonly values: Values;
  readonly #facts: Facts;
  readonly #views = new Map<Family, View[]>();
  readonly #writable = new Map<Family, WritableField[]>();
  readonly #members = new Map<Family, Map<string, readonly string[]>>();

  constructor(stated: StatedDocument, values: Values, facts: Facts) {
    this.#stated = stated;
    this.values = values;
    this.#facts = facts;
  }

  /** How the responses of a family show its resources. */
  viewsOf(family: Family): readonly View[] {
    const known = this.#views.get(family) ?? viewsOf(this.#stated, family);
    this.#views.set(family, known);
    return known;
  }

  /** The names of the fields that responses show. A member of them is not an envelope. */
  shape(family: Family): JsonObject {
    const fields = this.viewsOf(family).flatMap((view) => view.fields);
    return Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  /** A body of a request with the names of the fields that responses show. */
  named(family: Family, body: Json): Json {
    return isObject(body) ? withShownNames(body, Object.keys(this.shape(family)), kindOf(family)) : body;
  }

  /** A sent resource as responses show it, also in its parts. */
  asShown(family: Family, sent: JsonObject): JsonObject {
    return asObject(asShown(this.#stated.document, sent, this.viewsOf(family), kindOf(family)));
  }

  /** A resource with generated values in the fields that a response requires and that it lacks. */
  completed(family: Family, value: JsonObject): JsonObject {
    const required = this.viewsOf(family).flatMap(({ fields }) => fields.filter(({ isRequired }) => isRequired));
    const lacking = required.flatMap(({ name }) => (value[name] === undefined ? [name] : []));
    if (lacking.length === 0) return value;
    const made = this.created(family, undefined);
    return {
      ...Object.fromEntries(lacking.flatMap((name) => (name in made ? [[name, made[name] ?? null]] : []))),
      ...value,
    };
  }

  /**
   * A new resource: what was sent, defaults, and generated values for what clients cannot send.
   *
   * @param sent the fields of the request; undefined for a resource that no request made
   * @param at the moment of its creation, in milliseconds since 1970 (default: now)
   */
  created(family: Family, sent: JsonObject | undefined, at = this.#facts.now()): JsonObject {
    const generated = this.generated(family);
    const made: JsonObject = {};
    const writable = this.#writableOf(family);
    const moment = new Date(at);
    for (const [name, value] of Object.entries(generated)) {
      const field = settable(writable, name);
      const served = sent ? this.#atFirst(family, name, value) : value;
      const kept = field && sent ? this.#unsent(field, served) : momentIn(name, served, moment);
      if (kept !== undefined) made[name] = kept;
    }
    const defaults = sent ? this.defaults(family) : {};
    const none = sent ? this.#facts.embeddedIn(family).map((name): [string, Json] => [name, []]) : [];
    return { ...made, ...defaults, ...Object.fromEntries(none), ...(sent && this.received(family, sent)) };
  }

  /** The documented defaults of the fields that clients may set. */
  defaults(family: Family): JsonObject {
    return Object.fromEntries(
      this.#writableOf(family).flatMap(({ name, initial, isReadOnly }): [string, Json][] =>
        initial === undefined || isReadOnly ? [] : [[name, initial]],
      ),
    );
  }

  /**
   * A resource whose fields are replaced. Those that only the server sets stay, and others that were not sent are as at
   * first.
   */
  replaced(family: Family, before: JsonObject, sent: JsonObject): JsonObject {
    const writable = this.#writableOf(family);
    const kept = Object.entries(before).flatMap(([name, value]): [string, Json][] => {
      const field = settable(writable, name);
      const left = field ? this.#unsent(field, value) : value;
      return left === undefined ? [] : [[name, left]];
    });
    return this.touched({ ...Object.fromEntries(kept), ...this.received(family, sent) });
  }

  /** A resource with the moment of its last change. */
  touched(value: JsonObject): JsonObject {
    const moment = new Date(this.#facts.now());
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, isOfLastChange(name) ? written(field, moment) : field]),
    );
  }

  /**
   * A field that the server sets in a new resource. Nothing is counted yet, no action has been done, and its state is the first
   * one. A documented default counts before all.
   */
  #atFirst(family: Family, name: string, value: Json): Json {
    const { document } = this.#stated;
    const places = this.viewsOf(family).map(({ content, at }) => ({ content, at: pointerTo(at, name) }));
    const initial = places.map(({ content, at }) => keywordAt(document, content, at, "default"));
    const [state] = typeof value === "string" && isOfState(name) ? this.membersOf(family, name) : [];
    const isCount = typeof value === "number" && isNamedCount(name);
    const undone = isDoneBy(family, name) ? [typeof value === "boolean" ? false : null] : [];
    const candidates = [...initial, ...(isCount ? [0] : []), ...undone, state];
    const first = candidates.find((candidate) => candidate !== undefined && this.admits(family, name, candidate));
    return first === undefined ? value : first;
  }

  /**
   * A field that the client did not send. It is its default, null or nothing where responses allow it, or else the given
   * value.
   */
  #unsent({ initial, isRequired, isNullable }: WritableField, value: Json): Json | undefined {
    if (initial !== undefined) return initial;
    if (!isRequired) return undefined;
    return isNullable ? null : value;
  }

  /**
   * The fields of a request that clients may set. Members that responses require and requests do not have are added: the `id` of
   * each item of an order.
   *
   * @param before the resource that is changed
   */
  received(family: Family, sent: JsonObject, before: JsonObject = {}): JsonObject {
    const { validator } = this.#stated;
    const readOnly = this.#writableOf(family).flatMap(({ name, isReadOnly }) => (isReadOnly ? [name] : []));
    const fields = this.viewsOf(family).flatMap((view) => view.fields);
    return Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
        if (readOnly.includes(name)) return [];
        const isPlain = typeof value !== "object" || value === null;
        const isShown = fields.every((field) => field.name !== name || admits(validator, field, value));
        if (isPlain || isShown) return [[name, value]];
        return [[name, combined(value, before[name], () => this.generated(family)[name])]];
      }),
    );
  }

  /** Generated values of all views, those of the first one before others. */
  generated(family: Family): JsonObject {
    const generated: JsonObject = {};
    for (const { content, at } of this.viewsOf(family).toReversed()) {
      const made = this.values.value(content, { lifelike: true, documented: false });
      const value = "value" in made ? valueAt(made.value, at) : undefined;
      if (isObject(value)) Object.assign(generated, value);
    }
    for (const [name, value] of Object.entries(generated)) {
      const members = typeof value === "string" ? this.membersOf(family, name) : [];
      if (members.length === 0 || members.includes(String(value))) continue;
      const member = members[between(this.values.randomness, 0, members.length - 1)] ?? value;
      if (this.admits(family, name, member)) generated[name] = member;
    }
    return generated;
  }

  /** The texts that the document lists for a field. */
  membersOf(family: Family, name: string): readonly string[] {
    const known = this.#members.get(family) ?? new Map<string, readonly string[]>();
    this.#members.set(family, known);
    const members = known.get(name) ?? statedMembers(this.#stated.document, family, this.viewsOf(family), name);
    known.set(name, members);
    return members;
  }

  /** Whether responses may show a value in a field. */
  admits(family: Family, name: string, value: Json): boolean {
    const fields = this.viewsOf(family).flatMap((view) => view.fields.filter((field) => field.name === name));
    return fields.every((field) => admits(this.#stated.validator, field, value));
  }

  /** The fields that requests set, and those that they must not set. */
  #writableOf(family: Family): readonly WritableField[] {
    const known = this.#writable.get(family) ?? this.#findWritable(family);
    this.#writable.set(family, known);
    return known;
  }

  #findWritable(family: Family): WritableField[] {
    const { document } = this.#stated;
    const views = this.viewsOf(family);
    const known = Object.keys(this.shape(family));
    const shownAs = (name: string) => shownName(name, known, kindOf(family)) ?? name;
    const fields = new Map<string, WritableField>();
    for (const operation of [family.create, family.replace, family.update]) {
      for (const content of operation?.requestBody?.content ?? []) {
        const at = sentPlace(document, content, known, kindOf(family));
        const settable = fieldsAt(document, content, at, "readOnly").map(({ name }) => name);
        for (const { name: sent } of fieldsAt(document, content, at, "writeOnly")) {
          const name = shownAs(sent);
          if (fields.has(name)) continue;
          const shown = views.map((view) => ({ view, place: pointerTo(view.at, name) }));
          const isRequired = views.some((view) => view.fields.some((field) => field.name === name && field.isRequired));
          const isNullable = shown.every(({ view, place }) =>
            hasKeyword(document, view.content, place, "type", ["null"]),
          );
          const initial = [
            keywordAt(document, content, pointerTo(at, sent), "default"),
            ...shown.map(({ view, place }) => keywordAt(document, view.content, place, "default")),
          ].find((value) => value !== undefined);
          fields.set(name, { name, initial, isRequired, isNullable, isReadOnly: !settable.includes(sent) });
        }
      }
    }
    return [...fields.values()];
  }
}

/** A field that clients may send. */
interface WritableField {
  name: string;
  /** Its default. */
  initial: Json | undefined;
  /** Whether a response requires it. */
  isRequired: boolean;
  isNullable: boolean;
  /** Whether requests must not set it, although their schema has it. */
  isReadOnly: boolean;
}

/** How deep the parts of a sent value are completed. */
const MAX_DEPTH = 5;

/** A sent value with the parts of another one that it lacks. Each item of a list gets new ones. */
function combined(sent: Json, sample: Json | undefined, fresh: () => Json | undefined, depth = 0): Json {
  if (depth > MAX_DEPTH) return sent;
  const other = sample ?? fresh();
  if (Array.isArray(sent)) {
    const itemOf = () => asList(fresh())[0];
    return sent.map((item) => combined(item, undefined, itemOf, depth + 1));
  }
  if (!isObject(sent) || !isObject(other)) return sent;
  const members = Object.entries(sent).map(([name, value]): [string, Json] => [
    name,
    combined(value, other[name], () => asObject(fresh())[name], depth + 1),
  ]);
  return { ...other, ...Object.fromEntries(members) };
}

/** Whether a field says that an action was done: `favorited` of `POST /articles/{id}/favorite`. */
function isDoneBy({ resource }: Family, name: string): boolean {
  return (resource?.nested ?? []).some((action) => {
    const verb = isSafe(action) ? undefined : verbOf(action);
    return verb !== undefined && isNamedBy(verb, name);
  });
}

function settable(fields: readonly WritableField[], name: string): WritableField | undefined {
  return fields.find((field) => field.name === name && !field.isReadOnly);
}

/** The moment of the creation in the fields that have it. */
function momentIn(name: string, value: Json, moment: Date): Json {
  return isMomentOfServer(name) ? written(value, moment) : value;
}

/** A moment in the form of another value. */
function written(value: Json, moment: Date): Json {
  if (isTimestamp(value)) return moment.toISOString();
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)) return moment.toISOString().slice(0, 10);
  if (typeof value !== "number") return value;
  return value > 1e11 ? moment.getTime() : Math.floor(moment.getTime() / 1000);
}

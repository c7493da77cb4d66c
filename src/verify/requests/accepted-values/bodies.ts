import { isForm } from "#http/media-type.js";
import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { type Edge, edgesOf } from "#values/edges.js";
import type { Described } from "#values/values.js";
import { GENERATED, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { canCarry } from "../form-as-read.js";
import { generatedMediaType, valuesOf } from "../generated-parts.js";
import { successExample } from "../known-values.js";
import { type AllowedValue, valueInWords } from "./allowed-value.js";

const BODY = "/body";

/** The documented values of the parts of a request body. */
export function bodyValues(context: RequestContext, usual: RequestSpec): AllowedValue[] {
  const values = valuesOf(context);
  const mediaType = generatedMediaType(usual.operation);
  const described = mediaType && describedBody(usual.operation, mediaType);
  const { bases, edges } = described ? edgesOf(values, described, { direction: "request" }) : { bases: [], edges: [] };
  const full = bases.at(-1);
  if (!mediaType || full === undefined) return [];
  return new Bodies(context, usual, mediaType, full).valuesAt(edges);
}

/** The bodies of an operation that differ from its usual one in one part. */
class Bodies {
  readonly #context: RequestContext;
  readonly #usual: RequestSpec;
  readonly #mediaType: MediaType;
  readonly #full: Json;
  readonly #place: string;

  /** @param full a body with every optional field */
  constructor(context: RequestContext, usual: RequestSpec, mediaType: MediaType, full: Json) {
    this.#context = context;
    this.#usual = usual;
    this.#mediaType = mediaType;
    this.#full = full;
    this.#place = usual.operation.requestBody?.pointer ?? usual.operation.pointer;
  }

  valuesAt(edges: readonly Edge[]): AllowedValue[] {
    const changes = changesOf(edges, this.#bodyOf(this.#usual), this.#full);
    const found = new Map<string, AllowedValue>();
    for (const change of changes) found.set(`${change.at} ${jsonText(change.value)}`, this.#changed(change));
    return [...this.#withoutBody(), ...this.#withoutOptional(changes), ...found.values()];
  }

  #changed({ place, at, value, isPresence: _, ...words }: Change): AllowedValue {
    const name = pointerNames(at).join(".");
    const withOther = (another: Json) => this.#changed({ ...valueInWords(name, another), place, at, value: another });
    const facts = {
      ...words,
      place,
      permission: "allowed" as const,
      whole: this.#place,
      isAbsence: value === undefined,
      ...(value === undefined ? {} : { value, withOther }),
    };
    const apply = (request: RequestSpec) =>
      this.#withBody(request, withPart(this.#bodyOf(request), this.#full, at, value));
    if (apply(this.#usual)) return { ...facts, part: BODY + at, apply };
    // Some values fit only the schema of `oneOf` or `anyOf` that the usual body does not have.
    const whole = withValue(this.#full, at, value);
    return { ...facts, part: BODY, apply: (request) => this.#withBody(request, whole) };
  }

  /** The body without all of its optional fields. */
  #withoutOptional(changes: readonly Change[]): AllowedValue[] {
    const absences = changes.filter(({ value }) => value === undefined);
    const fewest = absences.reduce<Json | undefined>(
      (body, { at }) => body && withValue(body, at, undefined),
      this.#bodyOf(this.#usual),
    );
    const apply = (request: RequestSpec) => this.#withBody(request, fewest);
    const facts = { what: "a body without optional fields", place: this.#mediaType.schemaPointer, whole: this.#place };
    return absences.length > 1 ? [{ ...facts, permission: "allowed", part: BODY, apply }] : [];
  }

  /** No body, where none is required. */
  #withoutBody(): AllowedValue[] {
    const { operation, body } = this.#usual;
    if (operation.requestBody?.required || body === undefined) return [];
    const facts = { what: "a request without its optional body", place: this.#place, whole: this.#place };
    const apply = (request: RequestSpec) => ({ ...request, body: undefined });
    return [{ ...facts, permission: "allowed", part: BODY, apply }];
  }

  #bodyOf(request: RequestSpec): Json {
    return structuredBody(request) ?? this.#full;
  }

  /** The request with a body; undefined if the document does not allow the body. */
  #withBody(request: RequestSpec, value: Json | undefined): RequestSpec | undefined {
    if (value === undefined || !this.#isAllowed(value)) return undefined;
    return { ...request, body: { type: this.#mediaType.name, value, source: GENERATED } };
  }

  #isAllowed(value: Json): boolean {
    if (isForm(this.#mediaType.name) && !canCarry(this.#context.contract, this.#mediaType, value)) return false;
    return valuesOf(this.#context).isValid(this.#mediaType, value, "request");
  }
}

/** The schema with the example of a success alone: other examples may be those of rejections. */
function describedBody(operation: Operation, { schemaPointer, name }: MediaType): Described {
  const example = successExample(operation);
  const body = example?.body?.mediaType.name === name ? example.body : undefined;
  return { schemaPointer, examples: { named: new Map(), fallback: body?.value } };
}

/** A change of one part of a body. Undefined as the value removes the part. */
interface Change extends Pick<AllowedValue, "what" | "plain" | "isMember"> {
  place: string;
  /** JSON pointer to the part. */
  at: string;
  value: Json | undefined;
  /** Whether an optional field is added or removed. */
  isPresence?: boolean;
}

/**
 * The edges as changes of the usual body. First it gets the optional fields that it lacks, and loses those that it has. So
 * one request has all of these changes.
 */
function changesOf(edges: readonly Edge[], usual: Json, full: Json): Change[] {
  const changes = edges.flatMap(({ label, place, at, value, absent, isAlone, isMember }): Change[] => {
    if (isAlone) return [];
    if (absent === undefined) return [{ what: label, place, at, value, ...(isMember ? { isMember } : {}) }];
    const property = pointerTo(at, absent);
    if (valueAt(usual, property) !== undefined)
      return [{ what: at === "" ? `a body ${label}` : label, place, at: property, value: undefined, isPresence: true }];
    const added = valueAt(full, property);
    const what = `a body with ${pointerNames(property).join(".")}`;
    return added === undefined ? [] : [{ what, place, at: property, value: added, isPresence: true }];
  });
  return changes.toSorted((one, other) => Number(other.isPresence ?? false) - Number(one.isPresence ?? false));
}

/** A copy with another value of a part. If the value has no place for the part, the whole around it is that of another value. */
function withPart(base: Json, fallback: Json, at: string, value: Json | undefined): Json | undefined {
  const names = pointerNames(at);
  for (let depth = names.length; depth > 0; depth -= 1) {
    const around = pointerTo("", ...names.slice(0, depth));
    const grafted = depth === names.length ? base : withValue(base, around, valueAt(fallback, around));
    const changed = grafted === undefined ? undefined : withValue(grafted, at, value);
    if (changed !== undefined) return changed;
  }
  return names.length === 0 ? value : undefined;
}

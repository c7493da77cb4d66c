import { isObject, type Json } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Entries } from "#statements/resources/entries.js";
import { membersAt, propertiesAt } from "#statements/schema-fields.js";
import { type BodySpec, bodyMediaType } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { generatedBody, valuesOf } from "./generated-parts.js";
import { UNIQUE_LENGTH } from "./generated-values.js";

/** A body that gives an entry a value. */
export interface EntryBody {
  /** Undefined where the operation has none. */
  body: BodySpec | undefined;
  /** The value that the entry has afterwards. Undefined if the body does not say it, or entries have no values. */
  value: Json | undefined;
}

/**
 * A body that adds an entry, or sets it. It is `{ "name": "value" }`, a list of the name, or has the value alone.
 *
 * @param last the value that the entry has, which the new one differs from
 * @returns undefined if the schema allows no such body
 */
export function entryBody(
  context: RequestContext,
  { add, replace }: Pick<Entries, "add" | "replace">,
  operation: Operation,
  name: string,
  last?: Json,
): EntryBody | undefined {
  const made = generatedBody(context, operation, "all");
  const mediaType = made && bodyMediaType(operation, made);
  if (!made || !mediaType || !("value" in made)) return made ? undefined : { body: undefined, value: undefined };
  const isValid = (value: Json) => valuesOf(context).isValid(mediaType, value, "request");
  const { document } = context.contract;
  const ofAll = [add, replace].find((change) => change?.operation === operation);
  if (ofAll?.shape === "list") {
    return isValid([name]) ? { body: { ...made, value: [name] }, value: undefined } : undefined;
  }
  const declared = propertiesAt(document, mediaType, "");
  const [only, ...others] = isObject(made.value) ? Object.keys(made.value) : [];
  const isMap = isObject(made.value) && (ofAll !== undefined || declared.length === 0);
  const field = isMap ? name : others.length === 0 ? only : undefined;
  const known = isObject(made.value) ? made.value[only ?? ""] : made.value;
  const bodyWith = (value: Json): Json => (field === undefined ? value : { [field]: value });
  const members = field === undefined ? [] : membersAt(document, mediaType, pointerTo("", field));
  const value = [...valuesLike(context, known), ...members].find((own) => own !== last && isValid(bodyWith(own)));
  if (value !== undefined) return { body: { ...made, value: bodyWith(value) }, value };
  return isMap ? undefined : { body: made, value: undefined };
}

/** Values of the kind of another one. A text is new, so a response shows whose it is. */
function valuesLike({ generator }: RequestContext, known: Json | undefined): Json[] {
  if (typeof known === "string") return [`v${generator.unique(UNIQUE_LENGTH)}`, known];
  if (typeof known === "boolean") return [known, !known];
  if (typeof known === "number") return [known, known + 1];
  return [`v${generator.unique(UNIQUE_LENGTH)}`];
}

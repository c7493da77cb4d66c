import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { shortened } from "#verify/model/shortened.js";
import { operationsAt, type PartName, partAt } from "./part-name.js";

/** A change of one place, without a judgment. */
export interface PlainChange {
  /** `added`, `removed`, `modified`. */
  kind: string;
  /** JSON pointer to the place, in the revision that has it. */
  place: string;
  /** The field of the part at the place that changed; undefined for the whole part. `key` is its own name. */
  property: string | undefined;
  was: OpenApiDocument;
  is: OpenApiDocument;
}

/** A change in a sentence that names the part as people call it: ``New schema: `Team`.`` */
export function changeSentence({ kind, place, property, was, is }: PlainChange): string {
  const [first, second] = kind === "added" ? [is, was] : [was, is];
  const document = valueAt(first, place) === undefined ? second : first;
  const { part, keyword } = partAt(document, place);
  const field = property === "key" ? undefined : (keyword ?? property);
  const changed = kind === "modified" ? "changed" : kind;
  if (!part) return `\`${field ?? property ?? place}\` was ${changed}.`;
  if (field !== undefined) return `\`${field}\` of the ${part.kind} ${part.name} was ${changed}.`;
  if (kind === "added") return newPart(document, place, part);
  return `The ${part.kind} ${part.name} was ${property === "key" ? "renamed" : changed}.`;
}

function newPart(document: OpenApiDocument, place: string, part: PartName): string {
  const operations = part.kind === "path" ? operationsAt(document, place) : [];
  if (operations.length === 0) return `New ${part.kind}: ${part.name}.`;
  return `New operation${operations.length > 1 ? "s" : ""}: ${operations.map(({ name }) => name).join(", ")}.`;
}

/** The longest value that is shown as a whole, in characters. */
const MAX_SHOWN = 120;

/** A value for a reader: a text, a number, or a list of them; undefined for a whole part of the document, which has a name. */
export function shownValue(value: Json | undefined): string | undefined {
  if (value === undefined || isObject(value)) return undefined;
  if (!Array.isArray(value)) return shortened(JSON.stringify(value), MAX_SHOWN);
  if (value.some((item) => typeof item === "object")) return undefined;
  return shortened(value.map((item) => JSON.stringify(item)).join(", "), MAX_SHOWN);
}

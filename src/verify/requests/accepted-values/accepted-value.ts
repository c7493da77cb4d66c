import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import { shortened } from "#verify/model/shortened.js";

/** A documented value of one part of a request. */
export interface AcceptedValue {
  /** In words: `limit maximum 100`, `notes null`. */
  what: string;
  /** JSON pointer to the constraint, or to the part, in the document. */
  place: string;
  /** JSON pointer to the whole parameter or request body in the document. */
  whole: string;
  /** The part, as a JSON pointer: `/query/limit`, `/body/guest/name`. */
  part: string;
  /** The value; undefined for an absence, or for a whole body. */
  value?: Json;
  /** The same part with another value, which need not be documented: `apply` decides. */
  withOther?(value: Json): AcceptedValue;
  /** Whether it is the absence of an optional field that the usual request has. */
  isAbsence?: boolean;
  /** Puts the value into a request. Returns undefined if the document does not allow it there. */
  apply(request: RequestSpec): RequestSpec | undefined;
}

/** The most characters of a value in words. */
const MOST_SHOWN = 40;

/** A value in words. */
export function shownValue(value: Json): string {
  const text = jsonText(value);
  return shortened(text, MOST_SHOWN);
}

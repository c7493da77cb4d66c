import type { Json } from "#openapi/document/document.js";
import { shownValue } from "#verify/model/shortened.js";
import type { Variation } from "../variation.js";

/** A value that the document allows in one part of a request. */
export interface AllowedValue extends Variation {
  permission: "allowed";
  /** JSON pointer to the constraint, or to the part, in the document. */
  place: string;
  /** JSON pointer to the whole parameter or request body in the document. */
  whole: string;
  /** The value; undefined for an absence, or for a whole body. */
  value?: Json;
  /** The same part with another value, which need not be documented: `apply` decides. */
  withOther?(value: Json): AllowedValue;
  /** Whether it is one of a closed set: a boolean, or a member of an enum. */
  isMember?: true;
  /** Whether it is the absence of an optional field that the usual request has. */
  isAbsence?: boolean;
}

/** A part with its value in words, and with a sign in place of the value. */
export function valueInWords(name: string, value: Json): Required<Pick<Variation, "what" | "plain">> {
  return { what: `${name} ${shownValue(value)}`, plain: `${name} …` };
}

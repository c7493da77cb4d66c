import type { Json } from "#openapi/document/document.js";
import type { Expectation } from "../request/expectation.js";

/** A part of the behavior of a list that a server may have wrong on its own. */
export type ListFeature =
  | "page size"
  | "default page size"
  | "cursor"
  | "backward cursor"
  | "more items"
  | "items"
  | "order"
  | "filter";

/**
 * The thing that a finding is about, as data. Findings about the same thing have one cause, wherever they were made; reports
 * word the cause by it.
 */
export interface About {
  /** The kind of response that was expected. */
  wanted?: Expectation["kind"];
  /** Why it was expected, as part of a sentence. */
  why?: string;
  /** Whether the reason names an example of the document, and is not a clause. */
  isExample?: true;
  /** The documented statuses, or media types: `404`, `200 or 201`. */
  documented?: string;
  /** The part of the request that the server has to reject, or that it cannot know. */
  fault?: Expectation["fault"];
  /** The part of the path that the run invented, so that perhaps nothing has it. */
  invented?: string;
  /** The media type of the response, without its parameters; empty without one. */
  mediaType?: string;
  /** Whether the request left out its body, which the document calls optional. */
  lacksBody?: true;
  /** Whether no response shows what became of the invalid value. */
  isHidden?: true;
  header?: string;
  /** The fields of the body, by their last names; an empty name for the whole body. */
  fields?: readonly string[];
  /** The keyword of JSON Schema that the value violates. */
  keyword?: string;
  /** The value of that keyword. */
  constraint?: Json;
  /** The fields of earlier responses that it depends on. They identify a resource, or hold the items of a list. */
  foundBy?: readonly string[];
  list?: ListFeature;
  /** Ids of the requirements that the expectation names. */
  requirements?: readonly string[];
  /** The id of the operation that shows whether a resource exists. */
  shownBy?: string;
  /** JSON pointer to the invalid part of the body, with `*` for items of lists. */
  at?: string;
  /** The id of the operation whose effect does not show. */
  effectOf?: string;
}

/** Whether the request must be rejected: on purpose, or because it names what does not exist. */
export function mustReject({ wanted, fault }: Pick<About, "wanted" | "fault">): boolean {
  return wanted === "rejection" || wanted === "not-found" || (wanted === "response" && fault !== undefined);
}

import type { Expectation } from "../request/expectation.js";

/** A part of the behavior of a list that a server may have wrong on its own. */
export type ListFeature = "page size" | "default page size" | "cursor" | "more items" | "items" | "order" | "filter";

/**
 * The thing that a finding is about, as data. Findings about the same thing have one cause, wherever they were made; reports
 * word the cause by it.
 */
export interface About {
  /** The kind of response that was expected. */
  wanted?: Expectation["kind"];
  /** Why it was expected, as part of a sentence. */
  why?: string;
  /** The part of the request that the server has to reject, or that it cannot know. */
  fault?: Expectation["fault"];
  /** The media type of the response, without its parameters; empty without one. */
  mediaType?: string;
  header?: string;
  /** The fields of the body, by their last names; an empty name for the whole body. */
  fields?: readonly string[];
  /** The fields whose values were sent to find a resource. */
  foundBy?: readonly string[];
  list?: ListFeature;
  /** The id of the operation whose effect does not show. */
  effectOf?: string;
}

import type { Json, Schema } from "./document.js";

/** The methods that a Path Item may have (OpenAPI 3.1, 4.8.9). */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
export type Method = (typeof METHODS)[number];

/** Where a parameter is sent (OpenAPI 3.1, 4.8.12.1). */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** The styles that a parameter may be written in (OpenAPI 3.1, 4.8.12.3). */
export const STYLES = ["deepObject", "form", "label", "matrix", "pipeDelimited", "simple", "spaceDelimited"] as const;

/** What the document says of one operation, its references followed. `pointer`s tell where each part stands. */
export interface Operation {
  /** The operationId; without one, the method and the path. */
  id: string;
  operationId: string | undefined;
  method: Method;
  path: string;
  pointer: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** `x-stability-level`, for example `beta`. */
  stability: string | undefined;
  parameters: Parameter[];
  requestBody: RequestBody | undefined;
  responses: DocumentedResponse[];
  /** Alternatives, each a set of security schemes by name; an empty set admits everyone. */
  security: string[][];
  /** `x-pagination`: how the list is paged. */
  pagination: Pagination | undefined;
  /** `x-mutually-exclusive`: groups of query parameters of which a request may carry one. */
  mutuallyExclusive: string[][];
}

export interface Parameter {
  name: string;
  in: ParameterLocation;
  required: boolean;
  description: string;
  deprecated: boolean;
  schema: Schema | undefined;
  schemaPointer: string;
  /** The media type, for a parameter that is described by `content`. */
  mediaType: string | undefined;
  style: string;
  explode: boolean;
  allowReserved: boolean;
  examples: Examples;
  /** `x-identifies`: JSON pointers into a successful body; the value that was sent comes back at one of them. */
  identifies: string[];
  pointer: string;
}

export interface RequestBody {
  required: boolean;
  description: string;
  content: MediaType[];
  pointer: string;
}

export interface MediaType {
  /** As the document writes it, ranges like `text/*` included. */
  name: string;
  schema: Schema | undefined;
  schemaPointer: string;
  examples: Examples;
  pointer: string;
}

export interface DocumentedResponse {
  /** `404`, `4XX` or `default`. */
  status: string;
  description: string;
  content: MediaType[];
  headers: ResponseHeader[];
  /** `x-examples`: keys of the examples that a response without content answers. */
  exampleKeys: string[];
  pointer: string;
}

export interface ResponseHeader {
  name: string;
  required: boolean;
  schema: Schema | undefined;
  schemaPointer: string;
  pointer: string;
}

/** Named examples by key, and the one without a name, which serves for every key. */
export interface Examples {
  named: ReadonlyMap<string, Json>;
  fallback: Json | undefined;
}

/** How a list is paged, as `x-pagination` declares it. Pointers are JSON pointers (RFC 6901). */
export interface Pagination {
  /** Pointer to the items in the body. */
  items: string;
  /** Pointer to a boolean in the body: more items exist beyond this page. */
  hasMore: string | undefined;
  /** The parameter that sets the size of a page. */
  pageSize: string | undefined;
  forward: Cursor;
  backward: Cursor | undefined;
}

/** A parameter that leads to another page, and where its value is found on this one. */
export interface Cursor {
  parameter: string;
  /** Pointer into the last item (going forward) or the first (going back). */
  item: string | undefined;
  /** Pointer into the body; no value there means that there are no more pages. */
  body: string | undefined;
}

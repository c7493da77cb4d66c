import type { Json, Schema } from "../document/document.js";
import type { OwnServer } from "./own-server.js";

/** The methods that are fields of a Path Item (OpenAPI 3.2, 4.9). */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** The location of a parameter (OpenAPI 3.1, 4.8.12.1). */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** Whether a parameter may be in a place, or be the whole query string (OpenAPI 3.2, 4.12.1). */
export function isParameterLocation(place: unknown): place is ParameterLocation | "querystring" {
  return place === "path" || place === "query" || place === "querystring" || place === "header" || place === "cookie";
}

/**
 * The styles of serialization that a parameter may have (OpenAPI 3.1, 4.8.12.3). `querystring` stands for a parameter that is
 * the whole query string (OpenAPI 3.2, 4.12.1), in its media type.
 */
export const STYLES = [
  ...(["deepObject", "form", "label", "matrix"] as const),
  ...(["pipeDelimited", "querystring", "simple", "spaceDelimited"] as const),
] as const;

/** One operation of a document, its references resolved. Each `pointer` is the place of a part in the document. */
export interface Operation {
  /** The operationId, or the method and the path if it has none. */
  id: string;
  operationId: string | undefined;
  /** In lower case: one of `METHODS`, or another one of `additionalOperations` (OpenAPI 3.2, 4.9). */
  method: string;
  /** Its place among the resources: where the document writes another one, that is `writtenPath`. */
  path: string;
  /** The path that is sent, if it is another one (default: `path`). */
  writtenPath?: string;
  pointer: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** `x-stability-level`, for example `beta`. */
  stability: string | undefined;
  parameters: Parameter[];
  /** Undefined also for methods whose requests have no content. */
  requestBody: RequestBody | undefined;
  responses: DocumentedResponse[];
  /** Alternatives, each a set of security schemes by name; an empty set requires no credentials. */
  security: string[][];
  /** Undefined where the servers of the document count. */
  server?: OwnServer | undefined;
  /** How the list is paged, as `x-pagination` or `x-numbered-pages` states. */
  paging: Paging | undefined;
  /** `x-mutually-exclusive`: groups of query parameters of which a request may have only one. */
  mutuallyExclusive: string[][];
}

/** The path of an operation as the document writes it, and as requests have it. */
export function writtenPath(operation: Pick<Operation, "path" | "writtenPath">): string {
  return operation.writtenPath ?? operation.path;
}

export interface Parameter {
  name: string;
  in: ParameterLocation;
  required: boolean;
  description: string;
  deprecated: boolean;
  schema: Schema | undefined;
  schemaPointer: string;
  /** The media type of a parameter that has `content` in place of `schema`. */
  mediaType: string | undefined;
  style: string;
  explode: boolean;
  allowReserved: boolean;
  examples: Examples;
  /** `x-identifies`: JSON pointers into the body of a success, which returns the value at one of them. */
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
  /** As in the document, which may have a range such as `text/*`. */
  name: string;
  schema: Schema | undefined;
  schemaPointer: string;
  /** The schema of each item of a sequence (`itemSchema`, OpenAPI 3.2, 4.14.1). */
  itemSchema: Schema | undefined;
  itemSchemaPointer: string;
  examples: Examples;
  /** How the fields of a form are serialized, by name. */
  encoding: Readonly<Record<string, FieldEncoding>>;
  pointer: string;
}

/** The serialization of a field (Encoding Object, OpenAPI 3.1, 4.8.15). With a style, its media type is ignored. */
export interface FieldEncoding {
  style?: (typeof STYLES)[number];
  explode?: boolean;
  contentType?: string;
  /** Whether its values, or the items of its list, are files. They have a file name (RFC 7578, 4.2). */
  isFile?: true;
}

export interface DocumentedResponse {
  /** `404`, `4XX` or `default`. */
  status: string;
  description: string;
  /** Empty where HTTP forbids content, whatever the document has. */
  content: MediaType[];
  headers: ResponseHeader[];
  /** `x-examples`: keys of the examples to which a response without content belongs. */
  exampleKeys: string[];
  pointer: string;
}

export interface ResponseHeader {
  name: string;
  required: boolean;
  /** The media type of a header that has `content` in place of `schema`. */
  mediaType: string | undefined;
  /** Whether the members of an object are written as `name=value`. */
  explode: boolean;
  schema: Schema | undefined;
  schemaPointer: string;
  examples: Examples;
  pointer: string;
}

/** Named examples by key, and the unnamed one, which stands for every key. */
export interface Examples {
  named: ReadonlyMap<string, Json>;
  fallback: Json | undefined;
}

/** How a list is read page by page: an extension states it, or names of parameters and fields suggest it. */
export interface Paging {
  basis: "stated" | "inferred";
  /** The place of the extension; that of the operation without one. */
  pointer: string;
  /** JSON pointer (RFC 6901) to the items in the body. */
  items: string;
  /** JSON pointer to a boolean in the body, which is true if there are more pages. */
  hasMore: string | undefined;
  /** The parameter that sets the size of a page. */
  pageSize: Parameter | undefined;
  next: PageStep | undefined;
  previous: PageStep | undefined;
}

/** How another page is requested. `src/statements/paging/kinds/` has the kinds. */
export interface PageStep {
  /** The name of the kind. */
  kind: string;
  /** The parameter that requests the page; undefined if an address does. */
  parameter?: Parameter | undefined;
  /** JSON pointer to the value that requests the page: in an item, or in the body. */
  pointer?: string | undefined;
  /** The number of the first page. */
  first?: number | undefined;
}

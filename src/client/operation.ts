import type { PlacedCredentials } from "../http/credentials.js";
import type { ParameterStyle, RequestContent } from "../http/serialize.js";
import type { Direction, Follow, StepFacts } from "../statements/paging/page-kind.js";
import type { AnyInput } from "./input.js";
import type { AnyResult } from "./result.js";

/** A part of a body. */
export type Chunk = Uint8Array<ArrayBuffer>;

/** Reads and writes JSON. */
export interface JsonCodec {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** The text between the items of lists, by the names of parameters. With null as without one, each item has the name again. */
export type Joints = Readonly<Record<string, string | null>>;

/** The media types of a text, of an object or list, and of a file. The first is the default of the others. */
export type FieldTypes = readonly string[];

/** How fields of a form are written, by name. A field has a joint if it has a style. */
export type FormWriting = Readonly<Record<string, { joint?: string | null; types?: FieldTypes }>>;

/** The facts of an operation that the client needs at run time. Generated from the contract. */
export interface OperationDescriptor {
  /** As it is sent. */
  method: string;
  path: string;
  /**
   * The documented media types by status or range, and by `default` for other errors. The list is empty for a body that is not
   * described.
   */
  responses: Readonly<Record<string, readonly string[]>>;
  /** Whether a redirect is a success, because the contract documents no other. */
  redirects?: true;
  /** The header `Accept` (default: JSON). */
  accept?: string;
  /** The media type of a request body that names none (default: JSON). */
  body?: string;
  /** How the fields of forms are written, by media type. */
  encoding?: Readonly<Record<string, FormWriting>>;
  /** Parameters that do not have the default style of their location, by location and name: `query.tags`. */
  styles?: Readonly<Record<string, ParameterStyle>>;
  /**
   * The text between the items of lists in the query, by the names of the parameters. Without one, each item has the name
   * again. It is `[]` for the style `deepObject`.
   */
  joints?: Joints;
  /** Whether the caller reads the body of a success. */
  isStreamed?: boolean;
  /** The server of the operation, if the base URL is one of those of the document. Another base URL, as of a mock, is kept. */
  server?: { url: string; instead: readonly string[] };
  /** Alternatives, each a set of keys by the names of their schemes. */
  security?: readonly (readonly string[])[];
  /** Named only by operations that need it, so that pages do not contain it otherwise. */
  extras?: Extras;
}

/** How the body of a response is read. */
export interface Reading {
  /** The media types that are admitted; undefined if the status is not documented. */
  types: readonly string[] | undefined;
  /** The one that was received; undefined for any other. */
  type: string | undefined;
  /** Reads a body that is not JSON, perhaps later. */
  read?: ((chunks: Chunk[]) => unknown) | undefined;
}

/** The parts of the client that an operation needs, named by generated code: a page contains no others. */
export interface Extras {
  /** @throws Error for a parameter that is missing, or that would lead to another path */
  path?(operation: OperationDescriptor, values: Record<string, unknown>): string;
  query?(values: Record<string, unknown>, operation: Pick<OperationDescriptor, "joints" | "styles">): string;
  /** The media type of a body, by a documented key that is a range or a list. */
  mediaType?(body: unknown, key: string): string;
  /** Serializes the body, and adds its media type to the headers; null for none. */
  body?(operation: OperationDescriptor, input: AnyInput, headers: Headers): RequestContent | null;
  /** Parts of requests that change nothing. */
  safe?: SafeExtras;
  /** The result of a request that may have been sent before, and got these statuses. One of them may say that it was passed on. */
  certain?(result: AnyResult, call: string, former: string): AnyResult;
  /** How a response is read where other types than JSON are documented. */
  choose?(
    documented: readonly string[] | undefined,
    header: string | null,
    accept: string | undefined,
    extras: Extras,
  ): Reading;
  /** How a body that is not JSON is read, by its documented media type and its header. */
  read?(type: string, header: string): NonNullable<Reading["read"]>;
  /** JSON of bodies, if numbers of 64 bits keep their digits. */
  json?: JsonCodec;
  /** The base URL, if the operation has a server of its own. */
  base?(operation: OperationDescriptor, base: string): string;
  /** Header parameters. */
  header?(operation: OperationDescriptor, input: AnyInput): [name: string, value: string][];
  /** The header `Cookie`, with cookie parameters and keys. */
  cookie?(operation: OperationDescriptor, input: AnyInput, keys: PlacedCredentials): [name: string, value: string][];
}

/** Parts of requests that change nothing. */
export interface SafeExtras {
  /** Sends a request, and follows redirects. */
  follow(
    request: Request,
    fetch: (request: Request) => Promise<Response>,
    operation: OperationDescriptor,
  ): Promise<Response>;
  /** The wait before a request is sent again after a result, in milliseconds; undefined if the result is final. */
  backOff(result: AnyResult, count: number): number | undefined;
}

/** The paging of a list, as the contract states it or its names suggest. Each JSON pointer is split into its names. */
export interface PagingDescriptor {
  items: readonly string[];
  hasMore?: readonly string[];
  forward: StepDescriptor;
  backward?: StepDescriptor;
  /** The direction of an input, if the list has steps back by another parameter. */
  turn?(input: AnyInput, paging: PagingDescriptor): Direction;
  /** The input with other parameters, if they are sent in another place than the query. */
  change?(input: AnyInput, paging: PagingDescriptor, parameters: Record<string, unknown>): AnyInput;
  /** Whether a page is beyond the last one, if pages are counted. */
  isLast?(result: AnyResult, paging: PagingDescriptor, isSeen: (value: unknown) => boolean, isFirst: boolean): boolean;
}

/** A step to another page, and the function of its kind that reads it from a page. */
export interface StepDescriptor extends StepFacts {
  by: Follow;
}

import type { PlacedCredentials } from "../http/credentials.js";
import type { FormEncoding, ParameterStyle, RequestContent, Styles } from "../http/serialize.js";
import type { Follow, StepFacts } from "../statements/paging/page-kind.js";
import type { AnyInput } from "./input.js";

/** A part of a body. */
export type Chunk = Uint8Array<ArrayBuffer>;

/** Reads and writes JSON. */
export interface JsonCodec {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** The facts of an operation that the client needs at run time. Generated from the contract. */
export interface OperationDescriptor {
  /** In lower case. */
  method: string;
  path: string;
  /** The documented media types by status, range or `default`; an empty list for a body that is not described. */
  responses: Readonly<Record<string, readonly string[]>>;
  /** The header `Accept` (default: any media type). */
  accept?: string;
  /** The media types of the request body, the default first. */
  body?: readonly string[];
  /** How the fields of forms are serialized, by media type. */
  encoding?: Readonly<Record<string, FormEncoding>>;
  /** Parameters that do not have the default style of their location, by location and name: `query.tags`. */
  styles?: Readonly<Record<string, ParameterStyle>>;
  /** Whether the caller reads the body of a success. */
  isStreamed?: boolean;
  /** The server of the operation, if the base URL is one of those of the document. Another base URL, as of a mock, is kept. */
  server?: { url: string; instead: readonly string[] };
  /** Alternatives, each a set of security schemes by name. */
  security?: readonly (readonly string[])[];
  /** Named only by operations that need it, so that pages do not contain it otherwise. */
  extras?: Extras;
}

/**
 * The parts that few operations have. Without them, parameters are texts, numbers, dates or lists of them, and bodies are JSON.
 */
export interface Extras {
  path?(template: string, values: Record<string, unknown>, styles?: Styles): string;
  query?(values: Record<string, unknown>, styles?: Styles): string;
  /** The media type of a body, by a documented key that is a range or a list. */
  mediaType?(body: unknown, key: string): string;
  /** A body that may be another one than JSON. */
  body?(operation: OperationDescriptor, body: unknown, mediaType: string): RequestContent;
  /** The body of a response that is not JSON, by its documented media type and its header `Content-Type`. */
  read?(chunks: Chunk[], documented: string, header: string): unknown;
  /** JSON of bodies, if numbers of 64 bits keep their digits. */
  json?: JsonCodec;
  /** Header parameters. */
  header?(operation: OperationDescriptor, input: AnyInput): Record<string, string>;
  /** The header `Cookie`, with cookie parameters and keys. */
  cookie?(operation: OperationDescriptor, input: AnyInput, keys: PlacedCredentials): Record<string, string>;
}

/** The paging of a list, as the contract states it or its names suggest. Each JSON pointer is split into its names. */
export interface PagingDescriptor {
  items: readonly string[];
  hasMore?: readonly string[];
  forward: StepDescriptor;
  backward?: StepDescriptor;
}

/** A step to another page, and the function of its kind that reads it from a page. */
export interface StepDescriptor extends StepFacts {
  by: Follow;
}

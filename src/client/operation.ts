import type { ParameterStyle } from "../http/serialize.js";

/** What the client needs to know of an operation at run time. Generated from the contract. */
export interface OperationDescriptor {
  method: "delete" | "get" | "head" | "options" | "patch" | "post" | "put" | "trace";
  path: string;
  /** The documented media types of each documented status, range or `default`; none where a body is not described. */
  responses: Readonly<Record<string, readonly string[]>>;
  /** The media types of the request body, the one to send by default first. */
  body?: readonly string[];
  /** Parameters that are not written in the default style of their place, by place and name: `query.tags`. */
  styles?: Readonly<Record<string, ParameterStyle>>;
  /** Alternatives, each a set of security schemes by name. */
  security?: readonly (readonly string[])[];
}

/** How a list is paged, as the contract declares it; each pointer split into its names. */
export interface PagingDescriptor {
  items: readonly string[];
  hasMore?: readonly string[];
  forward: CursorDescriptor;
  backward?: CursorDescriptor;
}

/** A query parameter that leads to another page, and where its value stands: in an item, or in the body. */
export interface CursorDescriptor {
  parameter: string;
  item?: readonly string[];
  body?: readonly string[];
}

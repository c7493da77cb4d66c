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

/** How a parameter is written (OpenAPI 3.1, 4.8.12.3). */
export interface ParameterStyle {
  style?: "deepObject" | "form" | "label" | "matrix" | "pipeDelimited" | "simple" | "spaceDelimited";
  explode?: boolean;
  allowReserved?: boolean;
  /** The value is written as JSON, for a parameter described by `content`. */
  json?: boolean;
}

/** How a key is sent (Security Scheme Object, OpenAPI 3.1, 4.8.27). */
export type SecurityScheme =
  | { type: "basic" }
  | { type: "bearer" }
  | { type: "apiKey"; in: "cookie" | "header" | "query"; name: string };

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

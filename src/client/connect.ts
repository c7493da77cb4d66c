import type { KeyPlacer } from "../http/credentials.js";
import type { Input } from "./input.js";
import type { Middleware } from "./middleware.js";
import type { PagingDescriptor } from "./operation.js";
import type { CallOptions, ClientOptions, LoadValidation } from "./options.js";
import type { Accepts, Data, DataOf, ErrorOf, KeysOf, Result, ResultOf } from "./result.js";
import { type Send, sender } from "./sending/send.js";

// Interfaces, because TypeScript resolves their members when they are used: a document may have a thousand operations.

/** A function that calls one operation. It never rejects: the result is a success, an error or a failure. */
export type Call<Operation, In = Input<Operation>> = (
  ...args: Arguments<In>
) => Promise<Result<DataOf<Operation>, ErrorOf<Operation>, KeysOf<Operation>>>;

/** The same for an operation whose successes have several media types. A call may ask for one of them. */
export interface ChoosingCall<Operation, In = Input<Operation>> extends Call<Operation, In> {
  <Accepted extends Accepts<Operation>>(
    input: Accepting<In, Accepted>,
    options?: CallOptions,
  ): Promise<ResultOf<Operation, Accepted>>;
}

/** An input that asks for a media type. */
export type Accepting<In, Accepted> = (string extends keyof In ? unknown : In) & { accept: Accepted };

/** A call of a list, with iterators over its pages and items. The iterators throw a `CallFailure` if a call fails. */
export interface PagedCall<Operation, ItemsAt extends readonly string[], In = Input<Operation>>
  extends Call<Operation, In> {
  /** All pages, from the requested one to the end of the list. */
  pages(...args: Arguments<In>): AsyncGenerator<Data<Operation>, void>;
  /** All items, from the requested page to the end of the list. */
  items(...args: Arguments<In>): AsyncGenerator<ItemOf<Data<Operation>, ItemsAt>, void>;
  /** How the contract declares the paging. */
  readonly paging: PagingDescriptor;
}

/** The input is optional if nothing in it is required. */
export type Arguments<In> =
  Record<never, never> extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions];

/** Fields around the items may be optional, and a body one of several. */
export type ItemOf<Body, Names extends readonly unknown[]> = Body extends unknown
  ? Names extends readonly [infer First, ...infer Rest]
    ? First extends keyof Body
      ? ItemOf<Body[First], Rest>
      : never
    : Body extends readonly (infer Item)[]
      ? Item
      : never
  : never;

/** Adds and removes middleware of openapi-fetch, which runs for every request of a client, retries included. */
export interface MiddlewareList {
  /** Adds middleware. The first one sees a request first, and its response last. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
}

/** Sends the requests of all operations to one server. */
export interface Connection extends MiddlewareList {
  readonly send: Send;
}

/** Connects to a server. */
export function connect(
  options: ClientOptions,
  placers: Readonly<Record<string, KeyPlacer>>,
  loadValidation: LoadValidation,
): Connection {
  let middleware: Middleware[] = [];
  return {
    send: sender(options, placers, () => middleware, loadValidation),
    use(...added) {
      middleware.push(...added);
    },
    eject(...removed) {
      middleware = middleware.filter((added) => !removed.includes(added));
    },
  };
}

/**
 * The function of an operation for one connection, with its iterators. Generated code states its type.
 *
 * @param single the function that gets the connection first
 */
export function bound<Function>(connection: Connection, single: object): Function;
export function bound(connection: Connection, single: object): unknown {
  const members = Object.entries(single).map(([name, member]) => [name, boundMember(connection, member)]);
  return Object.assign(Object(boundMember(connection, single)), Object.fromEntries(members));
}

/** A function without its first parameter; any other value as it is. */
function boundMember(connection: Connection, member: unknown): unknown {
  return typeof member === "function" ? (...args: unknown[]): unknown => member(connection, ...args) : member;
}

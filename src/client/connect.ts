import { isSafe } from "../openapi/operations/methods.js";
import type { SecurityScheme } from "../openapi/operations/security.js";
import type { AnyInput, Input } from "./input.js";
import type { Middleware } from "./middleware.js";
import type { Extras, OperationDescriptor, PagingDescriptor } from "./operation.js";
import type { CallOptions, ClientOptions, LoadValidation } from "./options.js";
import { items, pages } from "./paging/pages.js";
import type { Accepts, Data, DataOf, ErrorOf, KeysOf, Result, ResultOf } from "./result.js";
import { sendWithinOrigin } from "./sending/redirect.js";
import { jsonBody, plainPath, plainQuery } from "./sending/request.js";
import { certainDeletion, isTransient } from "./sending/retry.js";
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
  schemes: Readonly<Record<string, SecurityScheme>>,
  loadValidation: LoadValidation,
): Connection {
  const middleware: Middleware[] = [];
  return {
    send: sender(options, schemes, middleware, loadValidation),
    use: (...added) => void middleware.push(...added),
    eject(...removed) {
      middleware.splice(0, Infinity, ...middleware.filter((added) => !removed.includes(added)));
    },
  };
}

/** Makes the calls of a client from the descriptors of the operations. */
interface Calls {
  call<Function>(operation: OperationDescriptor): Function;
  pagedCall<Function>(operation: OperationDescriptor, paging: PagingDescriptor): Function;
}

/** The parts that most operations need. Functions of operations name theirs, so that a page has no others. */
const USUAL: Extras = { path: plainPath, query: plainQuery, body: jsonBody };
const OF_METHODS: Readonly<Record<string, Extras>> = { delete: { certain: certainDeletion } };
const SAFE: Extras = { follow: sendWithinOrigin, isTransient };

/** Sends requests of a client, whose operations name only parts that are not usual. */
export function withUsualParts({ send }: Connection): Send {
  return (operation, ...args) => {
    const ofMethod = isSafe(operation) ? SAFE : OF_METHODS[operation.method];
    return send({ ...operation, extras: { ...USUAL, ...ofMethod, ...operation.extras } }, ...args);
  };
}

/** Makes the calls of a client over a connection. */
export function callsOf(connection: Connection): Calls {
  const send = withUsualParts(connection);
  // The generated code has the types of the calls. `verify` checks that server and types agree.
  function call<Function>(operation: OperationDescriptor): Function;
  function call(operation: OperationDescriptor): unknown {
    return (input?: AnyInput, callOptions?: CallOptions) => send(operation, input, callOptions);
  }
  function pagedCall<Function>(operation: OperationDescriptor, paging: PagingDescriptor): Function;
  function pagedCall(operation: OperationDescriptor, paging: PagingDescriptor): unknown {
    const single = (input?: AnyInput, callOptions?: CallOptions) => send(operation, input, callOptions);
    const allPages = (input?: AnyInput, callOptions?: CallOptions) =>
      pages((page) => single(page, callOptions), operation, paging, input);
    const allItems = (input?: AnyInput, callOptions?: CallOptions) => items(allPages(input, callOptions), paging);
    return Object.assign(single, { pages: allPages, items: allItems, paging });
  }
  return { call, pagedCall };
}

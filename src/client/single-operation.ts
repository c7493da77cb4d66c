import type { Accepting, Arguments, Connection, ItemOf } from "./connect.js";
import type { AnyInput, Input } from "./input.js";
import type { OperationDescriptor, PagingDescriptor } from "./operation.js";
import type { CallOptions } from "./options.js";
import { items, pages } from "./paging/pages.js";
import type { Accepts, Data, DataOf, ErrorOf, KeysOf, Result, ResultOf } from "./result.js";

// Each function of an operation stands alone, so that a page has only those that it imports.

/** A function that calls one operation over a connection. */
export type SingleCall<Operation, In = Input<Operation>> = (
  connection: Connection,
  ...args: Arguments<In>
) => Promise<Result<DataOf<Operation>, ErrorOf<Operation>, KeysOf<Operation>>>;

/** The same for an operation whose successes have several media types. */
export interface SingleChoosingCall<Operation, In = Input<Operation>> extends SingleCall<Operation, In> {
  <Accepted extends Accepts<Operation>>(
    connection: Connection,
    input: Accepting<In, Accepted>,
    options?: CallOptions,
  ): Promise<ResultOf<Operation, Accepted>>;
}

/** A function that calls a list over a connection, with iterators over its pages and items. */
export interface SinglePagedCall<Operation, ItemsAt extends readonly string[], In = Input<Operation>>
  extends SingleCall<Operation, In> {
  pages(connection: Connection, ...args: Arguments<In>): AsyncGenerator<Data<Operation>, void>;
  items(connection: Connection, ...args: Arguments<In>): AsyncGenerator<ItemOf<Data<Operation>, ItemsAt>, void>;
}

// The generated code has the types of the functions. `verify` checks that server and types agree.

/** Makes the function of an operation. */
export function singleCall<Function>(operation: OperationDescriptor): Function;
export function singleCall(operation: OperationDescriptor): unknown {
  return ({ send }: Connection, input?: AnyInput, options?: CallOptions) => send(operation, input, options);
}

/** Makes the function of a list. */
export function singlePagedCall<Function>(operation: OperationDescriptor, paging: PagingDescriptor): Function;
export function singlePagedCall(operation: OperationDescriptor, paging: PagingDescriptor): unknown {
  const single = ({ send }: Connection, input?: AnyInput, options?: CallOptions) => send(operation, input, options);
  const allPages = (connection: Connection, input?: AnyInput, options?: CallOptions) =>
    pages((page) => single(connection, page, options), operation, paging, input);
  const allItems = (...args: Parameters<typeof allPages>) => items(allPages(...args), paging);
  return Object.assign(single, { pages: allPages, items: allItems, paging });
}

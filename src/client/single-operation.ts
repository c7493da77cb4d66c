import type { Call, Connection, PagedCall } from "./connect.js";
import type { AnyInput, Input } from "./input.js";
import type { OperationDescriptor, PagingDescriptor } from "./operation.js";
import type { CallOptions } from "./options.js";
import { items, pages } from "./paging/pages.js";

// Each function of an operation stands alone, so that a page has only those that it imports.

/** The same function with a connection before its arguments. */
export type Over<Function> = Function extends (...args: infer Arguments) => infer Out
  ? (connection: Connection, ...args: Arguments) => Out
  : never;

/** A function that calls one operation over a connection. */
export type SingleCall<Operation, In = Input<Operation>> = Over<Call<Operation, In>>;

/** A function that calls a list over a connection, with iterators over its pages and items. */
export type SinglePagedCall<Operation, ItemsAt extends readonly string[], In = Input<Operation>> = SingleCall<
  Operation,
  In
> & {
  pages: Over<PagedCall<Operation, ItemsAt, In>["pages"]>;
  items: Over<PagedCall<Operation, ItemsAt, In>["items"]>;
};

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
  const allItems = (connection: Connection, input?: AnyInput, options?: CallOptions) =>
    items(allPages(connection, input, options), paging);
  return Object.assign(single, { pages: allPages, items: allItems });
}

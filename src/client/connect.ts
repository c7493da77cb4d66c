import { placeCredentials } from "../http/credentials.js";
import { serializeQuery } from "../http/serialize.js";
import type { SecurityScheme } from "../openapi/security.js";
import { failed, readAnswer } from "./answer.js";
import { CallFailure } from "./failure.js";
import type { AnyInput, Input } from "./input.js";
import type { OperationDescriptor, PagingDescriptor } from "./operation.js";
import type { CallOptions, ClientOptions } from "./options.js";
import { items, pages } from "./pages.js";
import { bodyOf, headersOf, reason, unlessAborted, unmade, writtenPath } from "./request.js";
import { type AnyResult, type Data, type Result, withoutQuery } from "./result.js";

/** A function that calls one operation. It never rejects: whatever goes wrong is in the result. */
export type Call<Operation, In = Input<Operation>> = Taking<In, Promise<Result<Operation>>>;

/** A call of a list, with iterators over its pages and items; these throw a `CallFailure` where a call would fail. */
export type PagedCall<Operation, ItemsAt extends readonly string[], In = Input<Operation>> = Call<Operation, In> & {
  /** Every page, from the one asked for to the end. */
  pages: Taking<In, AsyncGenerator<Data<Operation>, void>>;
  /** Every item, from the page asked for to the end. */
  items: Taking<In, AsyncGenerator<ItemOf<Data<Operation>, ItemsAt>, void>>;
};

/** The input may be left out where nothing in it is required. */
type Taking<In, Out> =
  Record<never, never> extends In
    ? (input?: In, options?: CallOptions) => Out
    : (input: In, options?: CallOptions) => Out;

type ItemOf<Body, Names extends readonly unknown[]> = Names extends readonly [infer First, ...infer Rest]
  ? First extends keyof Body
    ? ItemOf<Body[First], Rest>
    : never
  : Body extends readonly (infer Item)[]
    ? Item
    : never;

/** Makes the calls of a client from what the contract says of each operation. */
export interface Connection {
  call<Operation, In = Input<Operation>>(operation: OperationDescriptor): Call<Operation, In>;
  pagedCall<Operation, ItemsAt extends readonly string[], In = Input<Operation>>(
    operation: OperationDescriptor,
    paging: PagingDescriptor,
  ): PagedCall<Operation, ItemsAt, In>;
}

/** The longest a call may take unless told otherwise, in milliseconds. */
const TIMEOUT = 30_000;

/** The longest that timers can wait, in milliseconds: a larger number would end at once. */
const LONGEST = 2 ** 31 - 1;

/** Connects a generated client to a server. */
export function connect(options: ClientOptions, schemes: Readonly<Record<string, SecurityScheme>>): Connection {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const shownUrl = withoutQuery(baseUrl);
  const { apiKey } = options;
  // A key that is there already is not waited for.
  const fetchesKeys = (typeof apiKey === "object" ? Object.values(apiKey) : [apiKey]).some(isFunction);

  async function send(
    operation: OperationDescriptor,
    input: AnyInput = {},
    call: CallOptions = {},
  ): Promise<AnyResult> {
    const { method, path, styles } = operation;
    const verb = method.toUpperCase();
    const written = writtenPath(operation, input.path ?? {});
    if ("problem" in written) return failed(new CallFailure("InvalidParameter", `${verb} ${path}`, written.problem));

    const where = `${verb} ${shownUrl}${written.path}`;
    const limit = call.timeout ?? options.timeout ?? TIMEOUT;
    // Not AbortSignal.timeout: its timer would live on for half a minute after each call.
    const timeout = limit > 0 && limit !== Infinity ? new AbortController() : undefined;
    const timer = timeout && setTimeout(() => timeout.abort(tookTooLong()), Math.min(limit, LONGEST));
    const signals = [call.signal, timeout?.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    let sent = false;
    try {
      signal?.throwIfAborted();
      const placing = placeCredentials(operation.security ?? [], schemes, options.apiKey);
      const keys = await (fetchesKeys ? unlessAborted(placing, signal) : placing);
      const body = bodyOf(operation, input);
      const query = serializeQuery({ ...input.query, ...keys.query }, styles);
      const request = new Request(baseUrl + written.path + (query && `?${query}`), {
        method: verb,
        headers: headersOf(operation, input, keys, body, [options.headers, call.headers]),
        body: body ? body.content : null,
        signal: signal ?? null,
      });
      sent = true;
      // Looked up at each call: tests replace the global fetch after clients are made.
      return await readAnswer(operation, where, await (options.fetch ?? globalThis.fetch)(request));
    } catch (cause) {
      if (call.signal?.aborted) return failed(new CallFailure("AbortFailure", where, "was aborted.", { cause }));
      if (timeout?.signal.aborted) {
        return failed(new CallFailure("TimeoutFailure", where, `took longer than ${limit} ms.`, { cause }));
      }
      if (!sent) return failed(new CallFailure("InvalidRequest", where, unmade(cause)));
      return failed(new CallFailure("NetworkFailure", where, `brought no answer: ${reason(cause)}.`, { cause }));
    } finally {
      clearTimeout(timer);
    }
  }

  // The overloads are where what a server sends gets its type, unchecked: that the two agree is what `verify` proves.
  function call<Operation, In>(operation: OperationDescriptor): Call<Operation, In>;
  function call(operation: OperationDescriptor): unknown {
    return (input?: AnyInput, options?: CallOptions) => send(operation, input, options);
  }
  function pagedCall<Operation, ItemsAt extends readonly string[], In>(
    operation: OperationDescriptor,
    paging: PagingDescriptor,
  ): PagedCall<Operation, ItemsAt, In>;
  function pagedCall(operation: OperationDescriptor, paging: PagingDescriptor): unknown {
    const once = (input?: AnyInput, options?: CallOptions) => send(operation, input, options);
    const walk = (input?: AnyInput, options?: CallOptions) =>
      pages((each) => once(each, options), operation, paging, input);
    const each = (input?: AnyInput, options?: CallOptions) => items(walk(input, options), paging.items);
    return Object.assign(once, { pages: walk, items: each });
  }
  return { call, pagedCall };
}

function isFunction(key: unknown): boolean {
  return typeof key === "function";
}

/** What AbortSignal.timeout aborts with. */
function tookTooLong(): DOMException {
  return new DOMException("The operation was aborted due to timeout", "TimeoutError");
}

import { type PlacedCredentials, placeCredentials } from "#http/credentials.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import { CallFailure, type FailureDetails, type FailureName } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { Middleware, Progress } from "../middleware.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions, ClientOptions, LoadValidation } from "../options.js";
import { type AnyResult, withoutQuery } from "../result.js";
import { problemOf, unknownPart } from "./arguments.js";
import { failed, readResponse } from "./response.js";
import { withRetries } from "./retry.js";
import { sendOnce } from "./send-once.js";
import { timeLimit, unlessAborted } from "./time-limit.js";

/** The default time limit of a call, in milliseconds. */
const TIMEOUT = 30_000;

/** The default number of retries. */
const RETRIES = 2;

/** The part that failed after the request was built, in words. */
const PROBLEMS: Record<Exclude<Progress["stage"], "InvalidRequest">, string> = {
  NetworkFailure: "no response",
  MiddlewareFailure: "a middleware failed",
  InvalidResponse: "could not be validated",
};

/** Sends the request of any operation and reads its response. */
export type Send = (operation: OperationDescriptor, input?: AnyInput, call?: CallOptions) => Promise<AnyResult>;

/**
 * Makes the function that sends all requests of a client. It never rejects; the result has the failure.
 *
 * @param options others than those of `ClientOptions` are an error: untyped code may have misspelt one
 * @param middleware runs for every request; the list may change later
 * @param loadValidation for the option `validate: true`
 */
export function sender(
  options: ClientOptions,
  schemes: Readonly<Record<string, SecurityScheme>>,
  middleware: readonly Middleware[],
  loadValidation: LoadValidation,
): Send {
  const { baseUrl, apiKey, fetch: _, headers: __, timeout, retry, redirect: ___, validate, ...init } = options ?? {};
  const wrongClient =
    problemOf("createClient has", init, retry) ?? (typeof baseUrl === "string" ? "" : "createClient needs `baseUrl`.");
  if (wrongClient) throw new TypeError(wrongClient);
  const load = validate === true ? loadValidation : validate;
  const base = baseUrl.replace(/\/$/, "");
  return async (operation, input = {}, call = {}) => {
    const { method, path: template, server, security = [], extras = {} } = operation;
    const {
      signal,
      headers: _,
      timeout: limited,
      retry: again,
      middleware: __,
      fetch: ___,
      redirect: ____,
      ...others
    } = call;
    const url = server?.instead.includes(base) ? server.url : base;
    let shown = `${method.toUpperCase()} ${template}`;
    const fail = (name: FailureName, message: string, details?: FailureDetails) =>
      failed(new CallFailure(name, shown, message, details));
    const part = unknownPart(input, extras);
    const wrong = part ? `the parameters have no \`${part}\`.` : problemOf("the options have", others, again);
    if (wrong) return fail("InvalidRequest", wrong);
    let path = template;
    try {
      path = extras.path?.(operation, input.path ?? {}) ?? path;
    } catch (error) {
      return fail("InvalidParameter", reason(error));
    }
    shown = `${method.toUpperCase()} ${withoutQuery(url)}${path}`;
    const milliseconds = firstNumber(limited, timeout, TIMEOUT);
    const limit = timeLimit(milliseconds, signal);
    const placed = () => placeCredentials(security, schemes, apiKey);
    let keys: PlacedCredentials | undefined;
    // Only functions take time. A key that is a value is used at once.
    let mayRefresh = apiKey !== undefined && typeof apiKey !== "string";

    const exchange = async (progress: Progress): Promise<AnyResult> => {
      keys ??= await placed();
      limit.signal.throwIfAborted();
      const response = await sendOnce(
        operation,
        input,
        [url, path],
        keys,
        [options, call],
        middleware,
        limit.signal,
        progress,
      );
      progress.stage = "NetworkFailure";
      const read = await readResponse(operation, shown, response, limit.signal, input.accept);
      progress.stage = "InvalidResponse";
      const result = load ? (await load()).validated(read, operation, shown) : read;
      if (response.status !== 401 || !mayRefresh) return result;
      mayRefresh = false;
      progress.stage = "InvalidRequest";
      const former = JSON.stringify(keys);
      keys = await placed();
      return JSON.stringify(keys) === former ? result : exchange(progress);
    };
    const attempt = async (): Promise<AnyResult> => {
      const progress: Progress = { stage: "InvalidRequest" };
      try {
        // Functions of the user may wait for something that the signal does not end.
        return await unlessAborted(exchange(progress), limit.signal);
      } catch (cause) {
        if (signal?.aborted) return fail("AbortFailure", "was aborted.", { cause });
        if (limit.signal.aborted) return fail("TimeoutFailure", `took longer than ${milliseconds} ms.`, { cause });
        const { stage } = progress;
        // The platform's error message is left out, because it may contain the key.
        if (stage === "InvalidRequest") return fail(stage, "could not be built. Check URL, headers, key and input.");
        return fail(stage, `${PROBLEMS[stage]}: ${reason(cause)}.`, { cause });
      }
    };
    return withRetries(attempt, extras, shown, firstNumber(again, retry, RETRIES), limit).finally(limit.stop);
  };
}

/** The first value that is a number; `false` is 0. A computed option may be `NaN`, which is neither a limit nor a count. */
function firstNumber(...values: (number | false | undefined)[]): number {
  return Number(values.find((value) => value === false || Number.isFinite(value) || value === Infinity));
}

/** The reason why a part failed. For `fetch`, Node has it in the cause. */
function reason(error: unknown): string {
  const { cause, message }: { cause?: unknown; message?: unknown } = Object(error);
  const inner: { message?: unknown } = Object(cause);
  return `${inner.message || message || error}`;
}

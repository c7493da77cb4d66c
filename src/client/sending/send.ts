import { type PlacedCredentials, placeCredentials } from "#http/credentials.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import { CallFailure, type FailureName } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { Middleware, Progress } from "../middleware.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions, ClientOptions, LoadValidation } from "../options.js";
import { type AnyResult, withoutQuery } from "../result.js";
import { problemOfCall, problemOfClient } from "./arguments.js";
import { pathOf } from "./request.js";
import { failed, readResponse } from "./response.js";
import { withRetries } from "./retry.js";
import { sendOnce } from "./send-once.js";
import { timeLimit, unlessAborted } from "./time-limit.js";

/** The default time limit of a call, in milliseconds. */
const TIMEOUT = 30_000;

/** The default number of retries. */
const RETRIES = 2;

/** The message of a request that could not be built. */
const UNBUILT = "could not be built. Check URL, headers, key and input.";

/** The failure of each part that runs after the request was built, and its message. */
const FAILURES: Record<Exclude<Progress["stage"], "building">, [FailureName, string]> = {
  network: ["NetworkFailure", "no response"],
  middleware: ["MiddlewareFailure", "a middleware failed"],
  validation: ["InvalidResponse", "could not be validated"],
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
  const { baseUrl, apiKey, fetch, headers, timeout, retry, redirect, validate, ...init } = options ?? {};
  const wrongClient = problemOfClient(baseUrl, retry, init);
  if (wrongClient) throw new TypeError(wrongClient);
  const load = validate === true ? loadValidation : validate;
  const base = baseUrl.replace(/\/$/, "");
  // Only functions take time. A key that is a value is used at once.
  const takesTime = apiKey !== undefined && typeof apiKey !== "string";
  return async (operation, input = {}, call = {}) => {
    const method = operation.method.toUpperCase();
    const wrong = problemOfCall(input, call);
    const path = pathOf(operation, input.path ?? {});
    if (wrong || path.problem) {
      const name = wrong ? "InvalidRequest" : "InvalidParameter";
      return failed(new CallFailure(name, `${method} ${operation.path}`, wrong || path.problem));
    }
    const { server } = operation;
    const url = server?.instead.includes(base) ? server.url : base;
    const shown = `${method} ${withoutQuery(url)}${path.path}`;
    const { signal } = call;
    const milliseconds = firstNumber(call.timeout, timeout, TIMEOUT);
    const limit = timeLimit(milliseconds, signal);
    const used = [...middleware, ...(call.middleware ?? [])];
    const placed = () => placeCredentials(operation.security ?? [], schemes, apiKey);
    let keys: PlacedCredentials | undefined;
    let mayRefresh = takesTime;

    const exchange = async (progress: Progress): Promise<AnyResult> => {
      keys ??= await placed();
      limit.signal.throwIfAborted();
      const response = await sendOnce(
        {
          ...{ operation, input, url, path: path.path, keys, middleware: used, signal: limit.signal },
          headers: [headers, call.headers],
          init: { redirect, ...init, ...call },
          // Looked up for each request, because tests replace the global fetch after a client is made.
          fetch: call.fetch ?? fetch ?? globalThis.fetch,
        },
        progress,
      );
      const read = await readResponse(operation, shown, response, limit.signal, input.accept);
      progress.stage = "validation";
      const result = load ? (await load()).validated(read, operation, shown) : read;
      if (response.status !== 401 || !mayRefresh) return result;
      mayRefresh = false;
      progress.stage = "building";
      const former = JSON.stringify(keys);
      keys = await placed();
      return JSON.stringify(keys) === former ? result : exchange(progress);
    };
    const attempt = async (): Promise<AnyResult> => {
      const progress: Progress = { stage: "building" };
      try {
        // Functions of the user may wait for something that the signal does not end.
        return await unlessAborted(exchange(progress), limit.signal);
      } catch (cause) {
        const failure = (name: FailureName, message: string) =>
          failed(new CallFailure(name, shown, message, { cause }));
        if (signal?.aborted) return failure("AbortFailure", "was aborted.");
        if (limit.signal.aborted) return failure("TimeoutFailure", `took longer than ${milliseconds} ms.`);
        // The platform's error message is left out, because it may contain the key.
        if (progress.stage === "building") return failed(new CallFailure("InvalidRequest", shown, UNBUILT));
        const [name, problem] = FAILURES[progress.stage];
        return failure(name, `${problem}: ${reason(cause)}.`);
      }
    };
    const retries = firstNumber(call.retry, retry, RETRIES);
    return withRetries(attempt, { call: shown, method, retries, limit }).finally(limit.stop);
  };
}

/** The first value that is a number; `false` is 0. A computed option may be `NaN`, which is neither a limit nor a count. */
function firstNumber(...values: (number | false | undefined)[]): number {
  return Number(values.find((value) => value === false || Number.isFinite(value) || value === Infinity));
}

/** The reason why a part failed. For `fetch`, Node has it in the cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error && error.cause.message) || error.message;
}

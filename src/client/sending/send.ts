import { type KeyPlacer, type PlacedCredentials, placeKeys } from "#http/credentials.js";
import { CallFailure, type FailureDetails, type FailureName } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { Middleware, Progress } from "../middleware.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions, ClientOptions, LoadValidation } from "../options.js";
import { type AnyResult, withoutQuery } from "../result.js";
import { problemOfCall, problemOfClient } from "./arguments.js";
import { resolved } from "./redirect.js";
import { failed, readResponse } from "./response.js";
import { withRetries } from "./retry.js";
import { sendOnce } from "./send-once.js";
import { timeLimit, unlessAborted } from "./time-limit.js";

/** The default time limit of a call, in milliseconds. */
const TIMEOUT = 30_000;

/** The default number of retries. */
const RETRIES = 2;

/** The part that failed, in words before the reason. */
const PROBLEMS: Partial<Record<FailureName, string>> = {
  InvalidParameter: "parameter ",
  NetworkFailure: "no response: ",
  MiddlewareFailure: "middleware: ",
  InvalidResponse: "no validation: ",
};

/** Sends the request of any operation and reads its response. */
export type Send = (operation: OperationDescriptor, input?: AnyInput, call?: CallOptions) => Promise<AnyResult>;

/**
 * Makes the function that sends all requests of a client. It never rejects; the result has the failure.
 *
 * @param options others than those of `ClientOptions` are an error: untyped code may have misspelt one
 * @param middleware the list of now, which runs for every request
 * @param loadValidation for the option `validate: true`
 */
export function sender(
  options: ClientOptions,
  placers: Readonly<Record<string, KeyPlacer>>,
  middleware: () => readonly Middleware[],
  loadValidation: LoadValidation,
): Send {
  const wrongClient = problemOfClient(options);
  if (wrongClient) throw new TypeError(wrongClient);
  const { baseUrl, apiKey, timeout, retry, validate } = options;
  const load = validate === true ? loadValidation : validate;
  const base = baseUrl.replace(/\/$/, "");
  return async (operation, input = {}, call = {}) => {
    const { security = [], extras = {} } = operation;
    const url = extras.base?.(operation, base) ?? base;
    let { path } = operation;
    const shown = () => `${operation.method} ${withoutQuery(url)}${path}`;
    const fail = (name: FailureName, message: string, details?: FailureDetails) =>
      failed(new CallFailure(name, shown(), message, details));
    const wrong = problemOfCall(input, extras, call);
    if (wrong) return fail("InvalidRequest", wrong);
    const milliseconds = firstNumber(call.timeout, timeout, TIMEOUT);
    const limit = timeLimit(milliseconds, call.signal);
    const [signal, , stop] = limit;
    let keys: PlacedCredentials | undefined;

    /** @param rejected the result of a 401: its keys may have expired since */
    const exchange = async (progress: Progress, rejected?: AnyResult): Promise<AnyResult> => {
      path = extras.path?.(operation, input.path ?? {}) ?? path;
      progress.stage = "KeyFailure";
      const former = JSON.stringify(keys);
      if (!keys || rejected) keys = await placeKeys(security, placers, apiKey);
      if (rejected && JSON.stringify(keys) === former) return rejected;
      signal.throwIfAborted();
      progress.stage = "InvalidRequest";
      const response = await sendOnce(
        operation,
        input,
        resolved(url + path, globalThis.document?.baseURI),
        keys,
        [options, call],
        middleware(),
        signal,
        progress,
      );
      if (response.bodyUsed) throw new TypeError("it read the body, not a clone");
      progress.stage = "NetworkFailure";
      const read = await readResponse(operation, shown(), response, signal, input.accept);
      progress.stage = "InvalidResponse";
      const result = load ? await (await load()).validated(read, operation, shown()) : read;
      return response.status !== 401 || rejected ? result : exchange(progress, result);
    };
    const attempt = async (): Promise<AnyResult> => {
      const progress: Progress = { stage: "InvalidParameter" };
      try {
        // Functions of the user may wait for something that the signal does not end.
        return await unlessAborted(exchange(progress), signal);
      } catch (cause) {
        if (call.signal?.aborted) return fail("AbortFailure", "was aborted.", { cause });
        if (signal.aborted) return fail("TimeoutFailure", `took longer than ${milliseconds} ms.`, { cause });
        const problem = PROBLEMS[progress.stage];
        // For `fetch`, Node has the reason in the cause.
        const { cause: inner, message }: { cause?: { message?: unknown }; message?: unknown } = Object(cause);
        // An error of the platform, or of the function of a key, may contain the key.
        return problem
          ? fail(progress.stage, `${problem}${inner?.message || message || cause}.`, { cause })
          : fail(
              progress.stage,
              "could not be built. Check input, headers, key, and for an absolute `baseUrl`.",
              progress.stage === "KeyFailure" ? { cause } : {},
            );
      }
    };
    return withRetries(attempt, extras, shown, firstNumber(call.retry, retry, RETRIES), limit).finally(stop);
  };
}

/** The first value that is a number; `false` is 0. A computed option may be `NaN`, which is neither a limit nor a count. */
function firstNumber(...values: (number | false | undefined)[]): number {
  return Number(values.find((value) => Number(value ?? NaN) <= Infinity));
}

import { type PlacedCredentials, placeCredentials } from "../http/credentials.js";
import { serializeQuery } from "../http/serialize.js";
import type { SecurityScheme } from "../openapi/security.js";
import { CallFailure } from "./failure.js";
import type { AnyInput } from "./input.js";
import type { OperationDescriptor } from "./operation.js";
import type { CallOptions, ClientOptions } from "./options.js";
import { bodyOf, headersOf, pathOf } from "./request.js";
import { failed, readResponse } from "./response.js";
import { type AnyResult, withoutQuery } from "./result.js";
import { timeLimit, unlessAborted } from "./time-limit.js";

/** The default time limit of a call, in milliseconds. */
const TIMEOUT = 30_000;

/** Sends the request of any operation and reads its response. */
export type Send = (operation: OperationDescriptor, input?: AnyInput, call?: CallOptions) => Promise<AnyResult>;

/** Makes the function that sends all requests of a client. It never rejects; the result has the failure. */
export function sender(options: ClientOptions, schemes: Readonly<Record<string, SecurityScheme>>): Send {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const shownUrl = withoutQuery(baseUrl);
  const { apiKey } = options;
  // Only functions take time. A key that is a value is used at once.
  const fetchesKeys = (typeof apiKey === "object" ? Object.values(apiKey) : [apiKey]).some(isFunction);

  return async (operation, input = {}, call = {}) => {
    const method = operation.method.toUpperCase();
    const path = pathOf(operation, input.path ?? {});
    if ("problem" in path) {
      return failed(new CallFailure("InvalidParameter", `${method} ${operation.path}`, path.problem));
    }
    const shown = `${method} ${shownUrl}${path.path}`;
    const milliseconds = call.timeout ?? options.timeout ?? TIMEOUT;
    const limit = timeLimit(milliseconds, call.signal);
    let sent = false;
    try {
      limit.signal?.throwIfAborted();
      const placing = placeCredentials(operation.security ?? [], schemes, apiKey);
      const keys = await (fetchesKeys ? unlessAborted(placing, limit.signal) : placing);
      const body = bodyOf(operation, input);
      const request = new Request(baseUrl + path.path + searchOf(operation, input, keys), {
        method,
        headers: headersOf(operation, input, keys, body, [options.headers, call.headers]),
        body: body ? body.content : null,
        signal: limit.signal ?? null,
      });
      sent = true;
      // Looked up for each call, because tests replace the global fetch after a client is made.
      return await readResponse(operation, shown, await (options.fetch ?? globalThis.fetch)(request));
    } catch (cause) {
      if (call.signal?.aborted) return failed(new CallFailure("AbortFailure", shown, "was aborted.", { cause }));
      if (limit.isOver()) {
        return failed(new CallFailure("TimeoutFailure", shown, `took longer than ${milliseconds} ms.`, { cause }));
      }
      if (!sent) return failed(new CallFailure("InvalidRequest", shown, invalidRequest(cause)));
      return failed(new CallFailure("NetworkFailure", shown, `no response: ${reason(cause)}.`, { cause }));
    } finally {
      limit.stop();
    }
  };
}

function searchOf({ styles }: OperationDescriptor, { query }: AnyInput, keys: PlacedCredentials): string {
  const text = serializeQuery({ ...query, ...keys.query }, styles);
  return text && `?${text}`;
}

function isFunction(key: unknown): boolean {
  return typeof key === "function";
}

/** Says that a request could not be built, without the platform's error message, which may contain the key. */
function invalidRequest(error: unknown): string {
  const kind = error instanceof Error ? error.name : typeof error;
  return `the request could not be built (${kind}). Check the base URL, the headers, the key, the parameters and the body.`;
}

/** The reason why `fetch` failed. Node has it in the cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}

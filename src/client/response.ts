import { covers, isJson, mediaTypeOf } from "../http/media-type.js";
import { CallFailure, type FailureDetails, type FailureName } from "./failure.js";
import type { OperationDescriptor } from "./operation.js";
import type { AnyResult, Failed } from "./result.js";

/**
 * Reads a response by what the contract documents for its status. An error status without a described body is a
 * documented error, even if its body is empty. A status or body that contradicts the contract is a failure.
 *
 * @param call method and URL, for messages
 * @throws the error of reading the body, if the connection breaks or the call is aborted
 */
export async function readResponse(
  operation: OperationDescriptor,
  call: string,
  response: Response,
): Promise<AnyResult> {
  const { status, ok } = response;
  const documented = documentedMediaTypes(operation, status);
  const failure = (name: FailureName, message: string, details: FailureDetails) =>
    failed(new CallFailure(name, call, message, { status, response, ...details }));
  const result = (content: unknown): AnyResult =>
    ok ? { ok, status, data: content, response } : { ok: false, status, error: content, failure: null, response };

  const anyBody = async () => parsedOrText(await response.text());

  if (!documented) {
    const message = `the contract does not document the status ${status}.`;
    return failure("UndocumentedStatus", message, { body: await anyBody() });
  }
  if (documented.length === 0) {
    const body = await anyBody();
    return result(ok ? undefined : body);
  }

  const received = mediaTypeOf(response.headers.get("content-type") ?? documented[0] ?? "");
  if (!documented.some((each) => admits(each, received))) {
    const message = `the response with status ${status} is ${received}, not ${documented.join(" or ")}.`;
    return failure("UnreadableResponse", message, { body: await anyBody() });
  }
  if (!isJson(received)) return result(await (received.startsWith("text/") ? response.text() : response.blob()));
  const text = await response.text();
  try {
    return result(JSON.parse(text));
  } catch (cause) {
    const body = text === "" ? "an empty body" : "a body that is not JSON";
    return failure("UnreadableResponse", `the response with status ${status} has ${body}.`, { body: text, cause });
  }
}

/** The result of a call that failed. */
export function failed(failure: CallFailure): Failed {
  return { ok: false, status: null, error: null, failure, response: failure.response ?? null };
}

/** Exact before range before `default` (OpenAPI 3.1, 4.8.16); `default` is for errors if a success is documented. */
function documentedMediaTypes({ responses }: OperationDescriptor, status: number): readonly string[] | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const exact = responses[status] ?? responses[range];
  if (exact) return exact;
  const success = Object.keys(responses).some((key) => key.startsWith("2"));
  return success && range === "2XX" ? undefined : responses.default;
}

/** Any JSON media type is admitted where one is documented. */
function admits(documented: string, received: string): boolean {
  return covers(documented, received) || (isJson(documented) && isJson(received));
}

/** The value if the text is JSON, undefined if it is empty, else the text. */
function parsedOrText(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

import { covers, isJson, mediaTypeOf } from "../http/media-type.js";
import { CallFailure, type FailureDetails, type FailureName } from "./failure.js";
import type { OperationDescriptor } from "./operation.js";
import type { AnyResult, Failed } from "./result.js";

/**
 * Reads an answer by what the contract documents for its status. An error without a described body is an error however
 * empty it is; a body that is not what the contract says becomes a failure.
 *
 * @param call method and URL, for messages
 * @throws whatever reading the body throws: the connection may break, or the call be aborted
 */
export async function readAnswer(operation: OperationDescriptor, call: string, response: Response): Promise<AnyResult> {
  const { status, ok } = response;
  const documented = documentedMediaTypes(operation, status);
  const failure = (name: FailureName, message: string, details: FailureDetails) =>
    failed(new CallFailure(name, call, message, { status, response, ...details }));
  const answer = (content: unknown): AnyResult =>
    ok ? { ok, status, data: content, response } : { ok: false, status, error: content, failure: null, response };

  const anyBody = async () => looselyParsed(await response.text());

  if (!documented) {
    const message = `answered ${status}, which the contract does not document.`;
    return failure("UndocumentedStatus", message, { body: await anyBody() });
  }
  if (documented.length === 0) {
    const body = await anyBody();
    return answer(ok ? undefined : body);
  }

  const received = mediaTypeOf(response.headers.get("content-type") ?? documented[0] ?? "");
  if (!documented.some((each) => admits(each, received))) {
    const message = `answered ${status} with ${received}, not ${documented.join(" or ")}.`;
    return failure("UnreadableResponse", message, { body: await anyBody() });
  }
  if (!isJson(received)) return answer(await (received.startsWith("text/") ? response.text() : response.blob()));
  const text = await response.text();
  try {
    return answer(JSON.parse(text));
  } catch (cause) {
    const body = text === "" ? "an empty body" : "a body that is no JSON";
    return failure("UnreadableResponse", `answered ${status} with ${body}.`, { body: text, cause });
  }
}

/** The result of a call that failed. */
export function failed(failure: CallFailure): Failed {
  return { ok: false, status: null, error: null, failure, response: failure.response ?? null };
}

/** Exact before range before `default` (OpenAPI 3.1, 4.8.16); `default` is for errors where a success is documented. */
function documentedMediaTypes({ responses }: OperationDescriptor, status: number): readonly string[] | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const exact = responses[status] ?? responses[range];
  if (exact) return exact;
  const success = Object.keys(responses).some((key) => key.startsWith("2"));
  return success && range === "2XX" ? undefined : responses.default;
}

/** What the contract documents, and JSON wherever it documents JSON, whatever it is called. */
function admits(documented: string, received: string): boolean {
  return covers(documented, received) || (isJson(documented) && isJson(received));
}

/** JSON where it is that, undefined where there is nothing, else the text. */
function looselyParsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

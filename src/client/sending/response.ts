import { isJson, isWithin, mediaTypeOf } from "#http/media-type.js";
import { CallFailure } from "../failure.js";
import type { Chunk, JsonCodec, OperationDescriptor } from "../operation.js";
import { type AnyResult, calls, detailOf, type Failed, withoutQuery } from "../result.js";
import { documentsRedirect, redirection } from "./redirect.js";

/**
 * Reads a response by what the contract documents for its status. An error status without a described body is a documented
 * error, even if its body is empty. A status or body that contradicts the contract is a failure. So is a redirect that was
 * not followed, unless the contract documents it.
 *
 * @param call method and URL, for messages
 * @param signal ends the body. Node.js forgets the signal of a request at a garbage collection, if another request was made
 * of it.
 * @param accept the media type that the call asks for
 * @throws the error of reading the body, if the connection breaks or the call is aborted
 */
export async function readResponse(
  operation: OperationDescriptor,
  call: string,
  response: Response,
  signal: AbortSignal,
  accept?: string,
): Promise<AnyResult> {
  const { status } = response;
  calls.set(response, call);
  const address = redirection(response);
  if (address !== undefined && !documentsRedirect(operation, response)) {
    await response.body?.cancel();
    const problem = `the response with status ${status} redirects to ${withoutQuery(address)}, which is not followed.`;
    return failed(new CallFailure("Redirected", call, problem, { status, response }));
  }
  const all = documentedMediaTypes(operation, status);
  const ok = response.ok || (status < 400 && !hasSuccess(operation));
  const documented = accept === undefined || !ok ? all : all?.filter((type) => isWithin(accept, type));
  const header = response.headers.get("content-type");
  const received = mediaTypeOf(header ?? documented?.[0] ?? "");
  const type = documented?.find((key) => admits(key, received));
  const result = (content: unknown, body = content): AnyResult =>
    ok ? { ok, status, data: content, response } : { ok: false, status, error: content, failure: null, body, response };

  if (operation.isStreamed && ok && type) return result(response);
  const chunks = await chunksOf(response, signal);
  // Frameworks list a text type beside JSON, and may send their JSON as text.
  const isValue = (type !== ANY_TEXT && isJson(accept ?? documented?.[0] ?? "")) || isJson(type ?? "");
  const read = isValue ? undefined : operation.extras?.read;
  if (type !== undefined && read) return result(read(chunks, type, header ?? ""));
  const text = textOf(chunks, new TextDecoder());
  const { body, isInvalid } = parsed(text, operation.extras?.json);
  if (all?.length === 0) return result(undefined, body);
  if (type !== undefined && !isInvalid) return result(body);
  const problem = !documented
    ? `undocumented${detailOf(body)}`
    : type === undefined
      ? `${received}, not ${documented.join(" or ")}.`
      : text
        ? "not JSON."
        : "empty.";
  const name = documented ? "UnreadableResponse" : "UndocumentedStatus";
  const failure = new CallFailure(name, call, `the response with status ${status} is ${problem}`, {
    status,
    response,
    body,
  });
  return documented ? failed(failure) : { ok: false, status, error: null, failure, body, response };
}

/**
 * The range that `readAs` of the generator gives to a text. Frameworks send texts as they are, even if they document JSON.
 */
const ANY_TEXT = "text/*";

/** Reads a body to its end. By a reader and not by streams, which take a third of the time of a call. */
async function chunksOf({ body }: Response, signal: AbortSignal): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) chunks.push(next.value);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  // A body that was canceled ends as if it was whole.
  signal.throwIfAborted();
  return chunks;
}

/** The part of `TextDecoder` that is used. Without the types of the DOM, that is the name of a value only. */
interface Decoder {
  decode(chunk?: Chunk, options?: { stream?: boolean }): string;
}

/** The text of a body. JSON is UTF-8 (RFC 8259, 8.1). */
export function textOf(chunks: readonly Chunk[], decoder: Decoder): string {
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/** The result of a call that failed. */
export function failed(failure: CallFailure): Failed {
  return { ok: false, status: null, error: null, failure, body: failure.body, response: failure.response ?? null };
}

/** Exact before range before `default` (OpenAPI 3.1, 4.8.16); `default` is for errors if a success is documented. */
function documentedMediaTypes({ responses }: OperationDescriptor, status: number): readonly string[] | undefined {
  const range = `${String(status)[0]}XX`;
  const isUnlike = range === "2XX" && hasSuccess({ responses });
  return responses[status] ?? responses[range] ?? (isUnlike ? undefined : responses.default);
}

/** Where no success is documented, a documented redirect is what the operation is for. */
function hasSuccess({ responses }: Pick<OperationDescriptor, "responses">): boolean {
  return Object.keys(responses).some((key) => key[0] === "2");
}

/** Any JSON media type is admitted where one is documented. */
function admits(documented: string, received: string): boolean {
  return isWithin(received, documented) || (isJson(documented) && isJson(received));
}

/** The value if the text is JSON, undefined if it is empty, else the text. */
function parsed(text: string, { parse }: Pick<JsonCodec, "parse"> = JSON): { body: unknown; isInvalid?: boolean } {
  try {
    return { body: parse(text) };
  } catch {
    return { body: text || undefined, isInvalid: true };
  }
}

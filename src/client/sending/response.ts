import { isJson, mediaTypeOf } from "#http/media-type.js";
import { CallFailure, type FailureName } from "../failure.js";
import type { Chunk, OperationDescriptor, Reading } from "../operation.js";
import { type AnyResult, calls, detailOf, type Failed, withoutQuery } from "../result.js";
import { redirection } from "./redirect.js";
import { atAbort } from "./time-limit.js";

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
  { responses, redirects, extras = {}, isStreamed }: OperationDescriptor,
  call: string,
  response: Response,
  signal: AbortSignal,
  accept?: string,
): Promise<AnyResult> {
  const { status, headers } = response;
  const fail = (name: FailureName, problem: string, body?: unknown, shown?: number) =>
    failed(
      new CallFailure(name, call, `the response with status ${status} ${problem}`, { status, response, body }),
      shown,
    );
  calls.set(response, call);
  const address = redirection(responses, response);
  if (address) {
    await response.body?.cancel();
    return fail("Redirected", `redirects to ${withoutQuery(address)}, which is not followed.`);
  }
  // Exact before range before `default` (OpenAPI 3.1, 4.8.16), which is for errors.
  const documented =
    responses[status] ?? responses[`${`${status}`[0]}XX`] ?? (response.ok ? undefined : responses.default);
  const ok = response.ok || (status < 400 && redirects);
  const header = headers.get("content-type");
  const { types = [], type, read } = (extras.choose ?? chooseJson)(documented, header, ok ? accept : undefined, extras);
  const result = (content: unknown, body = content): AnyResult =>
    ok ? { ok, status, data: content, response } : { ok: false, status, error: content, failure: null, body, response };

  if (isStreamed && ok && type) return result(response);
  const chunks: Chunk[] = [];
  for await (const chunk of chunksOf(response, signal)) chunks.push(chunk);
  if (type && read) return result(await read(chunks));
  // JSON is UTF-8 (RFC 8259, 8.1).
  const text = await new Blob(chunks).text();
  let body: unknown = text || undefined;
  let problem = text ? "not JSON." : "empty.";
  try {
    body = (extras.json ?? JSON).parse(text);
    problem = "";
  } catch {}
  if (!documented) return fail("UndocumentedStatus", `is undocumented${detailOf(body)}`, body, status);
  if (!documented[0]) return result(undefined, body);
  if (type && !problem) return result(body);
  if (!type) problem = `${mediaTypeOf(`${header}`)}, not ${types.join(" or ")}.`;
  return fail("UnreadableResponse", `is ${problem}`, body);
}

/** Where nothing but JSON is documented, any JSON is admitted. */
function chooseJson(types: readonly string[] | undefined, header: string | null): Reading {
  return { types, type: isJson(header ?? types?.[0] ?? "") ? types?.[0] : undefined };
}

/** The parts of a body. By a reader and not by streams, which take a third of the time of a call. */
export async function* chunksOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Chunk, void> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => {});
  const forget = atAbort(signal, cancel);
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) yield next.value;
  } finally {
    forget();
    cancel();
  }
  // A body that was canceled ends as if it was whole.
  signal.throwIfAborted();
}

/** The result of a call that failed. */
export function failed(failure: CallFailure): Failed;
export function failed(failure: CallFailure, status?: number): AnyResult;
export function failed(failure: CallFailure, status: number | null = null): unknown {
  const { body, response = null } = failure;
  return { ok: false, status, error: null, failure, body, response };
}

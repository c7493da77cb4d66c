import type { Exchange, SentRequest } from "./case.js";
import type { BuiltRequest } from "./request.js";

/** Bodies are read up to this many bytes: enough for any answer that a contract describes. */
const BODY_CAP = 10 * 1024 * 1024;

/** No complete answer came. The message says why, and holds no key. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly request: SentRequest;

  constructor(request: SentRequest, reason: string) {
    super(`${request.method} ${request.url} brought no answer: ${reason}`);
    this.request = request;
  }
}

/**
 * Sends a request. A redirect is an answer like any other: it is not followed, so that the key stays where it belongs.
 *
 * @param timeout for the answer and its body, in milliseconds
 * @throws NoAnswer
 */
export async function send({ url, init, shown }: BuiltRequest, timeout: number): Promise<Exchange> {
  const signal = AbortSignal.timeout(timeout);
  const begun = performance.now();
  try {
    const response = await fetch(url, {
      method: init.method,
      headers: init.headers,
      body: init.body ?? null,
      redirect: "manual",
      signal,
    });
    const body = await readUpTo(response, BODY_CAP);
    return {
      request: shown,
      status: response.status,
      headers: response.headers,
      body,
      duration: performance.now() - begun,
    };
  } catch (error) {
    throw new NoAnswer(shown, signal.aborted ? `nothing complete within ${timeout} ms` : reasonOf(error));
  }
}

async function readUpTo(response: Response, cap: number): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > cap) {
      await reader.cancel();
      break;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Node's fetch says only that it failed; the cause tells why, by its code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  return code && !cause.message.includes(code) ? `${code} ${cause.message}`.trim() : cause.message;
}

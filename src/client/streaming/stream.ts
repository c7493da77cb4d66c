import { itemsOf } from "#http/body/sequence.js";
import { decoderFor } from "#http/body/text-of.js";
import { isSafe } from "#openapi/operations/methods.js";
import { CallFailure } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { JsonCodec, OperationDescriptor } from "../operation.js";
import type { CallOptions } from "../options.js";
import { unwrap } from "../result.js";
import type { Send } from "../sending/send.js";
import { pause } from "../sending/time-limit.js";

/** A response that is a sequence of items. Generated from the contract. */
export interface StreamDescriptor {
  /** Its media type. */
  type: string;
  /** An item is an event with its fields (`itemSchema`), the text of its data, or its data as JSON (default). */
  item?: "event" | "text";
  /** Reads an item by its schema, if values become others than in JSON. */
  read?: (item: unknown) => ReadItem;
}

/** An item as its schema reads it, and how it violates that; empty if it does not. */
export interface ReadItem {
  value: unknown;
  problem: string;
}

/** The wait before a connection is opened again, unless the server sends another one (HTML, 9.2.3), in milliseconds. */
const RECONNECTION_TIME = 1_000;

/** How often a connection is opened again without an item in between. */
const RECONNECTIONS = 5;

/** Between two items: the empty line after an event (HTML, 9.2.6), or the end of a line. */
const EVENT_END = /\r\n\r\n|\n\n|\r\r|\n\r\n/g;
const LINE_END = /\n/g;

/**
 * The items of a response as they arrive. Events of a safe request continue after a broken connection. The next request then
 * has `Last-Event-ID` (HTML, 9.2.4). A sequence that ends is not requested again.
 *
 * @throws CallFailure as `unwrap` does. `NetworkFailure` if the connection breaks, `AbortFailure` if the caller aborts.
 * `UnreadableResponse` for an item that is not JSON, `InvalidResponse` for an invalid one
 */
export async function* stream(
  send: Send,
  operation: OperationDescriptor,
  { type, item, read: readBySchema }: StreamDescriptor,
  input: AnyInput | undefined,
  options: CallOptions = {},
): AsyncGenerator<unknown, void> {
  const { signal = new AbortController().signal, retry = RECONNECTIONS } = options;
  const parse = (text: string) => parsed(text, operation.extras?.json);
  const call = `${operation.method.toUpperCase()} ${operation.path}`;
  let lastId = "";
  let wait = RECONNECTION_TIME;
  for (let attempt = 0; ; attempt += 1) {
    const headers = new Headers(options.headers);
    if (lastId) headers.set("last-event-id", lastId);
    const response = unwrap(
      await send({ ...operation, isStreamed: true }, { accept: type, ...input }, { ...options, headers }),
    );
    if (!(response instanceof Response)) return;
    try {
      for await (const text of blocksOf(response, type, signal)) {
        for (const read of itemsOf(type, text, true, parse)) {
          if ("problem" in read)
            throw new CallFailure("UnreadableResponse", call, `an item ${read.problem}.`, { response });
          const { id, retry: time, data }: { id?: unknown; retry?: unknown; data?: unknown } = Object(read.value);
          if (isEvents(type)) {
            lastId = typeof id === "string" ? id : lastId;
            wait = typeof time === "number" ? time : wait;
          }
          attempt = -1;
          const value =
            isEvents(type) && item !== "event"
              ? item === "text"
                ? data
                : jsonOf(data, operation.extras?.json, call, response)
              : read.value;
          const { problem, ...converted } = readBySchema?.(value) ?? { value, problem: "" };
          if (problem) throw new CallFailure("InvalidResponse", call, problem, { response, body: value });
          yield converted.value;
        }
      }
      return;
    } catch (cause) {
      if (cause instanceof CallFailure) throw cause;
      if (signal.aborted) throw new CallFailure("AbortFailure", call, "was aborted.", { response, cause });
      const isFinal = !isEvents(type) || !lastId || !isSafe(operation) || attempt + 1 >= Number(retry);
      if (isFinal) throw new CallFailure("NetworkFailure", call, "the connection broke.", { response, cause });
      await pause(wait, signal);
    }
  }
}

function isEvents(type: string): boolean {
  return type.startsWith("text/event-stream");
}

function jsonOf(data: unknown, json: JsonCodec | undefined, call: string, response: Response): unknown {
  const read = parsed(String(data), json);
  if (read) return read.value;
  throw new CallFailure("UnreadableResponse", call, "the data of an event is not JSON.", { response, body: data });
}

/** JSON, or undefined for another text. */
function parsed(text: string, { parse }: Pick<JsonCodec, "parse"> = JSON): { value: unknown } | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

/** The text of a body in parts that end with an item. */
async function* blocksOf({ body }: Response, type: string, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  const decoder = decoderFor(type);
  let rest = "";
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      rest += decoder.decode(next.value, { stream: true });
      const last = [...rest.matchAll(isEvents(type) ? EVENT_END : LINE_END)].at(-1);
      if (!last) continue;
      const end = last.index + last[0].length;
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
    signal.throwIfAborted();
    if (rest && !isEvents(type)) yield rest;
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

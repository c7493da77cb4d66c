import { EVENT_END, eventOf } from "#http/body/sequence.js";
import { CallFailure, type FailureDetails, type FailureName } from "../failure.js";
import type { AnyInput } from "../input.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions } from "../options.js";
import { unwrap } from "../result.js";
import { chunksOf } from "../sending/response.js";
import type { Send } from "../sending/send.js";
import { pause } from "../sending/time-limit.js";

/** A response that is a sequence of items. Generated from the contract. */
export interface StreamDescriptor {
  /** Its media type. */
  type: string;
  /** How its text is read, named by generated code: a page contains no other way. */
  by: SequenceReader;
  /** How a broken connection is opened again, if that can be: for events of a safe request. */
  again?: typeof reconnection;
  /** An item is an event with its fields (`itemSchema`), the text of its data, or its data as JSON (default). */
  item?: "event" | "text";
  /**
   * Reads an item by its schema, if values become others than in JSON.
   *
   * @throws the failure of a problem, if the item violates its schema
   */
  read?: (item: unknown, failure: ItemFailure) => unknown;
}

/** Makes the failure of an item. */
export type ItemFailure = (name: FailureName, problem: string, details: FailureDetails) => CallFailure;

/** How a sequence is read. */
export interface SequenceReader {
  /** The text between two items. */
  end: RegExp;
  /** Whether the end of the body ends an item as well. */
  isEnded?: true;
  /** The fields of an item; undefined for a text without one. */
  fields(text: string): ItemFields | undefined;
}

/** The fields of an event. The others stay as they were (HTML, 9.2.6). */
interface ItemFields {
  data?: unknown;
  id?: unknown;
  retry?: unknown;
}

/** Server-sent events. */
export const byEvent: SequenceReader = { end: EVENT_END, fields: eventOf };

/** JSON in lines, also behind the mark of a record (RFC 7464), which no JSON contains. */
export const byLine: SequenceReader = {
  end: /\n/,
  isEnded: true,
  fields(text) {
    const data = text.replace("\u001e", "").trim();
    return data ? { data } : undefined;
  },
};

/** The wait before a connection is opened again, unless the server sends another one (HTML, 9.2.3), in milliseconds. */
const RECONNECTION_TIME = 1_000;

/** How often a connection is opened again without an item in between. */
const RECONNECTIONS = 5;

/**
 * Waits before a connection is opened again, and returns the options of the next request, with `Last-Event-ID` (HTML, 9.2.4). Undefined
 * if no event has an id, and after the last attempt.
 *
 * @param count the attempts since the last event
 */
export async function reconnection(
  { id, retry: wait = RECONNECTION_TIME }: ItemFields,
  options: CallOptions,
  count: number,
  signal: AbortSignal,
): Promise<CallOptions | undefined> {
  if (!id || count >= Number(options.retry ?? RECONNECTIONS)) return undefined;
  await pause(Number(wait), signal);
  const headers = new Headers(options.headers);
  headers.set("last-event-id", `${id}`);
  return { ...options, headers };
}

/**
 * The items of a response as they arrive. Events of a safe request continue after a broken connection. A sequence that ends is not
 * requested again.
 *
 * @throws CallFailure as `unwrap` does. `NetworkFailure` if the connection breaks, `AbortFailure` if the caller aborts.
 * `UnreadableResponse` for an item that is not JSON, `InvalidResponse` for an invalid one
 */
export async function* stream(
  send: Send,
  operation: OperationDescriptor,
  { type, by, again, item, read }: StreamDescriptor,
  input: AnyInput | undefined,
  options: CallOptions = {},
): AsyncGenerator<unknown, void> {
  const { signal = new AbortController().signal } = options;
  const { method, path, extras } = operation;
  let last: ItemFields = {};
  let call: CallOptions | undefined = options;
  for (let count = 0; ; count += 1) {
    const response = unwrap(await send({ ...operation, isStreamed: true }, { accept: type, ...input }, call));
    if (!(response instanceof Response)) return;
    const failure: ItemFailure = (name, problem, details) =>
      new CallFailure(name, `${method} ${path}`, problem, { response, ...details });
    try {
      for await (const text of textsOf(response, by, signal)) {
        const event = by.fields(text);
        if (!event) continue;
        const { data } = event;
        last = { ...last, ...event };
        count = 0;
        let value: unknown = item === "event" ? event : data;
        try {
          if (!item) value = (extras?.json ?? JSON).parse(`${data}`);
        } catch {
          throw failure("UnreadableResponse", "an item is not JSON.", { body: data });
        }
        yield read ? read(value, failure) : value;
      }
      return;
    } catch (cause) {
      if (cause instanceof CallFailure) throw cause;
      if (signal.aborted) throw failure("AbortFailure", "was aborted.", { cause });
      call = await again?.(last, options, count, signal);
      if (!call) throw failure("NetworkFailure", "the connection broke.", { cause });
    }
  }
}

/** The text of a body in parts, of which each has an item. The texts of sequences are UTF-8 (HTML, 9.2.5; RFC 8259, 8.1). */
async function* textsOf(
  response: Response,
  { end, isEnded }: SequenceReader,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunksOf(response, signal)) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split(end);
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (isEnded) yield rest;
}

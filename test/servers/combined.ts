import { isDeepStrictEqual } from "node:util";
import { serialize } from "node:v8";
import type { ServedRequest, ServedResponse, Variation } from "./service.js";

/**
 * A server with several variations at once. At most one of them has a way to write.
 *
 * @param onEffect called with each variation that changes a request, a response or the data
 */
export function combined<State>(
  variations: readonly Variation<State>[],
  onEffect: (variation: Variation<State>) => void = () => {},
): Variation<State> {
  const writing = variations.find(({ write }) => write !== undefined);
  const effective = new Set<Variation<State>>();
  const take = (variation: Variation<State>) => {
    effective.add(variation);
    onEffect(variation);
  };
  return {
    title: variations.map(({ title }) => title).join(", and "),
    ...(writing?.write ? { write: writing.write } : {}),
    ignores: (violation) => {
      const ignoring = variations.filter((variation) => variation.ignores?.(violation));
      for (const variation of ignoring) take(variation);
      return ignoring.length > 0;
    },
    prepare: (state) => {
      for (const variation of variations.filter((each) => each.prepare || each.write)) {
        variation.prepare?.(state);
        take(variation);
      }
    },
    respond: (request, next, context) => {
      const respond = variations.reduce<typeof next>(
        (inner, variation) =>
          async (changed = request) => {
            if (!variation.respond) return inner(changed);
            // Each variation keeps values of its own.
            const memory = memoryOf(context.memory, variation.title);
            const noteChangeOf = (state: Buffer | undefined) => {
              if (state && !state.equals(dataOf(context.state))) take(variation);
            };
            const dataNow = () => (effective.has(variation) ? undefined : dataOf(context.state));
            let received: ServedResponse | undefined;
            let data = dataNow();
            const handle = async (again = changed) => {
              if (isChanged(again, changed)) take(variation);
              noteChangeOf(data);
              const response = await inner(again);
              data = dataNow();
              received = response;
              return response;
            };
            const response = await variation.respond(changed, handle, { ...context, memory });
            if (isChanged(response, received)) take(variation);
            noteChangeOf(data);
            return response;
          },
        next,
      );
      return respond(request);
    },
  };
}

/** The data of a server, for comparison. */
function dataOf(state: unknown): Buffer {
  return serialize(state);
}

function isChanged<Message extends ServedRequest | ServedResponse>(now: Message, before: Message | undefined): boolean {
  // A query is not compared by its content.
  const comparable = (message: Message | undefined) =>
    message && "query" in message ? { ...message, query: `${message.query}` } : message;
  return now !== before && !isDeepStrictEqual(comparable(now), comparable(before));
}

const memories = new WeakMap<Map<string, number>, Map<string, Map<string, number>>>();

function memoryOf(server: Map<string, number>, title: string): Map<string, number> {
  const own = memories.get(server) ?? new Map<string, Map<string, number>>();
  memories.set(server, own);
  const memory = own.get(title) ?? new Map<string, number>();
  own.set(title, memory);
  return memory;
}

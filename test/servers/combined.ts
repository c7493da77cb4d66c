import { isDeepStrictEqual } from "node:util";
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
  return {
    title: variations.map(({ title }) => title).join(", and "),
    ...(writing?.write ? { write: writing.write } : {}),
    ignores: (violation) => {
      const ignoring = variations.filter((variation) => variation.ignores?.(violation));
      for (const variation of ignoring) onEffect(variation);
      return ignoring.length > 0;
    },
    prepare: (state) => {
      for (const variation of variations.filter((each) => each.prepare || each.write)) {
        variation.prepare?.(state);
        onEffect(variation);
      }
    },
    respond: (request, next, context) => {
      const respond = variations.reduce<typeof next>(
        (inner, variation) =>
          async (changed = request) => {
            if (!variation.respond) return inner(changed);
            // Each variation keeps values of its own.
            const memory = memoryOf(context.memory, variation.title);
            let received: ServedResponse | undefined;
            const handle = async (again = changed) => {
              if (isChanged(again, changed)) onEffect(variation);
              const response = await inner(again);
              received = response;
              return response;
            };
            const response = await variation.respond(changed, handle, { ...context, memory });
            if (isChanged(response, received)) onEffect(variation);
            return response;
          },
        next,
      );
      return respond(request);
    },
  };
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

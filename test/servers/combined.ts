import type { Variation } from "./service.js";

/** A server with several variations at once. */
export function combined<State>(variations: readonly Variation<State>[]): Variation<State> {
  return {
    title: variations.map(({ title }) => title).join(", and "),
    ignores: (violation) => variations.some((variation) => variation.ignores?.(violation)),
    prepare: (state) => {
      for (const variation of variations) variation.prepare?.(state);
    },
    respond: (request, next, context) => {
      const respond = variations.reduce<typeof next>(
        (inner, variation) =>
          async (changed = request) => {
            if (!variation.respond) return inner(changed);
            // Each variation keeps values of its own.
            const memory = memoryOf(context.memory, variation.title);
            return variation.respond(changed, (again = changed) => inner(again), { ...context, memory });
          },
        next,
      );
      return respond(request);
    },
  };
}

const memories = new WeakMap<Map<string, number>, Map<string, Map<string, number>>>();

function memoryOf(server: Map<string, number>, title: string): Map<string, number> {
  const own = memories.get(server) ?? new Map<string, Map<string, number>>();
  memories.set(server, own);
  const memory = own.get(title) ?? new Map<string, number>();
  own.set(title, memory);
  return memory;
}

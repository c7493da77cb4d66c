import { asList, type JsonObject } from "#openapi/document/document.js";
import { NO_CONTENT, NOT_FOUND } from "../../reply.js";
import type { Draw } from "../draw.js";
import { type Naming, NUMBERS, Resource } from "../resource.js";
import { responses, type World, type WorldOperation } from "../world.js";

/** The numbers to which those of new things come. */
const ALL_NUMBERS: Naming = { ...NUMBERS, seeds: Array.from({ length: 40 }, (_, index) => String(index + 1)) };

/** The path of a link between two things. Its last parameter has the name of the second one, or of nothing. */
function linkPath(draw: Draw, things: Resource, others: Resource): { path: string; last: string } {
  const last = draw.pick([`${others.noun.one}Id`, others.noun.one, "linkId"]);
  return { path: `${things.item}/${others.noun.many}/{${last}}`, last };
}

/** Links between two things of a path. The server may read the last value as that of something else. */
export const LINKS: readonly World[] = [
  ...(["put", "post", "delete"] as const).map(
    (method): World => ({
      name: `${method.toUpperCase()} of a link by its own number, whatever thing is around it`,
      operations: (draw, store) => {
        const things = new Resource(draw, store, { naming: NUMBERS });
        const others = new Resource(draw, store, { naming: NUMBERS });
        const seeds: JsonObject[] = ALL_NUMBERS.seeds.map((id) => ({ title: `Link ${id}`, size: 1 }));
        const links = new Resource(draw, store, { naming: ALL_NUMBERS, seeds });
        const { path, last } = linkPath(draw, things, others);
        const change: WorldOperation = {
          ...{ method, path, captures: { ...things.itemCaptures, [last]: NUMBERS.schema } },
          ...draw.names(draw.verb(), "link"),
          responses: responses(204),
          handle: (visit) => {
            const link = links.find(visit.asked.captured[last]);
            if (!link) return NOT_FOUND;
            if (method === "delete") visit.remove(link);
            else visit.change(link, { size: 999 });
            return NO_CONTENT;
          },
        };
        // A run removes only links that it has made.
        const make: WorldOperation = { ...change, method: "put", handle: () => NO_CONTENT };
        return [...things.all(), ...others.all(), change, ...(method === "delete" ? [make] : [])];
      },
    }),
  ),
  {
    name: "links between two things, which both change",
    operations: (draw, store) => {
      const things = new Resource(draw, store);
      const others = new Resource(draw, store);
      const { path, last } = linkPath(draw, things, others);
      const methods: ("put" | "post" | "delete")[] = draw.chance(0.5) ? ["put", "delete"] : ["post", "delete"];
      const links = methods.map(
        (method): WorldOperation => ({
          ...{ method, path, captures: { ...things.itemCaptures, [last]: others.naming.schema } },
          ...draw.names(draw.verb(), "link"),
          responses: responses(204),
          handle: (visit) =>
            things.withItem(visit, (thing) => {
              const other = others.find(visit.asked.captured[last]);
              if (!other) return NOT_FOUND;
              const rest = asList(thing.data.links).filter((id) => id !== other.id);
              visit.change(thing, { links: method === "delete" ? rest : [...rest, other.id] });
              visit.change(other, { linked: method !== "delete" });
              return NO_CONTENT;
            }),
        }),
      );
      return [...things.all(), ...others.all(), ...links];
    },
  },
];

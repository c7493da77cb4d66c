import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Draw } from "../draw.js";
import { NUMBERS, Resource } from "../resource.js";
import type { Visit } from "../visit.js";
import { objectOf, parameter, responses, type World, type WorldOperation } from "../world.js";

const ID: JsonObject = { type: "integer", minimum: 1 };
const DONE = { status: 200, body: { done: true } };

type Parts = Partial<WorldOperation> & { ids: (visit: Visit) => readonly (Json | undefined)[] };

/** A world where an action names a second item of the same kind. */
function second(name: string, make: (draw: Draw, items: Resource) => Parts & { path: string }): World {
  return {
    name: `second item ${name}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const { path, ids, ...rest } = make(draw, items);
      const useAll = (visit: Visit) => {
        for (const item of ids(visit).flatMap((id) => items.find(id) ?? [])) visit.change(item, { size: 999 });
        return DONE;
      };
      const action = path.startsWith("/-/")
        ? items.operation(draw.verb(), "post", items.collection + path.slice(2), {
            responses: responses(200, objectOf({ done: { type: "boolean" } })),
            handle: useAll,
            ...rest,
          })
        : items.action(path, useAll, rest);
      return [...items.all(), action];
    },
  };
}

function inBody(schema: JsonObject, example?: Json): Partial<WorldOperation> {
  return { body: { schema, ...(example === undefined ? {} : { example }) } };
}

/** References to items of the same kind as the target of an action. */
export const REFERENCES: readonly World[] = [
  second("mergeInto", (draw) => ({
    path: `/${draw.verb()}`,
    ...inBody(objectOf({ mergeInto: ID }), draw.chance(0.5) ? { mergeInto: 3 } : undefined),
    ids: ({ fields }) => [fields.mergeInto],
  })),
  second("in a list of ids", (draw) => ({
    path: `/${draw.verb()}`,
    ...inBody(objectOf({ itemIds: { type: "array", items: ID, minItems: 1 } }), { itemIds: [1, 2] }),
    ids: ({ fields }) => asList(fields.itemIds),
  })),
  second("in a list named by the noun", (draw, { noun }) => ({
    path: `/${draw.verb()}`,
    ...inBody(objectOf({ [noun.many]: { type: "array", items: ID, minItems: 1 } })),
    ids: ({ fields }) => asList(fields[noun.many]),
  })),
  second("in the query", (draw) => ({
    path: `/${draw.verb()}`,
    parameters: [parameter("to", ID, { required: true, ...(draw.chance(0.5) ? { example: 3 } : {}) })],
    ids: ({ asked }) => [asked.query.get("to") ?? undefined],
  })),
  second("in a header", (draw, { noun }) => ({
    path: `/-/${draw.verb()}`,
    parameters: [parameter(`X-${noun.one}-Id`, ID, { in: "header", required: true, example: 2 })],
    ids: ({ asked }) => [String(asked.headers[`x-${noun.one}-id`])],
  })),
  second("in a cookie", (draw, { noun }) => ({
    path: `/-/${draw.verb()}`,
    parameters: [parameter(`${noun.one}_id`, ID, { in: "cookie", required: true, example: 2 })],
    ids: ({ asked }) => [asked.cookies[`${noun.one}_id`]],
  })),
  second("as a list under id", (draw) => ({
    path: `/-/${draw.verb()}`,
    ...inBody(objectOf({ id: { type: "array", items: ID, minItems: 1 } }), { id: [1, 2] }),
    ids: ({ fields }) => asList(fields.id),
  })),
  second("in the path", (draw) => ({
    path: `/${draw.verb()}/{other}`,
    captures: { other: ID },
    ids: ({ asked }) => [asked.captured.other],
  })),
  second("under any name", (draw) => {
    const name = draw.pick(["target", "source", "with", "into", "after", "peer"]);
    return { path: `/${draw.verb()}`, ...inBody(objectOf({ [name]: ID })), ids: ({ fields }) => [fields[name]] };
  }),
  second("in objects", (draw) => ({
    path: `/${draw.verb()}`,
    ...inBody(objectOf({ into: objectOf({ id: ID }) })),
    ids: ({ fields }) => [asObject(fields.into).id],
  })),
  second("in a list of objects", (draw, { noun }) => ({
    path: `/${draw.verb()}`,
    ...inBody(objectOf({ [noun.many]: { type: "array", minItems: 1, items: objectOf({ id: ID }) } })),
    ids: ({ fields }) => asList(fields[noun.many]).map((each) => asObject(each).id),
  })),
  second("as an address", (draw, { collection, noun }) => ({
    path: `/${draw.verb()}`,
    ...inBody(objectOf({ [noun.one]: { type: "string", format: "uri-reference" } }), { [noun.one]: `${collection}/1` }),
    ids: ({ fields }) => [String(fields[noun.one]).split("/").at(-1)],
  })),
  second("in a text with commas", (draw) => ({
    path: `/-/${draw.verb()}`,
    parameters: [parameter("ids", { type: "string" }, { required: true, example: "1,2" })],
    ids: ({ asked }) => (asked.query.get("ids") ?? "").split(","),
  })),
  {
    name: "second item in a change",
    operations: (draw, store) => {
      const name = draw.pick(["parentId", "replaces", "mergedInto", "previous"]);
      const items = new Resource(draw, store, { naming: NUMBERS });
      const patch = items.patch();
      const schema = objectOf({ ...items.fields, [name]: ID }, draw.chance(0.5) ? [name] : []);
      return [
        ...items.all().filter(({ method }) => method !== "patch"),
        {
          ...patch,
          body: { schema, ...(draw.chance(0.5) ? { example: { title: "New", [name]: 2 } } : {}) },
          handle: (visit) => {
            const other = items.find(visit.fields[name]);
            if (other) visit.change(other, { child: true });
            return patch.handle(visit);
          },
        },
      ];
    },
  },
  {
    name: "a creation that replaces another item",
    operations: (draw, store) => {
      const name = draw.pick(["replaces", "supersedes", "previousId", "insteadOf"]);
      const fields = { title: { type: "string", minLength: 1 }, [name]: ID };
      const required = draw.chance(0.5) ? ["title", name] : ["title"];
      const example = { title: "New", [name]: 2 };
      const items = new Resource(draw, store, {
        naming: NUMBERS,
        fields,
        required,
        ...(draw.chance(0.5) ? { example } : {}),
      });
      const create = items.create(undefined, undefined, (visit) => {
        const other = items.find(visit.fields[name]);
        if (other) visit.remove(other);
      });
      return [...items.all().filter(({ method }) => method !== "post"), create];
    },
  },
  {
    name: "a creation that takes an item away",
    operations: (draw, store) => {
      const things = new Resource(draw, store, { naming: NUMBERS });
      const name = `${things.noun.one}Ids`;
      const fields = { title: { type: "string" }, [name]: { type: "array", items: ID, minItems: 1 } };
      const boxes = new Resource(draw, store, { fields, required: ["title", name] });
      const create = boxes.create(undefined, undefined, (visit) => {
        for (const id of asList(visit.fields[name])) {
          const thing = things.find(id);
          if (thing) visit.change(thing, { box: "the run's" });
        }
      });
      return [things.list(), things.get(), ...boxes.all().filter(({ method }) => method !== "post"), create];
    },
  },
];

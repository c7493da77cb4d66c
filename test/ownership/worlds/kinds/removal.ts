import type { JsonObject } from "#openapi/document/document.js";
import { INVALID, NO_CONTENT, NOT_FOUND, type Reply } from "../../reply.js";
import type { Draw } from "../draw.js";
import { LEVELS } from "../levels.js";
import { NUMBERS, Resource } from "../resource.js";
import type { Item } from "../store.js";
import type { Visit } from "../visit.js";
import { objectOf, parameter, responses, type World, type WorldOperation } from "../world.js";

type Removal = (visit: Visit, item: Item) => Reply | Promise<Reply>;

/** A world whose server does not remove what it was asked to remove. */
function stays(name: string, make: (draw: Draw) => Removal, read: (item: Item) => boolean = () => true): World {
  return {
    name: `removal that ${name}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const get = items.get();
      const guarded: WorldOperation["handle"] = (visit) =>
        items.withItem(visit, (item) => (read(item) ? get.handle(visit) : NOT_FOUND));
      return [items.list(), items.create(), items.patch(), { ...get, handle: guarded }, items.delete(make(draw))];
    },
  };
}

/** A world whose answer to a creation has no identifier. */
function unnamed(
  name: string,
  reply: (items: Resource, item: Item) => Reply,
  documented: JsonObject,
  isListed = true,
): World {
  return {
    name: `creation answered by ${name}${isListed ? "" : ", without a list"}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const create = items.create((item) => reply(items, item), documented);
      return [...(isListed ? [items.list()] : []), items.get(), items.delete(), create];
    },
  };
}

const soft = (_: Visit, item: Item): Reply => {
  item.data.deleted = true;
  return NO_CONTENT;
};

/** Deletions of which only one at a time succeeds. */
function oneAtATime(): Removal {
  let running = 0;
  return async (visit, item) => {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const isAlone = running === 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (!isAlone) return { status: 503 };
    visit.remove(item);
    return NO_CONTENT;
  };
}

const TEXT_LIST: JsonObject = { type: "array", items: { type: "string" } };

/** Creations that a run cannot undo, or cannot find: all that remains has to be named. */
export const REMOVAL: readonly World[] = [
  stays("answers 204 and does nothing", () => () => NO_CONTENT),
  stays(
    "answers 204, and the list still has it",
    () => soft,
    ({ data }) => data.deleted !== true,
  ),
  stays("fails if several run at once", oneAtATime),
  stays("always fails", (draw) => {
    const status = draw.pick([403, 409, 500, 503]);
    return () => ({ status });
  }),
  stays("fails the first time", () => {
    const tried = new Set<string>();
    return (visit, item) => {
      if (!tried.has(item.id)) {
        tried.add(item.id);
        return { status: 500 };
      }
      visit.remove(item);
      return NO_CONTENT;
    };
  }),
  unnamed("204", () => NO_CONTENT, responses(204)),
  unnamed("204", () => NO_CONTENT, responses(204), false),
  unnamed("a number", (_, { id }) => ({ status: 201, body: Number(id) || 1 }), responses(201, { type: "integer" })),
  unnamed(
    "a number",
    (_, { id }) => ({ status: 201, body: Number(id) || 1 }),
    responses(201, { type: "integer" }),
    false,
  ),
  unnamed("a text", (_, { id }) => ({ status: 201, body: `created ${id}` }), responses(201, { type: "string" })),
  unnamed("a text", () => ({ status: 201, body: "created" }), responses(201, { type: "string" }), false),
  unnamed("a list of texts", (_, { id }) => ({ status: 201, body: [id] }), responses(201, TEXT_LIST)),
  unnamed("true", () => ({ status: 200, body: true }), responses(200, { type: "boolean" }), false),
  unnamed(
    "303",
    (items, { id }) => ({ status: 303, headers: { location: `${items.collection}/${id}` } }),
    responses(303),
  ),
  unnamed("303", () => ({ status: 303, headers: { location: "/" } }), responses(303), false),
  unnamed("202", () => ({ status: 202 }), responses(202), false),
  {
    name: "creation of several items at once",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const create: WorldOperation = {
        ...items.create(),
        body: { schema: { type: "array", items: items.body, minItems: 1, maxItems: 5 } },
        handle: (visit) => {
          const { body } = visit.asked;
          if (!Array.isArray(body) || body.length === 0) return INVALID;
          const made = body.map((each) =>
            items.add(visit, typeof each === "object" && each && !Array.isArray(each) ? each : {}),
          );
          return { status: 201, body: made.slice(0, 1).map((item) => items.shown(item)) };
        },
        responses: responses(201, { type: "array", items: items.schema }),
      };
      return [items.list(), items.get(), items.delete(), create];
    },
  },
  {
    name: "creation with any body",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const create: WorldOperation = {
        ...items.create(),
        handle: (visit) => ({ status: 201, body: items.shown(items.add(visit, visit.fields)) }),
      };
      return [...items.all().filter(({ method }) => method !== "post"), create];
    },
  },
  {
    name: "creation of a second thing in secret",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const create = items.create();
      const handle: WorldOperation["handle"] = (visit) => {
        const reply = create.handle(visit);
        if (visit.created.length > 0) visit.add("audit", items.nextId(), {}, true);
        return reply;
      };
      return [...items.all().filter(({ method }) => method !== "post"), { ...create, handle }];
    },
  },
  {
    name: "creation that fails after it has created",
    limit: { reason: "a status of 5xx does not say that something was created", at: LEVELS },
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      let count = 0;
      const create = items.create((_, body) => {
        count += 1;
        return count % 2 === 0 ? { status: 500 } : { status: 201, body };
      });
      return [...items.all().filter(({ method }) => method !== "post"), create];
    },
  },
  {
    name: "removal that needs a confirmation",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const remove = items.delete();
      const confirmation = parameter("confirm", { type: "string" }, { required: true });
      const handle: WorldOperation["handle"] = (visit) =>
        items.withItem(visit, ({ data }) =>
          visit.asked.query.get("confirm") === data.title ? remove.handle(visit) : INVALID,
        );
      return [items.list(), items.get(), items.create(), { ...remove, parameters: [confirmation], handle }];
    },
  },
  {
    name: "removal by a required query parameter",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      store.removable.add(items.noun.one);
      const remove: WorldOperation = {
        ...{
          method: "delete",
          path: items.collection,
          ...draw.names("delete", items.noun.one),
          responses: responses(204),
        },
        parameters: [parameter("id", items.naming.schema, { required: true })],
        handle: (visit) => {
          const id = visit.asked.query.get("id");
          const named = id === null ? items.items() : [items.find(id)].flatMap((item) => item ?? []);
          for (const item of named) visit.remove(item);
          return named.length > 0 ? NO_CONTENT : NOT_FOUND;
        },
      };
      return [items.list(), items.get(), items.create(), remove];
    },
  },
  {
    name: "creation that nothing removes",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const other = new Resource(draw, store);
      return [items.list(), items.get(), items.create(), items.patch(), ...other.all()];
    },
  },
  {
    name: "creation that only its 201 shows",
    operations: (draw, store) => [new Resource(draw, store).create(), ...new Resource(draw, store).all()],
  },
  {
    name: "a POST that nothing shows to be a creation",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const post = items.create(
        () => ({ status: 200, body: { ok: true } }),
        responses(200, objectOf({ ok: { type: "boolean" } })),
        (visit) => visit.effect("did what a POST to a noun does"),
      );
      return [post, ...new Resource(draw, store).all()];
    },
  },
];

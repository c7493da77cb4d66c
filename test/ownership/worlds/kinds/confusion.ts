import type { JsonObject } from "#openapi/document/document.js";
import { INVALID, NO_CONTENT, NOT_FOUND, type Reply } from "../../reply.js";
import type { Draw } from "../draw.js";
import { LEVELS } from "../levels.js";
import { type Naming, NUMBERS, Resource } from "../resource.js";
import type { Item, Store } from "../store.js";
import type { Visit } from "../visit.js";
import { objectOf, parameter, responses, type World, type WorldOperation } from "../world.js";

/** What else happens while a request of the run creates an item. */
type Meanwhile = (items: Resource, item: Item, count: number) => void;

const title = ({ data }: Item) => String(data.title);

/** A world whose server does not say which item it created, while somebody else creates one. */
function beside(name: string, meanwhile: Meanwhile, order: "before" | "after" = "after"): World {
  return {
    name: `beside a creation, ${name}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const status = draw.pick([204, 200, 201, 202]);
      const create = items.create(() => ({ status }), responses(status));
      let count = 0;
      const handle: WorldOperation["handle"] = (visit) => {
        if (!items.accepts(visit.fields)) return INVALID;
        count += 1;
        if (order === "before") meanwhile(items, { ...emptyItem, data: visit.fields }, count);
        const reply = create.handle(visit);
        const [item] = visit.created;
        if (item && order === "after") meanwhile(items, item, count);
        return reply;
      };
      return [...items.all().filter(({ method }) => method !== "post"), { ...create, handle }];
    },
  };
}

const emptyItem: Item = { kind: "", id: "", owner: "run", data: {}, by: "", secret: false };

/** A world whose answer to a creation leads to an item of somebody else. */
function misleading(
  name: string,
  reply: (items: Resource, item: Item) => Reply,
  schema: (items: Resource) => JsonObject,
): World {
  return {
    name: `answer with ${name}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const create = items.create(
        (item) => reply(items, item),
        responses(201, schema(items), { Location: { schema: { type: "string" } } }),
      );
      return [...items.all().filter(({ method }) => method !== "post"), create];
    },
  };
}

/** Numbers that a server gives again after a deletion. @param fails whether it responds to some deletions with an error after them */
function reused(draw: Draw, store: Store, fails: boolean): WorldOperation[] {
  let removals = 0;
  const naming: Naming = { ...NUMBERS, next: () => "" };
  const items = new Resource(draw, store, { naming });
  const free = () => String([...Array(1000).keys()].map((n) => n + 1).find((n) => !items.find(n)));
  const create: WorldOperation = {
    ...items.create(),
    handle: (visit) => {
      if (!items.accepts(visit.fields)) return INVALID;
      const item = visit.add(items.noun.one, free(), { ...visit.fields });
      return { status: 201, body: items.shown(item) };
    },
  };
  const remove = items.delete((visit, item) => {
    visit.remove(item);
    // A colleague creates one at once.
    store.seed(items.noun.one, free(), { title: "A colleague's", size: 2 });
    removals += 1;
    return fails && removals % 2 === 1
      ? { status: 500, body: { error: "the mail about it was not sent" } }
      : NO_CONTENT;
  });
  return [items.list(), items.get(), items.patch(), create, remove];
}

const withOwner = ({ naming }: Resource) =>
  objectOf({ id: naming.schema, ownerId: naming.schema, parentId: naming.schema });

/** Items of others that look as if the run had created them. */
export const CONFUSION: readonly World[] = [
  beside("a colleague creates another", (items) => items.addOfOthers({ title: "A colleague's", size: 2 })),
  beside(
    "a colleague has created another",
    (items) => items.addOfOthers({ title: "A colleague's", size: 2 }),
    "before",
  ),
  beside("a colleague now and then creates another", (items, _, count) => {
    if (count % 3 === 0) items.addOfOthers({ title: "A colleague's", size: 2 });
  }),
  beside("the server makes a copy with a longer text", (items, item) => {
    items.addOfOthers({ ...item.data, title: `Copy of ${title(item)}` });
  }),
  beside("a colleague copies it", (items, item) => items.addOfOthers({ ...item.data })),
  beside("a colleague mentions it", (items, item) =>
    items.addOfOthers({ title: "A note", size: 1, about: title(item) }),
  ),
  {
    name: "beside a creation, the list shows the newest only",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const create = items.create((item) => {
        items.addOfOthers({ ...item.data, title: `${title(item)} (reviewed)` });
        return { status: 204 };
      }, responses(204));
      const newest = items.list(() => items.listed(items.items().slice(-1)));
      return [newest, items.get(), items.patch(), items.delete(), create];
    },
  },
  {
    name: "beside a creation, the list shows the own item later",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const reads = new Map<Item, number>();
      const create = items.create((item) => {
        reads.set(item, 0);
        items.addOfOthers({ title: "A colleague's", size: 2 });
        return { status: 202 };
      }, responses(202));
      const list = items.list(() => {
        const shown = items.items().filter((item) => {
          const count = reads.get(item);
          if (count !== undefined) reads.set(item, count + 1);
          return count === undefined || count > 2;
        });
        return items.listed(shown);
      });
      return [list, items.get(), items.patch(), items.delete(), create];
    },
  },
  { name: "numbers that are given again", operations: (draw, store) => reused(draw, store, false) },
  {
    name: "numbers that are given again after a deletion that seems to fail",
    operations: (draw, store) => reused(draw, store, true),
  },
  {
    name: "a creation that finds an equal item",
    operations: (draw, store) => {
      const fields = { color: { type: "string", enum: ["red", "green"] } };
      const seeds = [{ color: "red" }, { color: "green" }];
      const items = new Resource(draw, store, { naming: NUMBERS, fields, seeds });
      const status = draw.pick([200, 201]);
      const create: WorldOperation = {
        ...items.create(),
        handle: ({ fields: sent }: Visit) => {
          const equal = items.items().find(({ data }) => data.color === sent.color);
          return equal ? { status, body: items.shown(equal) } : INVALID;
        },
        responses: { ...responses(201, items.schema), ...responses(200, items.schema) },
      };
      return [...items.all().filter(({ method }) => method !== "post"), create];
    },
  },
  misleading(
    "ids of others beside the own",
    (items, item) => ({ status: 201, body: { id: items.idValue(item.id), ownerId: 1, parentId: 2 } }),
    withOwner,
  ),
  misleading(
    "an id of others alone",
    () => ({ status: 201, body: { parentId: 2 } }),
    ({ naming }) => objectOf({ parentId: naming.schema }),
  ),
  misleading(
    "an address of others",
    (items, item) => ({
      status: 201,
      body: { title: item.data.title ?? "" },
      headers: { location: `${items.collection}/1` },
    }),
    () => objectOf({ title: { type: "string" } }),
  ),
  misleading(
    "the item that was created before",
    (items, item) => {
      const others = items.items().filter(({ owner, id }) => owner === "others" && id !== item.id);
      return { status: 201, body: { id: items.idValue(others.at(-1)?.id ?? item.id) } };
    },
    ({ naming }) => objectOf({ id: naming.schema }),
  ),
  misleading(
    "the number of a job",
    () => ({ status: 202, body: { id: 2, status: "queued" }, headers: { location: "/jobs/2" } }),
    ({ naming }) => objectOf({ id: naming.schema, status: { type: "string" } }),
  ),
  {
    name: "a key of a request that somebody has used",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const name = draw.pick(["Idempotency-Key", "X-Request-Id"]);
      const create = items.create();
      const used = parameter(name, { type: "string" }, { in: "header", required: true, example: "order-4711" });
      const handle: WorldOperation["handle"] = (visit) => {
        const [first] = items.seeds;
        const isUsed = visit.asked.headers[name.toLowerCase()] === "order-4711";
        return isUsed && first ? { status: 201, body: items.shown(first) } : create.handle(visit);
      };
      return [...items.all().filter(({ method }) => method !== "post"), { ...create, parameters: [used], handle }];
    },
  },
  {
    name: "numbers that are places in a list",
    limit: { reason: "a number that is a place names another item after each deletion", at: LEVELS },
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const at = (visit: Visit) => items.items()[Number(visit.asked.captured[items.parameter]) - 1];
      const on = (operation: WorldOperation, act: (visit: Visit, item: Item) => Reply): WorldOperation => ({
        ...operation,
        handle: (visit) => {
          const item = at(visit);
          return item ? act(visit, item) : NOT_FOUND;
        },
      });
      const shown = (item: Item) => ({ ...item.data, id: items.items().indexOf(item) + 1 });
      const create = items.create((item) => ({ status: 201, body: shown(item) }));
      const handle: WorldOperation["handle"] = (visit) => {
        const reply = create.handle(visit);
        if (visit.created.length > 0) items.addOfOthers({ title: "A colleague's", size: 2 });
        return reply;
      };
      const get = on(items.get(), (_, item) => ({ status: 200, body: shown(item) }));
      const remove = on(items.delete(), (visit, item) => {
        visit.remove(item);
        return NO_CONTENT;
      });
      return [items.list(() => ({ status: 200, body: items.items().map(shown) })), get, remove, { ...create, handle }];
    },
  },
  {
    name: "same numbers of another kind",
    operations: (draw, store) => {
      const orders = new Resource(draw, store, { naming: NUMBERS });
      const archive = new Resource(draw, store, {
        naming: { ...NUMBERS, seeds: ["4", "5", "6"] },
        noun: { one: `${orders.noun.one}-record`, many: `${orders.noun.one}-records` },
      });
      store.removable.delete(orders.noun.one);
      return [
        orders.list(),
        orders.get(),
        orders.create(),
        archive.list(),
        archive.get(),
        archive.delete(),
        archive.patch(),
      ];
    },
  },
];

import type { JsonObject } from "#openapi/document/document.js";
import { NO_CONTENT, NOT_FOUND } from "../../reply.js";
import { NUMBERS, Resource } from "../resource.js";
import { objectOf, parameter, responses, type World, type WorldOperation } from "../world.js";

/** Collections and items whose paths mean more, or something else, than they seem to. */
export const PATHS: readonly World[] = [
  {
    name: "DELETE of the whole collection",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const everything: WorldOperation = {
        ...{
          method: "delete",
          path: items.collection,
          ...draw.names(draw.verb(), items.noun.many),
          responses: responses(204),
        },
        ...(draw.chance(0.5) ? { parameters: [parameter("size", { type: "integer" })] } : {}),
        handle: (visit) => {
          for (const item of items.items()) visit.remove(item);
          return NO_CONTENT;
        },
      };
      const operations = draw.chance(0.5) ? items.all() : [items.list(), items.get(), items.create()];
      return [...operations, everything];
    },
  },
  ...(["put", "patch"] as const).map(
    (method): World => ({
      name: `${method.toUpperCase()} on the whole collection`,
      operations: (draw, store) => {
        const items = new Resource(draw, store);
        const schema: JsonObject = draw.chance(0.5) ? items.body : { type: "array", items: items.schema };
        const onAll: WorldOperation = {
          ...{ method, path: items.collection, ...draw.names(draw.verb(), items.noun.many), body: { schema } },
          responses: responses(200, { type: "array", items: items.schema }),
          handle: (visit) => {
            for (const item of items.items()) visit.change(item, { size: 0 });
            return items.listed(items.items());
          },
        };
        return [...items.all(), onAll];
      },
    }),
  ),
  {
    name: "item path that takes the id of a group",
    operations: (draw, store) => {
      const group = objectOf({ id: NUMBERS.schema, groupId: NUMBERS.schema, title: { type: "string" } });
      const items = new Resource(draw, store, { naming: NUMBERS, fields: { title: { type: "string", minLength: 1 } } });
      store.removable.add(items.noun.one);
      const create = items.create(
        (_, shown) => ({ status: 201, body: { ...shown, groupId: 2 } }),
        responses(201, group),
      );
      const remove: WorldOperation = {
        ...{
          method: "delete",
          path: `${items.collection}/{groupId}`,
          captures: { groupId: NUMBERS.schema },
          responses: responses(204),
        },
        ...draw.names("delete", "group"),
        handle: (visit) => {
          const isGroup = visit.asked.captured.groupId === "2";
          if (isGroup) for (const item of items.items()) visit.remove(item);
          return isGroup ? NO_CONTENT : NOT_FOUND;
        },
      };
      return [items.list(), create, remove];
    },
  },
  {
    name: "removal by a field that others share",
    operations: (draw, store) => {
      const color: JsonObject = { type: "string", enum: ["red", "green"] };
      const seeds = [
        { title: "Ann's", color: "red" },
        { title: "Bob's", color: "green" },
      ];
      const items = new Resource(draw, store, { fields: { title: { type: "string", minLength: 1 }, color }, seeds });
      const remove: WorldOperation = {
        ...{
          method: "delete",
          path: `${items.collection}/${draw.pick(["by-color/", "", "color/"])}{color}`,
          captures: { color },
        },
        ...draw.names(draw.verb(), items.noun.many),
        responses: responses(204),
        handle: (visit) => {
          for (const item of items.items()) if (item.data.color === visit.asked.captured.color) visit.remove(item);
          return NO_CONTENT;
        },
      };
      const isShared = remove.path.endsWith(`${items.collection}/{color}`);
      if (isShared) store.removable.add(items.noun.one);
      const rest = isShared ? [items.list(), items.create()] : items.all();
      return [...rest, remove];
    },
  },
  {
    name: "actions after a colon",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const action = items.action(`:${draw.verb()}`, (visit, item) => {
        visit.change(item, { size: 0 });
        return { status: 200, body: { done: true } };
      });
      return [...items.all(), action];
    },
  },
  ...([true, false] as const).map(
    (isOnlyRead): World => ({
      name: isOnlyRead ? "parents that a run cannot create" : "parents that a run can create",
      operations: (draw, store) => {
        const parents = new Resource(draw, store, { naming: NUMBERS });
        const below = parents.item;
        const parts = new Resource(draw, store, { below, captures: parents.itemCaptures });
        const under = (operation: WorldOperation): WorldOperation => ({
          ...operation,
          handle: (visit) => {
            const parent = parents.find(visit.asked.captured[parents.parameter]);
            if (!parent) return NOT_FOUND;
            if (operation.method !== "get") visit.use(parent);
            return operation.handle(visit);
          },
        });
        // The parts of a deleted parent are gone with it.
        const remove = parents.delete((visit, parent) => {
          visit.remove(parent);
          for (const part of parts.items()) if (part.owner === "run") store.drop(part);
          return NO_CONTENT;
        });
        const own = isOnlyRead
          ? [parents.list(), parents.get()]
          : [parents.list(), parents.get(), parents.create(), remove];
        return [...own, ...parts.all().map(under)];
      },
    }),
  ),
  {
    name: "parents that POST finds instead of creating",
    operations: (draw, store) => {
      const parents = new Resource(draw, store, { naming: NUMBERS });
      const [first] = parents.seeds;
      const find: WorldOperation = {
        ...parents.create(),
        handle: () => (first ? { status: 200, body: parents.shown(first) } : NOT_FOUND),
        responses: responses(200, parents.schema),
      };
      return [parents.list(), parents.get(), find, parents.delete(), parents.patch()];
    },
  },
  {
    name: "operations that the document does not have",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const hidden = (["put", "patch", "delete", "post"] as const).flatMap((method): WorldOperation[] => {
        return [items.collection, `${items.collection}/{any}`, `${items.collection}/{any}/{more}`].map((path) => ({
          ...{ method, path, responses: {}, hidden: true },
          handle: (visit) => {
            // On an item, they act on it; elsewhere, on all.
            const named = items.find(visit.asked.captured.any);
            const isItem = path.endsWith("{any}");
            for (const item of isItem ? [named].flatMap((each) => each ?? []) : items.items()) visit.remove(item);
            return isItem && !named ? NOT_FOUND : NO_CONTENT;
          },
        }));
      });
      const shown = draw.chance(0.5) ? [items.list(), items.get()] : items.all();
      const has = ({ method, path }: WorldOperation) => {
        return shown.some(
          (each) =>
            each.method === method && each.path.split("{")[0] === path.split("{")[0] && !path.includes("{more}"),
        );
      };
      return [...shown, ...hidden.filter((operation) => !has(operation))];
    },
  },
  {
    name: "members of a group that is not the run's",
    operations: (draw, store) => {
      const groups = new Resource(draw, store, { naming: NUMBERS });
      const path = `${groups.item}/${draw.noun().many}/{memberId}`;
      const captures = { ...groups.itemCaptures, memberId: NUMBERS.schema };
      const member = (method: "put" | "delete"): WorldOperation => ({
        ...{
          method,
          path,
          captures,
          ...draw.names(method === "put" ? "add" : "remove", "member"),
          responses: responses(204),
        },
        handle: (visit) =>
          groups.withItem(visit, (group) => {
            visit.change(group, { members: [Number(visit.asked.captured.memberId)] });
            return NO_CONTENT;
          }),
      });
      return [groups.list(), groups.get(), member("put"), member("delete")];
    },
  },
  {
    name: "POST to an item that acts on it",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      return [
        items.list(),
        items.get(),
        items.delete(),
        items.action("", () => ({ status: 200, body: { done: true } })),
      ];
    },
  },
  {
    name: "ids that fit by their beginning",
    operations: (draw, store) => {
      const items = new Resource(draw, store, {
        naming: { schema: { type: "string" }, seeds: ["a41f", "b9c2", "unknown-host"], next: (count) => `run${count}` },
      });
      const remove = items.delete();
      const handle: WorldOperation["handle"] = (visit) => {
        const id = visit.asked.captured[items.parameter] ?? "";
        const item = items.items().find((each) => each.id.startsWith(id));
        if (!item) return NOT_FOUND;
        visit.remove(item);
        return NO_CONTENT;
      };
      return [...items.all().slice(0, -1), { ...remove, handle }];
    },
  },
  {
    name: "numbers that mean all or the last",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: { ...NUMBERS, schema: { type: "integer" } } });
      const remove = items.delete();
      const handle: WorldOperation["handle"] = (visit) => {
        const id = visit.asked.captured[items.parameter] ?? "";
        if (!/^(0|-\d+|0+\d+|\*|null|undefined)$/.test(id)) return remove.handle(visit);
        for (const item of items.items()) visit.remove(item);
        return NO_CONTENT;
      };
      return [...items.all().slice(0, -1), { ...remove, handle }];
    },
  },
];

import type { JsonObject } from "#openapi/document/document.js";
import type { Draw } from "../draw.js";
import { NUMBERS, Resource } from "../resource.js";
import type { Store } from "../store.js";
import { type Method, objectOf, responses, type World, type WorldOperation } from "../world.js";
import { procedure } from "./procedures.js";

const THEME: JsonObject = objectOf({ theme: { type: "string" } }, []);
const PASSWORD: JsonObject = objectOf({ password: { type: "string", minLength: 8 } });

/** The operations of something that exists once. */
function singleton(
  draw: Draw,
  store: Store,
  path: string,
  methods: readonly Method[],
  schema = THEME,
): WorldOperation[] {
  const item = store.seed(path, "one", { theme: "dark" });
  return methods.map((method): WorldOperation => {
    const isRead = method === "get";
    return {
      ...{ method, path, ...draw.names(isRead ? "get" : draw.verb(), "it") },
      ...(isRead || method === "delete" ? {} : { body: { schema } }),
      responses: method === "delete" ? responses(204) : responses(method === "post" ? 201 : 200, schema),
      handle: (visit) => {
        if (!isRead) visit.change(item, { ...visit.fields, by: "the run" });
        return method === "delete"
          ? { status: 204 }
          : { status: method === "post" ? 201 : 200, body: { theme: "dark" } };
      },
    };
  });
}

/** An address among items that means something of the caller: the current one, the latest one, the default. */
function alias(name: string, methods: readonly Method[]): World {
  return {
    name: `alias /${name} of an item`,
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const [first] = items.seeds;
      const path = `${items.collection}/${name}`;
      const onFirst = methods.map((method): WorldOperation => {
        const isDeletion = method === "delete";
        return {
          ...{ method, path, ...draw.names(draw.verb(), items.noun.one) },
          ...(isDeletion ? {} : { body: { schema: items.body } }),
          responses: isDeletion ? responses(204) : responses(200, items.schema),
          handle: (visit) => {
            if (!first || !items.items().includes(first)) return { status: 404 };
            if (isDeletion) visit.remove(first);
            else visit.change(first, visit.fields);
            return isDeletion ? { status: 204 } : { status: 200, body: items.shown(first) };
          },
        };
      });
      return [...items.all(), ...onFirst];
    },
  };
}

/** Things that exist once, sessions, and keys. */
export const SINGLETONS: readonly World[] = [
  {
    name: "singleton",
    operations: (draw, store) => [
      ...new Resource(draw, store).all(),
      ...singleton(draw, store, `/${draw.noun().one}`, ["get", "put", "patch"]),
      ...singleton(draw, store, `/${draw.noun().many}/${draw.noun().one}`, ["get", "put", "delete"]),
    ],
  },
  {
    name: "singleton that POST replaces",
    operations: (draw, store) => [
      ...new Resource(draw, store).all(),
      ...singleton(draw, store, `/${draw.noun().one}`, ["get", "post", "delete"]),
    ],
  },
  {
    name: "the caller's account",
    operations: (draw, store) => [
      ...singleton(draw, store, "/me", ["get", "patch", "delete"]),
      ...singleton(draw, store, `/me/${draw.noun().one}`, ["get", "post", "delete"]),
      ...singleton(draw, store, "/account/password", ["post", "put"], PASSWORD),
      ...new Resource(draw, store).all(),
    ],
  },
  {
    name: "sessions",
    operations: (draw, store) => [
      ...singleton(draw, store, "/session", ["post", "delete"], PASSWORD),
      procedure(draw, draw.verb(), "/sessions", { method: "delete", responses: responses(204) }),
      procedure(draw, "logout", "/logout", { responses: responses(204) }),
      ...new Resource(draw, store).all(),
    ],
  },
  {
    name: "the key of the run",
    operations: (draw, store) => {
      const tokens = new Resource(draw, store, { noun: { one: "token", many: "tokens" }, naming: NUMBERS });
      const [own] = tokens.seeds;
      const current: WorldOperation = {
        ...{
          method: "delete",
          path: "/tokens/current",
          ...draw.names(draw.verb(), "token"),
          responses: responses(204),
        },
        handle: (visit) => {
          if (own) visit.remove(own);
          return { status: 204 };
        },
      };
      return [...tokens.all(), current, procedure(draw, draw.verb(), "/tokens/current/rotate")];
    },
  },
  ...["latest", "default", "me", "0", "all"].map((name) => alias(name, ["delete", "put"])),
  {
    name: "an item path that is an alias only",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const newestOfOthers = () =>
        items
          .items()
          .filter(({ owner }) => owner === "others")
          .at(-1);
      const remove: WorldOperation = {
        ...{ method: "delete", path: `${items.collection}/latest`, responses: responses(204) },
        handle: (visit) => {
          // A colleague always has a later one.
          const item = newestOfOthers();
          if (item) visit.remove(item);
          return { status: item ? 204 : 404 };
        },
      };
      return [items.list(), items.create(), remove];
    },
  },
];

import type { JsonObject } from "#openapi/document/document.js";
import { NO_CONTENT } from "../../reply.js";
import { NUMBERS, Resource, type Traits } from "../resource.js";
import type { Item } from "../store.js";
import type { Visit } from "../visit.js";
import { responses, type World, type WorldOperation } from "../world.js";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 60 };
const EMAIL: JsonObject = { type: "string", format: "email" };
const SLUG: JsonObject = { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 40 };

interface Upsert {
  key: string;
  schema: JsonObject;
  seeds: readonly string[];
  example?: string;
  /** Whether the letter case counts (default: false). */
  exact?: true;
}

/** A world where a creation with the key of an existing item changes that item. */
function upsert({ key, schema, seeds, example, exact }: Upsert): World {
  return {
    name: `upsert by ${key}${example === undefined ? "" : `, with the example ${example}`}`,
    operations: (draw, store) => {
      const traits: Traits = {
        naming: NUMBERS,
        fields: { [key]: schema, note: { type: "string" } },
        required: [key],
        seeds: seeds.map((value) => ({ [key]: value, note: "of others" })),
        ...(example === undefined ? {} : { example: { [key]: example, note: "new" } }),
      };
      const items = new Resource(draw, store, traits);
      const plain = (value: unknown) => (exact ? String(value) : String(value).toLowerCase());
      const create = items.create();
      const handle: WorldOperation["handle"] = (visit) => {
        const known = items.items().find(({ data }) => plain(data[key]) === plain(visit.fields[key]));
        if (!known) return create.handle(visit);
        visit.change(known, visit.fields);
        return { status: 200, body: items.shown(known) };
      };
      return [...items.all().filter(({ method }) => method !== "post"), { ...create, handle }];
    },
  };
}

/** Creations that change what has the same key. */
export const NATURAL_KEYS: readonly World[] = [
  upsert({ key: "email", schema: EMAIL, seeds: ["ann@customer.example", "user@example.com", "a@example.com"] }),
  upsert({ key: "email", schema: EMAIL, seeds: ["Ann@Customer.example"], example: "ann@customer.example" }),
  upsert({ key: "slug", schema: SLUG, seeds: ["main", "a", "test", "default", "0"] }),
  upsert({ key: "slug", schema: SLUG, seeds: ["spring-sale"], example: "spring-sale" }),
  upsert({ key: "externalId", schema: TEXT, seeds: ["A-1", "string", "a", "text"], example: "a-1" }),
  upsert({ key: "externalId", schema: TEXT, seeds: ["A-1", "1", "x"], example: "A-1", exact: true }),
  upsert({ key: "name", schema: TEXT, seeds: ["Production", "string", "test", "name", "a"], example: "production" }),
  upsert({ key: "username", schema: TEXT, seeds: ["admin", "root", "user"], example: "admin" }),
  upsert({ key: "title", schema: { ...TEXT, default: "Untitled" }, seeds: ["Untitled", "New", "a"] }),
  {
    name: "PUT of a chosen name",
    operations: (draw, store) => {
      const naming = { schema: draw.pick([SLUG, TEXT]), seeds: ["main", "test", "default"], next: () => "unused" };
      const items = new Resource(draw, store, { naming });
      const put = items.put();
      const handle: WorldOperation["handle"] = (visit) => {
        const id = visit.asked.captured[items.parameter] ?? "";
        const known = items.items().find((item) => item.id.toLowerCase() === id.toLowerCase());
        if (known) visit.change(known, visit.fields);
        const item = known ?? visit.add(items.noun.one, id, { ...visit.fields });
        return { status: known ? 200 : 201, body: items.shown(item) };
      };
      const documented = { ...responses(200, items.schema), ...responses(201, items.schema) };
      return [items.list(), items.get(), items.delete(), { ...put, responses: documented, handle }];
    },
  },
  {
    name: "PUT on the collection, by a key of the body",
    operations: (draw, store) => {
      const items = new Resource(draw, store, {
        naming: NUMBERS,
        fields: { externalId: TEXT, note: TEXT },
        seeds: ["A-1", "string", "x"].map((externalId) => ({ externalId, note: "of others" })),
        example: { externalId: "A-1", note: "new" },
      });
      const create = items.create();
      const handle: WorldOperation["handle"] = (visit) => {
        const known = items.items().find(({ data }) => data.externalId === visit.fields.externalId);
        if (!known) return create.handle(visit);
        visit.change(known, visit.fields);
        return { status: 200, body: items.shown(known) };
      };
      return [items.list(), items.get(), items.delete(), { ...create, method: "put", handle }];
    },
  },
  {
    name: "a change to a taken key, which merges",
    operations: (draw, store) => {
      const seeds = ["main", "string", "test"].map((name) => ({ name, note: "of others" }));
      const items = new Resource(draw, store, {
        naming: NUMBERS,
        fields: { name: TEXT, note: TEXT },
        seeds,
        example: { name: "main", note: "" },
      });
      const same = (name: unknown): Item | undefined =>
        items.items().find(({ data, owner }) => owner === "others" && data.name === name);
      const merge = (operation: WorldOperation): WorldOperation => ({
        ...operation,
        handle: (visit: Visit) => {
          const other = same(visit.fields.name);
          if (!other) return operation.handle(visit);
          visit.change(other, visit.fields);
          return NO_CONTENT;
        },
      });
      return [
        items.list(),
        items.get(),
        items.delete(),
        merge(items.create()),
        merge(items.patch()),
        merge(items.put()),
      ];
    },
  },
];

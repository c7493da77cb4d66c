import { asObject, type JsonObject } from "#openapi/document/document.js";
import { INVALID, NO_CONTENT, NOT_FOUND } from "../../reply.js";
import { NUMBERS, Resource, type Traits } from "../resource.js";
import type { Item } from "../store.js";
import type { Visit } from "../visit.js";
import { objectOf, parameter, responses, type World, type WorldBody, type WorldOperation } from "../world.js";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 60 };
const EMAIL: JsonObject = { type: "string", format: "email" };
const SLUG: JsonObject = { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 40 };

/** Where a request has its key. */
type Place = "field" | "data" | "object" | "query" | "form";

interface Upsert {
  key: string;
  schema: JsonObject;
  seeds: readonly string[];
  example?: string;
  /** Where the key is (default: a field of the body). */
  at?: Place;
  /** Whether a creation needs the key (default: true). Without it, the server takes the first of the seeds. */
  optional?: true;
  /** Whether the letter case and spaces count (default: false). */
  exact?: true;
}

/** The body of a creation that has its fields in this place. */
function bodyOf(items: Resource, place: Place): WorldBody {
  const example = items.exampleBody;
  if (place === "data")
    return { schema: objectOf({ data: items.body }), ...(example ? { example: { data: example } } : {}) };
  if (place === "object")
    return { schema: objectOf({ profile: items.body }), ...(example ? { example: { profile: example } } : {}) };
  const type = place === "form" ? { type: "application/x-www-form-urlencoded" } : {};
  return { schema: items.body, ...type, ...(example ? { example } : {}) };
}

/** The fields of a creation. */
function sentFields(visit: Visit, key: string, place: Place): JsonObject {
  if (place === "data") return asObject(visit.fields.data);
  if (place === "object") return asObject(visit.fields.profile);
  return place === "query" ? { ...visit.fields, [key]: visit.asked.query.get(key) } : visit.fields;
}

/** A world where a creation with the key of an existing item changes that item. */
function upsert({ key, schema, seeds, example, at = "field", optional, exact }: Upsert): World {
  const [first = ""] = seeds;
  const plain = (value: unknown) => (exact ? String(value) : String(value).trim().normalize("NFKC").toLowerCase());
  return {
    name: `upsert by ${key} in ${at}${optional ? ", optional" : ""}${example === undefined ? "" : `, with the example ${example}`}`,
    operations: (draw, store) => {
      const traits: Traits = {
        naming: NUMBERS,
        fields: { ...(at === "query" ? {} : { [key]: schema }), note: { type: "string" } },
        required: optional || at === "query" ? [] : [key],
        seeds: seeds.map((value) => ({ [key]: value, note: "of others" })),
        ...(example === undefined || at === "query" ? {} : { example: { [key]: example, note: "new" } }),
      };
      const items = new Resource(draw, store, traits);
      const settings: JsonObject = { required: true, ...(example === undefined ? {} : { example }) };
      const handle: WorldOperation["handle"] = (visit) => {
        const sent = sentFields(visit, key, at);
        if (typeof sent[key] !== "string" && !Array.isArray(sent[key]) && !optional) return INVALID;
        const value = sent[key] ?? first;
        const known = items.items().find(({ data }) => plain(data[key]) === plain(value));
        if (known) visit.change(known, sent);
        const item = known ?? items.add(visit, { ...sent, [key]: value });
        return { status: known ? 200 : 201, body: items.shown(item) };
      };
      const body = bodyOf(items, at);
      const parameters = at === "query" ? [parameter(key, schema, settings)] : [];
      const usual = items.all().filter(({ method }) => method !== "post");
      return [...usual, { ...items.create(), body, parameters, handle }];
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
  upsert({ key: "title", schema: { ...TEXT, default: "Untitled" }, seeds: ["Untitled", "New", "a"], optional: true }),
  upsert({ key: "email", schema: EMAIL, seeds: ["ann@customer.example"], example: "ann@customer.example", at: "data" }),
  upsert({ key: "email", schema: EMAIL, seeds: ["ann@customer.example"], example: "ann@customer.example", at: "form" }),
  upsert({ key: "username", schema: TEXT, seeds: ["ann"], example: "ann", at: "object" }),
  upsert({ key: "name", schema: TEXT, seeds: ["Production"], example: "Production", at: "query" }),
  upsert({ key: "externalId", schema: TEXT, seeds: ["A-1"], example: "A-1", at: "data" }),
  upsert({ key: "code", schema: { type: "string", pattern: "^[A-Z]$" }, seeds: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"] }),
  upsert({ key: "handle", schema: { ...TEXT, examples: ["ann"] }, seeds: ["ann"] }),
  upsert({
    key: "domain",
    schema: { type: "string", format: "hostname" },
    seeds: ["shop.customer.example", "example.com"],
    example: "example.com",
  }),
  {
    name: "PUT of a chosen name",
    operations: (draw, store) => {
      const text = draw.pick([SLUG, TEXT]);
      const schema = draw.chance(0.5) ? text : { ...text, examples: [draw.pick(["main", "spring-sale"])] };
      const naming = { schema, seeds: ["main", "test", "default"], next: () => "unused" };
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
  ...(["name without reads", "number", "number without reads", "date"] as const).map(
    (kind): World => ({
      name: `PUT of a chosen ${kind}`,
      operations: (draw, store) => {
        const schema: JsonObject =
          kind === "date"
            ? { type: "string", format: "date" }
            : kind.startsWith("number")
              ? { type: "integer", minimum: 1 }
              : TEXT;
        const seeds =
          kind === "date"
            ? ["2024-01-01", "2024-12-31"]
            : kind.startsWith("number")
              ? ["1", "2"]
              : ["logo.png", "main"];
        const items = new Resource(draw, store, { naming: { schema, seeds, next: () => "unused" } });
        // All numbers up to 5,000 are taken.
        const taken = (id: string) =>
          items.find(id) ?? (/^[1-4]?\d{1,3}$/.test(id) && kind.startsWith("number") ? items.seeds[0] : undefined);
        const at = (visit: Visit) => visit.asked.captured[items.parameter] ?? "";
        const put: WorldOperation = {
          ...items.put(),
          responses: { ...responses(200, items.schema), ...responses(201, items.schema) },
          handle: (visit) => {
            const known = taken(at(visit));
            if (known) visit.change(known, visit.fields);
            const item = known ?? visit.add(items.noun.one, at(visit), { ...visit.fields });
            return { status: known ? 200 : 201, body: items.shown(item) };
          },
        };
        const remove: WorldOperation = {
          ...items.delete(),
          handle: (visit) => {
            const known = taken(at(visit));
            if (known) visit.remove(known);
            return known ? NO_CONTENT : NOT_FOUND;
          },
        };
        const get: WorldOperation = {
          ...items.get(),
          handle: (visit) => {
            const known = taken(at(visit));
            return known ? { status: 200, body: items.shown(known) } : NOT_FOUND;
          },
        };
        return [...(kind.endsWith("reads") ? [] : [get]), put, remove];
      },
    }),
  ),
];

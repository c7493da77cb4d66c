import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { INVALID, NO_CONTENT, NOT_FOUND } from "../../reply.js";
import type { Draw } from "../draw.js";
import { NUMBERS, Resource } from "../resource.js";
import type { Store } from "../store.js";
import { responses, type World, type WorldOperation } from "../world.js";

const TEXT: JsonObject = { type: "string", minLength: 1 };
const MAP: JsonObject = { type: "object", additionalProperties: TEXT };
const LIST: JsonObject = { type: "array", items: TEXT };
const MEMBERS = ["blue", "green", "red"];
const NAMES: JsonObject = { type: "string", enum: MEMBERS };

/** Things that have entries, and their paths. */
function entriesOfThings(draw: Draw, store: Store, schema: JsonObject, entries: JsonObject = {}) {
  const seeds = ["Ann's own", "Production"].map((title) => ({ title, size: 3, ...entries }));
  const things = new Resource(draw, store, { seeds });
  const noun = draw.noun();
  const collection = `${things.item}/${noun.many}`;
  const path = `${collection}/{${noun.one}}`;
  const captures = { ...things.itemCaptures, [noun.one]: schema };
  const entry = (method: WorldOperation["method"], handle: WorldOperation["handle"], body?: JsonObject) => ({
    ...{ method, path, captures, ...draw.names(draw.verb(), noun.one), responses: responses(204), handle },
    ...(body ? { body: { schema: body } } : {}),
  });
  const all = (method: WorldOperation["method"], handle: WorldOperation["handle"], shown: JsonObject) => ({
    ...{ method, path: collection, captures: things.itemCaptures, ...draw.names(draw.verb(), noun.many) },
    ...{ responses: method === "get" ? responses(200, shown) : responses(204), handle },
    ...(method === "get" ? {} : { body: { schema: shown } }),
  });
  return { things, noun, entry, all };
}

/** Entries below things. What a path names may be a key of the thing, or something that all things share. */
export const ENTRIES: readonly World[] = [
  ...[TEXT, NAMES].map(
    (names): World => ({
      name: `entries of a map, with ${"enum" in names ? "names of a closed set" : "any names"}`,
      operations: (draw, store) => {
        const { things, noun, entry, all } = entriesOfThings(draw, store, names, { entries: { blue: "of others" } });
        const entriesIn = ({ data }: { data: JsonObject }) => asObject(data.entries ?? {});
        const set: WorldOperation["handle"] = (visit) =>
          things.withItem(visit, (thing) => {
            const [value] = Object.values(visit.fields);
            const name = visit.asked.captured[noun.one] ?? "";
            if (typeof value !== "string" || ("enum" in names && !MEMBERS.includes(name))) return INVALID;
            visit.change(thing, { entries: { ...entriesIn(thing), [name]: value } });
            return NO_CONTENT;
          });
        const remove: WorldOperation["handle"] = (visit) =>
          things.withItem(visit, (thing) => {
            const { [visit.asked.captured[noun.one] ?? ""]: removed, ...others } = entriesIn(thing);
            if (removed === undefined) return NOT_FOUND;
            visit.change(thing, { entries: others });
            return NO_CONTENT;
          });
        const add: WorldOperation["handle"] = (visit) =>
          things.withItem(visit, (thing) => {
            visit.change(thing, { entries: { ...entriesIn(thing), ...visit.fields } });
            return NO_CONTENT;
          });
        const show: WorldOperation["handle"] = (visit) =>
          things.withItem(visit, (thing) => ({ status: 200, body: entriesIn(thing) }));
        const body = { type: "object", required: ["value"], properties: { value: TEXT } };
        const posts = "enum" in names ? [] : [all("post", add, MAP)];
        return [...things.all(), all("get", show, MAP), ...posts, entry("put", set, body), entry("delete", remove)];
      },
    }),
  ),
  {
    name: "texts of a list of a thing, by which others are found",
    operations: (draw, store) => {
      const { things, noun, entry, all } = entriesOfThings(draw, store, TEXT, { texts: ["urgent", "blue"] });
      const textsIn = ({ data }: { data: JsonObject }): Json[] => asList(data.texts ?? []);
      const change = (next: (texts: Json[], name: string) => Json[]): WorldOperation["handle"] => {
        return (visit) =>
          things.withItem(visit, (thing) => {
            const name = visit.asked.captured[noun.one] ?? "";
            visit.change(thing, { texts: next(textsIn(thing), name) });
            return NO_CONTENT;
          });
      };
      return [
        ...things.all(),
        all("get", (visit) => things.withItem(visit, (thing) => ({ status: 200, body: textsIn(thing) })), LIST),
        entry(
          "put",
          change((texts, name) => [...texts, name]),
        ),
        entry(
          "delete",
          change((texts, name) => texts.filter((text) => text !== name)),
        ),
      ];
    },
  },
  {
    name: "members of a closed set below a thing, which all things share",
    operations: (draw, store) => {
      const { things, noun, entry, all } = entriesOfThings(draw, store, NAMES);
      const shared = MEMBERS.map((name) => store.seed(noun.one, name, { name, note: "of others" }));
      const withShared = (
        change: (visit: Parameters<WorldOperation["handle"]>[0], item: (typeof shared)[number]) => void,
      ) => {
        const handle: WorldOperation["handle"] = (visit) => {
          const item = store.all(noun.one).find(({ id }) => id === visit.asked.captured[noun.one]);
          if (!item) return NOT_FOUND;
          change(visit, item);
          return NO_CONTENT;
        };
        return handle;
      };
      const items = { type: "array", items: { type: "object", properties: { name: TEXT, note: TEXT } } };
      const body = { type: "object", required: ["note"], properties: { note: TEXT } };
      return [
        ...things.all(),
        all("get", () => ({ status: 200, body: shared.map(({ data }) => data) }), items),
        entry(
          "put",
          withShared((visit, item) => visit.change(item, visit.fields)),
          body,
        ),
        entry(
          "delete",
          withShared((visit, item) => visit.remove(item)),
        ),
      ];
    },
  },
  ...([false, true] as const).map(
    (isPlain): World => ({
      name: `links by a list in a body, removed by ${isPlain ? "the ids that their list has" : "numbers of their own"}`,
      operations: (draw, store) => {
        const parts = new Resource(draw, store, { naming: NUMBERS });
        const things = new Resource(draw, store, { naming: NUMBERS });
        const links = new Resource(draw, store, {
          naming: { ...NUMBERS, seeds: Array.from({ length: 40 }, (_, index) => String(index + 1)) },
          seeds: Array.from({ length: 40 }, (_, index) => ({ title: `Link ${index}` })),
        });
        const collection = `${things.item}/${draw.noun().many}`;
        const name = `${parts.noun.one}Id`;
        const field = `${parts.noun.one}Ids`;
        const id = { type: "integer" };
        const item = isPlain ? id : { type: "object", properties: { id, title: TEXT } };
        const idsIn = ({ data }: { data: JsonObject }): Json[] => asList(data.ids ?? []);
        const common = { captures: things.itemCaptures };
        return [
          ...things.all(),
          ...parts.all(),
          {
            ...{
              ...common,
              method: "get",
              path: collection,
              responses: responses(200, { type: "array", items: item }),
            },
            handle: (visit) =>
              things.withItem(visit, (thing) => {
                const shown = idsIn(thing).map((own): Json => (isPlain ? own : { id: own, title: "Link" }));
                return { status: 200, body: shown };
              }),
          },
          {
            ...{ ...common, method: "post", path: collection, responses: responses(204) },
            body: {
              schema: { type: "object", required: [field], properties: { [field]: { type: "array", items: id } } },
            },
            handle: (visit) =>
              things.withItem(visit, (thing) => {
                const sent = asList(visit.fields[field] ?? []);
                if (sent.length === 0 || !sent.every((own) => parts.find(own))) return INVALID;
                visit.change(thing, { ids: [...idsIn(thing), ...sent] });
                return NO_CONTENT;
              }),
          },
          {
            ...{ method: "delete", path: `${collection}/{${name}}`, responses: responses(204) },
            captures: { ...things.itemCaptures, [name]: id },
            handle: (visit) => {
              const value = visit.asked.captured[name];
              const link = links.find(value);
              if (!isPlain && link) visit.remove(link);
              if (!isPlain) return link ? NO_CONTENT : NOT_FOUND;
              return things.withItem(visit, (thing) => {
                visit.change(thing, { ids: idsIn(thing).filter((own) => String(own) !== value) });
                return NO_CONTENT;
              });
            },
          },
        ];
      },
    }),
  ),
];

import { asList, type JsonObject } from "#openapi/document/document.js";
import { NO_CONTENT } from "../../reply.js";
import { NUMBERS, Resource } from "../resource.js";
import type { Visit } from "../visit.js";
import { objectOf, parameter, type World, type WorldOperation } from "../world.js";

const SCOPE: JsonObject = { type: "string", enum: ["one", "all"] };
const FLAG: JsonObject = { type: "boolean" };

interface Reach {
  /** The parameter, which nobody has to send. */
  name: string;
  schema: JsonObject;
  place?: "query" | "header" | "cookie";
  on: "delete" | "patch" | "put" | "action" | "create";
}

/** A world where an optional parameter makes a request for one item reach all of them. */
function wider({ name, schema, place = "query", on }: Reach): World {
  return {
    name: `${place} ${name} of ${on === "action" ? "an action" : on === "create" ? "a creation" : on}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const plain: Record<Reach["on"], WorldOperation> = {
        ...{ delete: items.delete(), patch: items.patch(), put: items.put(), create: items.create() },
        action: items.action(`/${draw.verb()}`, () => ({ status: 200, body: { done: true } })),
      };
      const usual = [items.list(), items.get(), plain.create, plain.patch, plain.delete];
      const operation = plain[on];
      const optional = parameter(name === "a word" ? draw.verb() : name, schema, { in: place });
      return [
        ...usual.filter(({ method, path }) => method !== operation.method || path !== operation.path),
        {
          ...operation,
          parameters: [optional],
          handle: (visit) => {
            const value = sentValue(visit, String(optional.name), place);
            if (!["all", "true", "1"].includes(value)) return operation.handle(visit);
            for (const item of items.items()) visit.remove(item);
            return NO_CONTENT;
          },
        },
      ];
    },
  };
}

function sentValue({ asked: { query, headers, cookies } }: Visit, name: string, place: Reach["place"]): string {
  if (place === "query") return query.get(name) ?? "";
  return String(place === "header" ? headers[name.toLowerCase()] : cookies[name]);
}

/** Optional values that widen what a request to an item of the run does. */
export const PARAMETERS: readonly World[] = [
  wider({ name: "scope", schema: SCOPE, on: "delete" }),
  wider({ name: "cascade", schema: FLAG, on: "delete" }),
  wider({ name: "all", schema: FLAG, on: "patch" }),
  wider({ name: "recursive", schema: FLAG, on: "put" }),
  wider({ name: "a word", schema: FLAG, on: "delete" }),
  wider({ name: "a word", schema: SCOPE, on: "action" }),
  wider({ name: "overwrite", schema: FLAG, on: "create" }),
  wider({ name: "a word", schema: FLAG, on: "create" }),
  wider({ name: "X-Scope", schema: SCOPE, place: "header", on: "delete" }),
  wider({ name: "scope", schema: SCOPE, place: "cookie", on: "patch" }),
  {
    name: "another id in an optional parameter",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const remove = items.delete();
      const also = parameter(draw.pick(["also", "with", "id", items.noun.one]), {
        type: "integer",
        minimum: 1,
        maximum: 3,
      });
      return [
        ...items.all().slice(0, -1),
        {
          ...remove,
          parameters: [also],
          handle: (visit) => {
            const second = items.find(visit.asked.query.get(String(also.name)) ?? undefined);
            if (second) visit.remove(second);
            return remove.handle(visit);
          },
        },
      ];
    },
  },
  {
    name: "an optional flag in the body of an action",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const flag = draw.pick(["all", "everywhere", draw.verb()]);
      const action = items.action(
        `/${draw.verb()}`,
        (visit) => {
          if (visit.fields[flag] === true) for (const item of items.items()) visit.change(item, { size: 0 });
          return { status: 200, body: { done: true } };
        },
        { body: { schema: objectOf({ [flag]: FLAG, note: { type: "string" } }, []), required: false } },
      );
      return [...items.all(), action];
    },
  },
  ...(["all", "ids"] as const).map(
    (field): World => ({
      name: `${field} in the optional body of a deletion`,
      operations: (draw, store) => {
        const items = new Resource(draw, store, { naming: NUMBERS });
        const remove = items.delete();
        const schema = field === "all" ? FLAG : { type: "array", items: items.naming.schema, minItems: 1 };
        const handle: WorldOperation["handle"] = (visit) => {
          const value = visit.fields[field];
          const others = items
            .items()
            .filter(({ id }) => value === true || asList(value).some((other) => String(other) === id));
          for (const item of others) visit.remove(item);
          return others.length > 0 ? NO_CONTENT : remove.handle(visit);
        };
        const body = { schema: objectOf({ [field]: schema }, []), required: false };
        return [...items.all().slice(0, -1), { ...remove, body, handle }];
      },
    }),
  ),
];

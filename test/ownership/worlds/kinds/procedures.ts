import type { JsonObject } from "#openapi/document/document.js";
import type { Draw } from "../draw.js";
import { NUMBERS, Resource } from "../resource.js";
import { objectOf, parameter, responses, type World, type WorldOperation } from "../world.js";

type Parts = Partial<WorldOperation> & { effect?: string };

/** An operation that does something to the whole server. */
export function procedure(draw: Draw, verb: string, path: string, { effect, ...rest }: Parts = {}): WorldOperation {
  return {
    method: "post",
    path,
    ...draw.names(verb, "all"),
    responses: responses(200, objectOf({ done: { type: "boolean" } })),
    handle: (visit) => {
      visit.effect(effect ?? `did ${verb}`);
      return { status: 200, body: { done: true } };
    },
    ...rest,
  };
}

const FORCE: JsonObject = objectOf({ force: { type: "boolean" } });
const NAME: JsonObject = objectOf({ name: { type: "string", minLength: 1 } });

/** Procedures whose paths have no id, with any verb, beside resources that a run may create. */
export const PROCEDURES: readonly World[] = [
  ...(
    [
      ["below a noun", (noun: string, verb: string) => `/${noun}/${verb}`],
      ["at the root", (_: string, verb: string) => `/${verb}`],
      ["below a version", (noun: string, verb: string) => `/v3/${noun}/${verb}`],
      ["of two verbs", (_: string, verb: string) => `/${verb}-${verb}`],
    ] as const
  ).map(
    ([name, pathOf]): World => ({
      name: `procedure ${name}`,
      operations: (draw, store) => {
        const verb = draw.verb();
        const schema = draw.pick([undefined, FORCE, NAME, objectOf({})]);
        return [
          ...new Resource(draw, store).all(),
          procedure(draw, verb, pathOf(draw.noun().one, verb), schema ? { body: { schema } } : {}),
          procedure(draw, verb, `/auth/${draw.verb()}`),
        ];
      },
    }),
  ),
  {
    name: "procedure by PUT or DELETE",
    operations: (draw, store) => {
      const noun = draw.noun().one;
      const verb = draw.verb();
      return [
        ...new Resource(draw, store).all(),
        procedure(draw, verb, `/${noun}/${verb}`, { method: "put", body: { schema: FORCE } }),
        procedure(draw, verb, `/${noun}/${draw.verb()}`, { method: "delete", responses: responses(204) }),
      ];
    },
  },
  {
    name: "procedure that shows its state",
    operations: (draw, store) => {
      const verb = draw.verb();
      const path = `/${draw.noun().one}/${verb}`;
      const state = objectOf({ running: { type: "boolean" } });
      return [
        ...new Resource(draw, store).all(),
        procedure(draw, verb, path, { responses: responses(201, state) }),
        {
          ...{ method: "get", path, ...draw.names("get", verb), responses: responses(200, state) },
          handle: () => ({ status: 200, body: { running: false } }),
        },
      ];
    },
  },
  ...(["/", ":"] as const).map(
    (separator): World => ({
      name: `procedure on a collection, after ${separator}`,
      operations: (draw, store) => {
        const items = new Resource(draw, store);
        const verb = draw.verb();
        const onAll = procedure(draw, verb, `${items.collection}${separator}${verb}`, {
          handle: (visit) => {
            for (const item of items.items()) visit.change(item, { size: 0 });
            return { status: 200, body: { done: true } };
          },
        });
        return [...items.all(), onAll];
      },
    }),
  ),
  {
    name: "procedure that answers 201 with a job",
    limit: { reason: "a job with an identifier looks like a creation", at: ["creations"] },
    operations: (draw, store) => {
      const verb = draw.verb();
      const job = objectOf({ id: { type: "integer" } });
      return [
        ...new Resource(draw, store).all(),
        procedure(draw, verb, `/${draw.noun().one}/${verb}`, {
          responses: responses(201, job),
          handle: (visit) => {
            visit.effect(`began ${verb}`);
            return { status: 201, body: { id: 17 } };
          },
        }),
      ];
    },
  },
  {
    name: "everything by POST",
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const noun = items.noun.one;
      const byId = { body: { schema: objectOf({ id: { type: "integer", minimum: 1 } }) } };
      const remove = procedure(draw, "delete", `/v3/${noun}/delete`, {
        ...byId,
        handle: (visit) => {
          const item = items.find(visit.fields.id);
          if (item) visit.remove(item);
          return { status: item ? 200 : 404, body: { done: item !== undefined } };
        },
      });
      const add = procedure(draw, "add", `/v3/${noun}/add`, {
        body: { schema: items.body },
        handle: (visit) => {
          const { id } = items.add(visit, visit.fields);
          return { status: 200, body: { id: items.idValue(id) } };
        },
        responses: responses(200, objectOf({ id: { type: "integer" } })),
      });
      const range = procedure(draw, "range", `/v3/${noun}/list`, {
        responses: responses(200, { type: "array", items: items.schema }),
        handle: () => ({ status: 200, body: items.items().map((item) => items.shown(item)) }),
      });
      return [add, remove, range, procedure(draw, "enable", "/v3/auth/enable", { body: { schema: objectOf({}) } })];
    },
  },
  {
    name: "pull with force",
    operations: (draw, store) => [
      ...new Resource(draw, store).all(),
      procedure(draw, draw.verb(), `/source-control/${draw.verb()}`, {
        body: { schema: objectOf({ force: { type: "boolean" }, variables: { type: "object" } }, ["force"]) },
      }),
      procedure(draw, draw.verb(), `/maintenance/${draw.verb()}`, {
        body: { schema: objectOf({ revision: { type: "integer" }, physical: { type: "boolean" } }, []) },
      }),
    ],
  },
  {
    name: "import that replaces everything",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const replaceAll: WorldOperation["handle"] = (visit) => {
        for (const item of items.items()) visit.remove(item);
        return { status: 202, body: { done: true } };
      };
      const list = { type: "array", items: items.body };
      const path = `${items.collection}/${draw.verb()}`;
      return [
        ...items.all(),
        procedure(draw, draw.verb(), path, { body: { schema: list }, handle: replaceAll, responses: responses(202) }),
        procedure(draw, draw.verb(), `/${draw.verb()}`, {
          parameters: [parameter("dryRun", { type: "boolean" })],
          body: { schema: objectOf({ file: { type: "string" } }), type: "application/x-www-form-urlencoded" },
          handle: replaceAll,
        }),
      ];
    },
  },
];

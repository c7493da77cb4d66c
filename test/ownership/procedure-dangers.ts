import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { camelCase, type Danger, type Kind, type Procedure, type RoutedRequest } from "./api.js";
import { exampleId } from "./examples.js";
import { idValue } from "./ids.js";
import type { Random } from "./random.js";
import { bodySchema, pathParameters } from "./schemas.js";
import type { Store, StoredRecord } from "./store.js";

type Targets = Procedure["targets"];

/** Operations that name an action, or that have the id somewhere else than in the path. */
export function procedureDangers(random: Random, prefix: string, kind: Kind, kinds: readonly Kind[]): Danger[] {
  const { collection, item, ids, noun, examples } = kind;
  const id = { schema: ids.schema, ...exampleId(kind, examples) };
  const withId: JsonObject = {
    type: "object",
    required: ["id"],
    properties: { id: ids.schema, ...asObject(bodySchema(kind).properties) },
    ...(examples === "taken" ? { examples: [{ id: idValue(ids, ids.seeded[0]) }] } : {}),
  };
  const withIds: JsonObject = {
    type: "object",
    required: ["ids"],
    properties: { ids: { type: "array", items: ids.schema, minItems: 1 } },
    ...(examples === "taken"
      ? { examples: [{ ids: ids.seeded.slice(0, 2).map((taken) => idValue(ids, taken)) }] }
      : {}),
  };
  const ofItem = { parameters: pathParameters(kind) };
  const body = (schema: JsonObject) => ({ schema });
  const old = { id: idValue(ids, ids.seeded[0]), state: "found" };
  const operations: Danger[] = [
    procedure("post", `${item}/cancel`, "change", inPath(kind), ofItem),
    procedure("post", item, "change", inPath(kind), { ...ofItem, ...body(bodySchema(kind)) }),
    procedure("put", `${item}/state`, "change", inPath(kind), ofItem),
    procedure("delete", `${item}/state`, "change", inPath(kind), ofItem),
    ...byField(kind),
    procedure("post", `${prefix}/delete-everything`, "delete", (_, store) => store.everything(), {
      status: random.pick([200, 201, 204]),
    }),
    procedure("post", `${prefix}/reset`, "change", (_, store) => store.everything(), {
      status: random.pick([200, 202]),
    }),
  ];
  if (kind.parent) return operations;
  return [
    ...operations,
    procedure("post", `${collection}.remove`, "delete", inQuery(kind, camelCase(noun)), {
      query: [{ name: camelCase(noun), in: "query", required: true, ...id }],
    }),
    procedure("post", `${collection}/delete`, "delete", listed(kind), body(withIds)),
    procedure("post", `${collection}.update`, "change", inBody(kind), body(withId)),
    procedure("put", `${prefix}/${noun}`, "change", inBody(kind), body(withId)),
    procedure("post", `${collection}/search`, "read", () => [], { ...body(bodySchema(kind)), status: 200, reply: old }),
    procedure("post", `${prefix}/login`, "read", () => [], { status: random.pick([200, 201]), reply: old }),
  ].filter(({ method, path }) => method !== "put" || kinds.every(({ collection: taken }) => taken !== path));
}

/** Deletions of all resources that have a value in a field. */
function byField(kind: Kind): Danger[] {
  if (kind.parent) return [];
  return kind.fields
    .filter(({ name }) => name === "color" || name === "title")
    .map(({ name, schema, samples }) => {
      const example = kind.examples === "none" ? {} : { example: samples[0] };
      const parameters: JsonObject[] = [{ name, in: "path", required: true, schema, ...example }];
      const targets: Targets = ({ captured }, store) =>
        store.all(kind, undefined).filter(({ data }) => data[name] === captured[name]);
      return procedure("delete", `${kind.collection}/by-${name}/{${name}}`, "delete", targets, { parameters });
    });
}

interface Parts {
  parameters?: JsonObject[];
  query?: JsonObject[];
  schema?: JsonObject;
  status?: number;
  reply?: Json;
}

function procedure(
  method: Danger["method"],
  path: string,
  effect: Procedure["effect"],
  targets: Targets,
  { parameters = [], query, schema, status = 200, reply }: Parts,
): Danger {
  const described =
    typeof reply === "object" ? { content: { "application/json": { schema: { type: "object" } } } } : {};
  const operation: JsonObject = {
    ...(query ? { parameters: query } : {}),
    ...(schema ? { requestBody: { required: true, content: { "application/json": { schema } } } } : {}),
    responses: { [status]: { description: "Done.", ...described }, "4XX": { description: "Rejected." } },
  };
  return { method, path, parameters, operation, procedure: { effect, targets, status, reply } };
}

function inPath(kind: Kind): Targets {
  return ({ captured }, store) => {
    const parent = kind.parent ? captured[kind.parent.parameter] : undefined;
    return found(store, kind, captured[kind.parameter], parent);
  };
}

function inQuery(kind: Kind, name: string): Targets {
  return ({ query }, store) => query.getAll(name).flatMap((id) => found(store, kind, id));
}

function inBody(kind: Kind): Targets {
  return ({ body }, store) => [body, ...asList(body)].flatMap((part) => found(store, kind, asObject(part).id));
}

function listed(kind: Kind): Targets {
  return ({ body }: RoutedRequest, store: Store) => {
    const { ids } = asObject(body);
    return (Array.isArray(ids) ? ids : [ids]).flatMap((id) => found(store, kind, id));
  };
}

function found(store: Store, kind: Kind, id: Json | undefined, parent?: string): StoredRecord[] {
  const record = typeof id === "string" || typeof id === "number" ? store.find(kind, parent, String(id)) : undefined;
  return record ? [record] : [];
}

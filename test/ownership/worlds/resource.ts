import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { INVALID, NO_CONTENT, NOT_FOUND, type Reply } from "../reply.js";
import type { Draw, Noun } from "./draw.js";
import type { Item, Store } from "./store.js";
import type { Visit } from "./visit.js";
import { objectOf, responses, type WorldOperation } from "./world.js";

/** How a server names what it keeps. */
export interface Naming {
  schema: JsonObject;
  seeds: readonly string[];
  next(count: number): string;
}

/** Numbers from 1, of which three are taken. */
export const NUMBERS: Naming = {
  schema: { type: "integer", minimum: 1 },
  seeds: ["1", "2", "3"],
  next: (count) => String(count + 4),
};
const hex = (count: number) => (0x5f3a9c00 + count * 7919).toString(16);
const UUIDS: Naming = {
  schema: { type: "string", format: "uuid" },
  seeds: [1, 2, 3].map((each) => `${hex(each)}-2c57-4c8a-9a44-0b8f6d3e7a11`),
  next: (count) => `${hex(count + 500)}-9e8f-4a6b-8c7d-123456789abc`,
};
const CODES: Naming = {
  schema: { type: "string" },
  seeds: ["k1", "k2", "k3"],
  next: (count) => `k${(count + 40).toString(36)}z`,
};

/** The settings of a resource that differ from the usual ones. */
export interface Traits {
  noun?: Noun;
  /** The path before the collection: a version, or an item of a parent. */
  below?: string;
  /** The path parameters of that path. */
  captures?: Readonly<Record<string, JsonObject>>;
  naming?: Naming;
  /** The fields that clients send (default: a title and a size). */
  fields?: JsonObject;
  /** The fields that a creation has to have (default: all). */
  required?: readonly string[];
  example?: JsonObject;
  seeds?: readonly JsonObject[];
}

/** How the server answers a creation. */
export type CreationReply = (item: Item, shown: JsonObject) => Reply;

const TITLE: JsonObject = { type: "string", minLength: 1, maxLength: 60 };
const SEEDS: readonly JsonObject[] = [
  { title: "Ann's own", size: 3 },
  { title: "Production", size: 7 },
  { title: "Do not touch", size: 1 },
];

/** A kind of resources: a collection with items, whose usual operations worlds take or replace. */
export class Resource {
  readonly noun: Noun;
  readonly collection: string;
  readonly item: string;
  readonly parameter: string;
  readonly naming: Naming;
  readonly fields: JsonObject;
  readonly seeds: readonly Item[];
  readonly captures: Readonly<Record<string, JsonObject>>;
  readonly itemCaptures: Readonly<Record<string, JsonObject>>;
  readonly #draw: Draw;
  readonly #store: Store;
  readonly #traits: Traits;
  readonly #wrapped: boolean;
  #count = 0;

  constructor(draw: Draw, store: Store, traits: Traits = {}) {
    this.#draw = draw;
    this.#store = store;
    this.#traits = traits;
    this.noun = traits.noun ?? draw.noun();
    this.naming = traits.naming ?? draw.pick([NUMBERS, NUMBERS, NUMBERS, UUIDS, CODES]);
    this.fields = traits.fields ?? { title: TITLE, size: { type: "integer", minimum: 0, maximum: 1000 } };
    this.parameter = draw.pick(["id", "id", `${this.noun.one}Id`, `${this.noun.one}_id`]);
    if (traits.captures && this.parameter === "id") this.parameter = `${this.noun.one}Id`;
    this.collection = `${traits.below ?? ""}/${this.noun.many}`;
    this.item = `${this.collection}/{${this.parameter}}`;
    this.captures = traits.captures ?? {};
    this.itemCaptures = { ...this.captures, [this.parameter]: this.naming.schema };
    this.#wrapped = draw.chance(0.3);
    const data = traits.seeds ?? SEEDS;
    this.seeds = data.flatMap((fields, index) => {
      const id = this.naming.seeds[index] ?? (this.naming === NUMBERS ? String(index + 101) : undefined);
      return id === undefined ? [] : [store.seed(this.noun.one, id, { ...fields })];
    });
    // No two items have one UUID.
    const twins = this.naming === UUIDS ? 0 : store.twins;
    for (let twin = 0; twin < twins; twin += 1) this.addOfOthers(data[twin % data.length] ?? {});
  }

  /** The list, the item, and the creation, change and deletion of items. */
  all(): WorldOperation[] {
    return [this.list(), this.get(), this.create(), this.patch(), this.delete()];
  }

  /** An operation on the collection or an item; its document has the captures of its path. */
  operation(
    verb: string,
    method: WorldOperation["method"],
    path: string,
    rest: Pick<WorldOperation, "handle" | "responses"> & Partial<WorldOperation>,
  ): WorldOperation {
    return { method, path, captures: this.itemCaptures, ...this.#draw.names(verb, this.noun.one), ...rest };
  }

  list(handle: WorldOperation["handle"] = () => this.listed(this.items())): WorldOperation {
    const items = { type: "array", items: this.schema };
    const documented = responses(200, this.#wrapped ? objectOf({ data: items }) : items);
    return this.operation("list", "get", this.collection, { responses: documented, handle });
  }

  get(): WorldOperation {
    return this.operation("get", "get", this.item, {
      responses: responses(200, this.schema),
      handle: (visit) => this.withItem(visit, (item) => ({ status: 200, body: this.shown(item) })),
    });
  }

  /** The creation. Its reply is 201 with the new item, unless another is given with its documentation. */
  create(
    reply: CreationReply = (_, shown) => ({ status: 201, body: shown }),
    documented: JsonObject = responses(201, this.schema),
    before: (visit: Visit) => void = () => {},
  ): WorldOperation {
    const example = this.exampleBody;
    return this.operation("create", "post", this.collection, {
      body: { schema: this.body, ...(example ? { example } : {}) },
      responses: documented,
      handle: (visit) => {
        if (!this.accepts(visit.fields)) return INVALID;
        before(visit);
        const item = this.add(visit, visit.fields);
        return reply(item, this.shown(item));
      },
    });
  }

  patch(): WorldOperation {
    return this.operation("update", "patch", this.item, {
      body: { schema: objectOf(this.fields, []) },
      responses: responses(200, this.schema),
      handle: (visit) =>
        this.withItem(visit, (item) => {
          visit.change(item, visit.fields);
          return { status: 200, body: this.shown(item) };
        }),
    });
  }

  put(): WorldOperation {
    return {
      ...this.patch(),
      ...this.#draw.names("replace", this.noun.one),
      method: "put",
      body: { schema: this.body },
    };
  }

  delete(handle: (visit: Visit, item: Item) => Reply | Promise<Reply> = removeOne): WorldOperation {
    this.#store.removable.add(this.noun.one);
    return this.operation("delete", "delete", this.item, {
      responses: responses(204),
      handle: (visit) => this.withItem(visit, (item) => handle(visit, item)),
    });
  }

  /** An action on an item. */
  action(
    path: string,
    handle: (visit: Visit, item: Item) => Reply,
    rest: Partial<WorldOperation> = {},
  ): WorldOperation {
    const verb = path.replace(/[^a-z]/g, "");
    return this.operation(verb, "post", `${this.item}${path}`, {
      responses: responses(200, objectOf({ done: { type: "boolean" } })),
      handle: (visit) =>
        this.withItem(visit, (item) => {
          visit.use(item);
          return handle(visit, item);
        }),
      ...rest,
    });
  }

  /** Adds an item of the run. */
  add(visit: Visit, fields: JsonObject): Item {
    return visit.add(this.noun.one, this.nextId(), { ...fields });
  }

  nextId(): string {
    this.#count += 1;
    return this.naming.next(this.#count - 1);
  }

  /** An item of a colleague, who does not know of the run. */
  addOfOthers(fields: JsonObject): Item {
    return this.#store.seed(this.noun.one, this.nextId(), { ...fields });
  }

  items(): Item[] {
    return this.#store.all(this.noun.one);
  }

  /** The item with an id; undefined for anything that is not the id of one. */
  find(id: Json | undefined): Item | undefined {
    if (typeof id !== "string" && typeof id !== "number") return undefined;
    return this.items().find((item) => item.id === String(id));
  }

  withItem<Result>(visit: Visit, handle: (item: Item) => Result): Result | Reply {
    const item = this.find(visit.asked.captured[this.parameter]);
    return item ? handle(item) : NOT_FOUND;
  }

  listed(items: readonly Item[]): Reply {
    const shown = items.map((item) => this.shown(item));
    return { status: 200, body: this.#wrapped ? { data: shown } : shown };
  }

  shown({ id, data }: Item): JsonObject {
    return { ...data, id: this.idValue(id) };
  }

  idValue(id: string): Json {
    return this.naming.schema.type === "integer" ? Number(id) : id;
  }

  /** Whether a body has what a creation requires. */
  accepts(fields: JsonObject): boolean {
    return this.#required.every((name) => {
      const { type } = asObject(this.fields[name]);
      const value = fields[name];
      return type === "integer"
        ? Number.isInteger(value)
        : type === "string"
          ? typeof value === "string" && value !== ""
          : value !== undefined;
    });
  }

  get schema(): JsonObject {
    return objectOf({ id: this.naming.schema, ...this.fields }, ["id"]);
  }

  get body(): JsonObject {
    return objectOf(this.fields, this.#required);
  }

  /** The example of the body of a creation. */
  get exampleBody(): JsonObject | undefined {
    return this.#traits.example;
  }

  get #required(): readonly string[] {
    return this.#traits.required ?? Object.keys(this.fields);
  }
}

function removeOne(visit: Visit, item: Item): Reply {
  visit.remove(item);
  return NO_CONTENT;
}

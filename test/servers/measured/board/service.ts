import type { Json, JsonObject } from "#openapi/document/document.js";
import { type Answer, type Call, type Handlers, type MeasuredService, type Probe, Rejected } from "../service.js";
import { BOARD_PATHS, FAMILIES, type Family } from "./document.js";
import { violationsOf } from "./rules.js";

type Resource = JsonObject & { id: number };

/** The data of a board: resources by their families. */
class Board {
  readonly #resources = new Map<string, Map<number, Resource>>(FAMILIES.map(({ name }) => [name, new Map()]));
  readonly #probe: Probe;
  #count = 0;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  handlersOf(family: Family): Handlers {
    const { one } = family;
    return {
      [`list${one}s`]: (call) => this.#list(family, call),
      [`create${one}`]: (call) => this.#create(family, call),
      [`get${one}`]: (call) => ({ status: 200, body: this.#found(family, call) }),
      [`update${one}`]: (call) => this.#update(family, call),
      [`delete${one}`]: (call) => this.#delete(family, call),
    };
  }

  #list(family: Family, { values: { limit } }: Call): Answer {
    const all = [...this.#of(family).values()];
    if (limit === undefined) return this.#reached(family, all.length > 0 ? "list: some" : "list: none", 200, all);
    const most = Number(limit);
    const rules = { limit: { type: "integer", minimum: 1, maximum: 50 } } as const;
    this.#validate({ ...family, rules }, { limit: Number.isNaN(most) ? limit : most }, { place: "query" });
    return this.#reached(
      family,
      most < all.length ? "list: limited" : "list: within the limit",
      200,
      all.slice(0, most),
    );
  }

  #create(family: Family, { body }: Call): Answer {
    const fields = this.#validate(family, body);
    const resource = { id: ++this.#count, ...fields };
    this.#of(family).set(resource.id, resource);
    return this.#reached(family, "create", 201, resource);
  }

  #update(family: Family, call: Call): Answer {
    const resource = this.#found(family, call);
    const fields = this.#validate(family, call.body, { changes: resource.id });
    Object.assign(resource, fields);
    return this.#reached(family, Object.keys(fields).length > 0 ? "update" : "update: nothing", 200, resource);
  }

  #delete(family: Family, call: Call): Answer {
    this.#of(family).delete(this.#found(family, call).id);
    return this.#reached(family, "delete", 204);
  }

  #of({ name }: Pick<Family, "name">): Map<number, Resource> {
    return this.#resources.get(name) ?? new Map();
  }

  #found(family: Family, { values: { id = "" } }: Call): Resource {
    const resource = this.#of(family).get(Number(id));
    if (resource !== undefined) return resource;
    this.#probe.reach(`${family.name}: unknown`);
    throw new Rejected({ status: 404, body: { message: "Not Found" } });
  }

  #validate(
    family: Family,
    body: JsonObject,
    { place = "body", changes }: { place?: "body" | "query"; changes?: number } = {},
  ): JsonObject {
    const { rules, name, words } = family;
    const exists = (other: string, id: Json) => typeof id === "number" && this.#of({ name: other }).has(id);
    const isTaken = (field: string, value: Json) =>
      [...this.#of(family).values()].some((resource) => resource.id !== changes && resource[field] === value);
    const violations = violationsOf(
      rules,
      body,
      { exists, isTaken },
      { place, isChange: changes !== undefined, probe: this.#probe, family: name },
    );
    if (violations.length > 0) throw new Rejected(words(violations));
    return Object.fromEntries(
      Object.keys(rules).flatMap((field) => {
        const value = body[field];
        return value === undefined ? [] : [[field, value]];
      }),
    );
  }

  #reached(family: Family, branch: string, status: number, body?: unknown): Answer {
    this.#probe.reach(`${family.name}: ${branch}`);
    return { status, ...(body !== undefined && { body }) };
  }
}

/** A task board whose bodies are validated in the words of five frameworks. Its document states names and types only. */
export const board: MeasuredService = {
  paths: BOARD_PATHS,
  crashes: [],
  differs: /although the contract allows it$/,
  start(probe): Handlers {
    const started = new Board(probe);
    return Object.assign({}, ...FAMILIES.map((family) => started.handlersOf(family)));
  },
};

import type { JsonObject } from "#openapi/document/document.js";

/** Something that a server keeps. */
export interface Item {
  kind: string;
  id: string;
  /** Who created it: the run, or somebody else before or during the run. */
  owner: "run" | "others";
  data: JsonObject;
  /** The method and the path of the operation that created it; empty if no request of the run did. */
  by: string;
  /** Whether the server created it somewhere that no response and no operation shows. */
  secret: boolean;
}

/** What a server keeps: data of others, and what the run creates. */
export class Store {
  readonly #items: Item[] = [];
  readonly #before = new Map<Item, string>();
  /** The kinds that an operation of the document removes. */
  readonly removable = new Set<string>();

  /** @param twins so many items of others have the identifiers that the run's team gets next (default: none) */
  constructor(readonly twins = 0) {}

  /** Adds something of others. */
  seed(kind: string, id: string, data: JsonObject): Item {
    const item: Item = { kind, id, owner: "others", data, by: "", secret: false };
    this.#items.push(item);
    this.#before.set(item, JSON.stringify(data));
    return item;
  }

  /** Adds something that a request of the run created. */
  add(kind: string, id: string, data: JsonObject, by: string, secret = false): Item {
    const item: Item = { kind, id, owner: "run", data, by, secret };
    this.#items.push(item);
    return item;
  }

  /** Removes something, whoever owns it. */
  drop(item: Item): void {
    const index = this.#items.indexOf(item);
    if (index >= 0) this.#items.splice(index, 1);
  }

  /** All of a kind, in the order of their creation. */
  all(kind: string): Item[] {
    return this.#items.filter((item) => item.kind === kind);
  }

  /** What the run created and that still exists. */
  left(): Item[] {
    return this.#items.filter(({ owner }) => owner === "run");
  }

  /** What became of the data of others: one line for each difference. */
  differences(): string[] {
    return [...this.#before].flatMap(([item, before]) => {
      const label = labelOf(item);
      if (!this.#items.includes(item)) return [`${label} is gone`];
      return JSON.stringify(item.data) === before ? [] : [`${label} was changed`];
    });
  }
}

/** How lines name an item. */
export function labelOf({ kind, id }: Pick<Item, "kind" | "id">): string {
  return `${kind}/${id}`;
}

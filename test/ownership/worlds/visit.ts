import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { type Item, labelOf, type Store } from "./store.js";

/** A request as the server understood it. */
export interface Asked {
  method: string;
  /** As sent, with the query. */
  url: string;
  /** The method and the path of the operation. */
  rule: string;
  captured: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  cookies: Readonly<Record<string, string>>;
  body: Json | undefined;
}

/** One request while the server handles it: all that it does to data goes through here. */
export class Visit {
  /** What of others it changed or used. */
  readonly touched: string[] = [];
  /** What it created. */
  readonly created: Item[] = [];
  /** Whether it changed or removed something that the run had created. */
  changedOwn = false;

  constructor(
    readonly asked: Asked,
    readonly store: Store,
  ) {}

  /** The fields of the body; none if it is not an object. */
  get fields(): JsonObject {
    return asObject(this.asked.body);
  }

  /** Notes that the request acts on something. */
  use(item: Item, how = "used"): void {
    if (item.owner === "run") this.changedOwn = true;
    else this.touched.push(`${how} ${labelOf(item)}`);
  }

  /** Changes fields of something. */
  change(item: Item, fields: JsonObject): void {
    this.use(item, "changed");
    Object.assign(item.data, fields);
  }

  /** Removes something. */
  remove(item: Item): void {
    this.use(item, "removed");
    this.store.drop(item);
  }

  /** Creates something for the run. */
  add(kind: string, id: string, data: JsonObject, secret = false): Item {
    const item = this.store.add(kind, id, data, this.asked.rule, secret);
    this.created.push(item);
    return item;
  }

  /** Does something that is nobody's data alone, and that nothing undoes: authentication is on, a letter is sent. */
  effect(what: string): void {
    this.touched.push(what);
  }
}

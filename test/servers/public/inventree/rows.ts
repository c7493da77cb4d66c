import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";
import { type Listing, listed } from "./lists.js";

type Handlers = Service<Tables>["handlers"];

/** One kind of what the server stores. */
export interface Kind {
  table: string;
  /** The fields that a client may set, with their values if none is given. */
  defaults: JsonObject;
  /** The tables of what fields name by a number. */
  references: Readonly<Record<string, string>>;
  /** Fields that have the code of a currency. */
  currencies: readonly string[];
  listing: Listing;
  /** The resource as responses show it. */
  shown(row: JsonObject, tables: Tables, query: ReadRequest["query"]): JsonObject;
  /** Rejects what no schema forbids, before a row is stored. */
  check?(row: JsonObject, sent: JsonObject, tables: Tables): void;
  /** Further fields of a new row. */
  born?(sent: JsonObject, tables: Tables): JsonObject;
  /** Further effects of a new row. */
  created?(row: JsonObject, sent: JsonObject, tables: Tables): void;
  /** Removes what belongs to a row that is deleted. */
  deleted?(row: JsonObject, tables: Tables): void;
}

/** The currencies that the descriptions of the document list. */
const CURRENCIES: readonly Json[] = ["AUD", "CAD", "CNY", "EUR", "GBP", "JPY", "NZD", "USD"];

/** The date of today, in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The row that the path names. */
export function rowOf({ table }: Pick<Kind, "table">, { path }: ReadRequest, tables: Tables): JsonObject {
  const row = tables.find(table, path.id);
  if (!row) throw new Rejection(404, `No ${table} matches the given query.`);
  return row;
}

/** Replaces some fields of a stored row. */
export function changed(
  { table }: Pick<Kind, "table">,
  row: JsonObject,
  fields: JsonObject,
  tables: Tables,
): JsonObject {
  return tables.put(table, Number(row.pk), { ...row, ...fields });
}

/** Removes a row, and what belongs to it. */
export function remove({ table, deleted }: Kind, row: JsonObject, tables: Tables): void {
  tables.remove(table, Number(row.pk));
  deleted?.(row, tables);
}

/** The operations that all kinds have, by the beginning of their ids. */
export function operationsOf(name: string, kind: Kind): Handlers {
  const save: Handlers[string] = (request, tables) => {
    const row = rowOf(kind, request, tables);
    const sent = asObject(request.body ?? {});
    const after = { ...row, ...settable(kind, sent), ...("updated_at" in row ? { updated_at: now() } : {}) };
    checkRow(kind, after, sent, tables);
    return json(200, kind.shown(changed(kind, row, after, tables), tables, {}));
  };
  return {
    [`${name}_list`]: (request, tables, served) =>
      listed(kind.listing, { rows: tables.rows(kind.table), tables, request, served }, (row) =>
        kind.shown(row, tables, request.query),
      ),
    [`${name}_create`]: (request, tables) => {
      const sent = asObject(request.body ?? {});
      const row = { pk: tables.nextNumber(), ...kind.defaults, ...settable(kind, sent), ...kind.born?.(sent, tables) };
      checkRow(kind, row, sent, tables);
      tables.put(kind.table, row.pk, row);
      kind.created?.(row, sent, tables);
      return json(201, kind.shown(row, tables, {}));
    },
    [`${name}_retrieve`]: (request, tables) =>
      json(200, kind.shown(rowOf(kind, request, tables), tables, request.query)),
    [`${name}_update`]: save,
    [`${name}_partial_update`]: save,
    [`${name}_destroy`]: (request, tables) => {
      remove(kind, rowOf(kind, request, tables), tables);
      return empty(204);
    },
  };
}

/** Deletes some rows at once: those of a list of numbers, or those that filters select. All of them or none. */
export function bulkDestroy(kind: Kind): Handlers[string] {
  return ({ body }, tables) => {
    const { items, filters } = asObject(body ?? {});
    const hasItems = Array.isArray(items) && items.length > 0;
    const wanted = Object.entries(asObject(filters ?? {}));
    if (!hasItems && wanted.length === 0) throw new Rejection(400, "List of items or filters must be provided");
    if (wanted.some(([name]) => name !== "pk" && !(name in kind.defaults))) throw new Rejection(400, "Invalid filters");
    const isListed = (row: JsonObject) => !hasItems || items.some((item) => item === row.pk);
    const matches = (row: JsonObject) => wanted.every(([name, value]) => row[name] === value);
    const selected = tables.rows(kind.table).filter((row) => isListed(row) && matches(row));
    if (selected.length === 0) throw new Rejection(400, "No items match the provided criteria");
    for (const row of selected) remove(kind, row, tables);
    return empty(204);
  };
}

function settable({ defaults }: Kind, sent: JsonObject): JsonObject {
  return picked(sent, Object.keys(defaults));
}

function checkRow({ references, currencies, check }: Kind, row: JsonObject, sent: JsonObject, tables: Tables): void {
  for (const [name, table] of Object.entries(references)) {
    const key = row[name];
    if (key !== null && name in sent && !tables.find(table, key)) {
      throw new Rejection(400, `${name}: Invalid pk "${key}" - object does not exist.`);
    }
  }
  for (const name of currencies) {
    const code = row[name] ?? "";
    if (name in sent && code !== "" && !CURRENCIES.includes(code)) {
      throw new Rejection(400, `${name}: "${code}" is not a valid choice.`);
    }
  }
  check?.(row, sent, tables);
}

/** The present, as responses show it. */
export function now(): string {
  return new Date().toISOString();
}

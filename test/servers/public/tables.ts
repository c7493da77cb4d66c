import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { Rejection } from "../service.js";

/** The data of a server: rows by their keys, the oldest one first. A row is replaced as a whole when it changes. */
export class Tables {
  readonly #tables = new Map<string, Map<string, JsonObject>>();
  #lastNumber = 1000;

  /** The rows of a table, the oldest one first. */
  rows(table: string): JsonObject[] {
    return [...this.#table(table).values()];
  }

  find(table: string, key: Json | undefined): JsonObject | undefined {
    return key === undefined ? undefined : this.#table(table).get(String(key));
  }

  /**
   * The row with a key.
   *
   * @throws Rejection with 404 if there is none
   */
  get(table: string, key: Json | undefined): JsonObject {
    const row = this.find(table, key);
    if (!row) throw new Rejection(404, `There is no such ${table}.`);
    return row;
  }

  put(table: string, key: Json, row: JsonObject): JsonObject {
    this.#table(table).set(String(key), row);
    return row;
  }

  remove(table: string, key: Json): void {
    this.#table(table).delete(String(key));
  }

  /** A number that no row has yet. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** The data as they are now. */
  copy(): Tables {
    const copy = new Tables();
    copy.become(this);
    return copy;
  }

  /** Takes the rows of another time over. Numbers that were given stay so. */
  become(other: Tables): void {
    this.#tables.clear();
    for (const [name, rows] of other.#tables) this.#tables.set(name, new Map(rows));
  }

  /** All rows by table and key, as they are now. */
  snapshot(): Map<string, JsonObject> {
    const tables = [...this.#tables].flatMap(([table, rows]) =>
      [...rows].map(([key, row]): [string, JsonObject] => [`${table} ${key}`, row]),
    );
    return new Map(tables);
  }

  #table(name: string): Map<string, JsonObject> {
    const table = this.#tables.get(name) ?? new Map<string, JsonObject>();
    this.#tables.set(name, table);
    return table;
  }
}

/** The rows that differ between two moments, by table and key. */
export interface Difference {
  /** Rows of the first moment that have other values, or are missing. */
  changed: string[];
  /** Rows that only the second moment has. */
  added: string[];
}

/** Compares the data of a server at two moments. */
export function differenceOf(before: Map<string, JsonObject>, after: Map<string, JsonObject>): Difference {
  return {
    changed: [...before].filter(([key, row]) => !isDeepStrictEqual(row, after.get(key))).map(([key]) => key),
    added: [...after.keys()].filter((key) => !before.has(key)),
  };
}

/** Some fields of an object; those that it does not have are left out. */
export function picked(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** Rows whose field has the value. */
export const equal =
  (name: string) =>
  (row: JsonObject, value: Json): boolean =>
    row[name] === value;

/** The numbers from 1. */
export function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** A day apart from each other, in milliseconds since 1970. */
export function seededTime(number: number): number {
  return Date.parse("2026-03-02T09:30:00Z") + number * 86_400_000;
}

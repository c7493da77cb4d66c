import { idOf, type Row } from "./row.js";

/** The differences of the data before and after a run. */
export interface Differences {
  missing: Row[];
  changed: { row: Row; columns: string[] }[];
  /** New rows that remain, without those that belong to another one of them. */
  left: Row[];
  /** How many further rows belong to those that remain. */
  parts: number;
}

/** Compares the data before and after a run. A column that is new changes no row: it is a row of its own. */
export function compareRows(before: readonly Row[], after: readonly Row[]): Differences {
  const earlier = new Map(before.map((row) => [idOf(row), row]));
  const later = new Map(after.map((row) => [idOf(row), row]));
  const isNew = (id: string) => later.has(id) && !earlier.has(id);
  const fresh = after.filter((row) => isNew(idOf(row)) && !row.isRemoved);
  const left = fresh.filter(({ partOf }) => partOf === undefined || !isNew(partOf));
  return {
    missing: before.filter((row) => !later.has(idOf(row))),
    changed: before.flatMap((row) => {
      const now = later.get(idOf(row));
      const columns = now ? Object.keys(row.content).filter((name) => row.content[name] !== now.content[name]) : [];
      return columns.length > 0 ? [{ row, columns }] : [];
    }),
    left,
    parts: fresh.length - left.length,
  };
}

/** A part of the data of a product: a row of a table, a silence, a file. */
export interface Row {
  /** The table, or the kind of data. */
  kind: string;
  /** Identifies it among its kind. */
  key: string;
  /** Its values by their names. */
  content: Readonly<Record<string, string>>;
  /** A part of the names of its operations: `polic` for `createPolicy` and `/policies/{id}`. */
  noun: string;
  /** The ways to name it in a report: a text has all parts of one of them. */
  names: readonly (readonly string[])[];
  /** The row that it belongs to, by `idOf`: it is named, and removed, with that one. */
  partOf?: string | undefined;
  /** The paths of the operations that remove it, with `*` for each parameter, the best one first. The document may lack them. */
  removals: readonly string[];
  /** Whether it is removed, although the product still shows it. */
  isRemoved?: boolean;
}

/** Data that the server changes on its own accord, which is not compared. */
export interface Bookkeeping {
  kind: string;
  /** The column; undefined for whole rows. */
  column?: string;
  /** The keys of the rows; undefined for all rows. */
  keys?: RegExp;
  reason: string;
}

/** Identifies a row among all data. */
export function idOf({ kind, key }: Pick<Row, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** The rows without the data that the server owns. */
export function withoutBookkeeping(rows: readonly Row[], bookkeeping: readonly Bookkeeping[]): Row[] {
  return rows.flatMap((row) => {
    const own = bookkeeping.filter(({ kind, keys }) => kind === row.kind && (keys?.test(row.key) ?? true));
    if (own.some(({ column }) => column === undefined)) return [];
    const columns = Object.entries(row.content).filter(([name]) => own.every(({ column }) => column !== name));
    return [{ ...row, content: Object.fromEntries(columns) }];
  });
}

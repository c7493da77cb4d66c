/**
 * One of each so many rows, so that every kind has a row.
 *
 * @param step the first row of a kind is taken, and each so many after it
 * @param kindOf the kind of a row (default: all rows are of one kind)
 */
export function rowsAt<Row>(
  rows: readonly Row[],
  step: number,
  kindOf: (row: Row) => string = () => "",
): readonly Row[] {
  const seen = new Map<string, number>();
  return rows.filter((row) => {
    const kind = kindOf(row);
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before % step === 0;
  });
}

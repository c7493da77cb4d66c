/** A row of a table whose runs can be shared. */
export interface GroupedRow {
  title: string;
  /** Whether its run mostly waits. Such runs overlap, and are shared with others that wait. */
  waits?: boolean | undefined;
}

/** The result of one run for several rows. */
export interface SharedRun<Row> {
  /** Empty if all passed. */
  failures: string[];
  /** The rows that changed a request or a response of this run. */
  effective: ReadonlySet<Row>;
}

/** The rows of one run: at most so many, if a table does not say otherwise. Of rows that wait, never more. */
const SIZE = 3;

/**
 * The rows that share a run. Neighbors in the table, which are about the same part of a server, are in different groups.
 *
 * @param isAlone whether a row needs a run of its own: beside others it has less effect, or disturbs them
 * @param size the largest number of rows of a group
 */
export function groupsOf<Row extends GroupedRow>(
  rows: readonly Row[],
  isAlone: (row: Row) => boolean,
  size = SIZE,
): Row[][] {
  const own = rows.filter(isAlone);
  const shared = rows.filter((row) => !own.includes(row));
  const [waiting, others] = [true, false].map((waits) =>
    dealt(
      shared.filter((row) => (row.waits === true) === waits),
      // Rows that wait disturb each other sooner, and a run of them takes little of a processor.
      waits ? Math.min(size, SIZE) : size,
    ),
  );
  return [...(others ?? []), ...(waiting ?? []), ...own.map((row) => [row])];
}

/** What a run of a group is about: a sample of groups has each of these kinds. */
export function kindOfGroup(rows: readonly GroupedRow[]): string {
  if (rows.some(({ waits }) => waits)) return "waits";
  return rows.length === 1 ? "alone" : "shared";
}

function dealt<Row>(rows: readonly Row[], size: number): Row[][] {
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, at) => rows.filter((_, index) => index % count === at));
}

/** Judges each row by the run of its group, or by one of its own if that is not enough. */
export class GroupRuns<Row extends GroupedRow> {
  readonly #runs = new Map<readonly Row[], Promise<SharedRun<Row>>>();
  readonly #groups: readonly (readonly Row[])[];
  readonly #run: (rows: readonly Row[]) => Promise<SharedRun<Row>>;

  /** @param run one run against a server with all of some rows */
  constructor(groups: readonly (readonly Row[])[], run: (rows: readonly Row[]) => Promise<SharedRun<Row>>) {
    this.#groups = groups;
    this.#run = run;
  }

  /** The failures of one row. Empty if it passes. */
  async failuresOf(row: Row): Promise<string[]> {
    const group = this.#groups.find((rows) => rows.includes(row)) ?? [row];
    const shared = await this.#once(group);
    if (group.length === 1) return shared.failures;
    if (shared.failures.length === 0 && shared.effective.has(row)) return [];
    const { failures } = await this.#once(this.#single(row));
    if (failures.length > 0 || shared.failures.length === 0) return failures;
    for (const member of group) {
      if ((await this.#once(this.#single(member))).failures.length > 0) return [];
    }
    const titles = group.map(({ title }) => `"${title}"`).join(", ");
    return [
      `Each passes in a run of its own, but not together: ${titles}. Give one of them a run of its own.`,
      ...shared.failures,
    ];
  }

  readonly #singles = new Map<Row, readonly Row[]>();

  #single(row: Row): readonly Row[] {
    const single = this.#singles.get(row) ?? [row];
    this.#singles.set(row, single);
    return single;
  }

  #once(rows: readonly Row[]): Promise<SharedRun<Row>> {
    const run = this.#runs.get(rows) ?? this.#run(rows);
    this.#runs.set(rows, run);
    return run;
  }
}

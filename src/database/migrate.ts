import { type Kysely, type Migration, Migrator } from "kysely";

export type Engine = "sqlite" | "postgres";

/** The tables of one server, in a database that others may use as well. */
export interface TableSet {
  /** The name of the server. */
  name: string;
  /** The table that lists the migrations; each set of tables has one of its own (default: that of Kysely). */
  list?: string;
  /** They run in the order of their names. Never change a released migration; add another one. */
  migrations(engine: Engine): Record<string, Migration>;
}

/**
 * Brings the tables of a database up to date. Several processes may do so at once, because the first one takes a lock.
 *
 * @throws Error if a migration fails; the database is unchanged then
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  engine: Engine,
  { list, migrations }: TableSet,
): Promise<void> {
  const names = list === undefined ? {} : { migrationTableName: list, migrationLockTableName: `${list}_lock` };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) }, ...names });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

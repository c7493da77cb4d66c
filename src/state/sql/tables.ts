import { type Kysely, type Migration, sql } from "kysely";
import type { Engine } from "#database/migrate.js";

/** The tables of stateful mocks. Several mocks may share them, each with the name of its document. */
export interface Tables {
  mock_clocks: {
    document: string;
    /** Counts the transactions that changed anything. Its row is the lock of a writer. */
    change: number;
    /** The last change of which deletions were forgotten. Who has read less has to read everything again. */
    forgotten: number;
  };
  mock_resources: ResourceRow;
}

/** A resource, or a mark of a tenant. It stays after its deletion, so that other processes hear of it. */
export interface ResourceRow {
  document: string;
  /** The SHA-256 of the key of the tenant, or the empty text. */
  tenant: string;
  /** The key of its family; empty for a mark. */
  family: string;
  /** The values of the path before the identifier, as JSON. */
  scope: string;
  key: string;
  /** The values of the path of its collection, as JSON. */
  collection: string;
  sequence: number;
  version: number;
  /** Its fields as JSON; null after its deletion. */
  value: string | null;
  /** The transaction that changed it last. */
  change: number;
}

/** The columns that identify a row. */
export const PLACE = ["document", "tenant", "family", "scope", "key"] as const;

/** They run in the order of their names. Never change a released migration; add another one. */
export function migrations(engine: Engine): Record<string, Migration> {
  const count = engine === "postgres" ? sql`bigint` : sql`integer`;
  return {
    "001-resources": {
      async up({ schema }: Kysely<unknown>) {
        await schema
          .createTable("mock_clocks")
          .addColumn("document", "text", (column) => column.primaryKey())
          .addColumn("change", count, (column) => column.notNull())
          .addColumn("forgotten", count, (column) => column.notNull())
          .execute();
        await schema
          .createTable("mock_resources")
          .addColumn("document", "text", (column) => column.notNull())
          .addColumn("tenant", "text", (column) => column.notNull())
          .addColumn("family", "text", (column) => column.notNull())
          .addColumn("scope", "text", (column) => column.notNull())
          .addColumn("key", "text", (column) => column.notNull())
          .addColumn("collection", "text", (column) => column.notNull())
          .addColumn("sequence", count, (column) => column.notNull())
          .addColumn("version", count, (column) => column.notNull())
          .addColumn("value", "text")
          .addColumn("change", count, (column) => column.notNull())
          .addPrimaryKeyConstraint("mock_resources_one_of_a_place", [...PLACE])
          .execute();
        await schema
          .createIndex("mock_resources_by_change")
          .on("mock_resources")
          .columns(["document", "change"])
          .execute();
      },
    },
  };
}

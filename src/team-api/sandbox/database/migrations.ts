import { type Kysely, type Migration, type SchemaModule, sql } from "kysely";
import type { Engine } from "#database/migrate.js";
import { type Opened, openDatabase } from "#database/open.js";
import type { Tables } from "./tables.js";

/** SQLite has neither UUIDs nor sizes of integers. In PostgreSQL both make the indexes smaller. */
const TYPES = {
  sqlite: { id: sql`text`, moment: sql`integer` },
  postgres: { id: sql`uuid`, moment: sql`bigint` },
};

/** Opens the database of the sandbox, and brings its tables up to date. As `openDatabase`. */
export function openSandboxDatabase(location: string): Promise<Opened<Tables>> {
  return openDatabase(location, { name: "sandbox", migrations });
}

function migrations(engine: Engine): Record<string, Migration> {
  const types = TYPES[engine];
  return {
    "001-tables": {
      async up({ schema }: Kysely<unknown>) {
        await createTeams(schema, types);
        await createSuppressions(schema, types);
        await createContactImports(schema, types);
      },
    },
  };
}

type Types = (typeof TYPES)[Engine];

/** The tables of the teams and of what gives access to them. */
async function createTeams(schema: SchemaModule, { id, moment }: Types): Promise<void> {
  await schema
    .createTable("teams")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("in_beta", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createTable("oauth_grants")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("team_id", id, (column) => column.notNull().references("teams.id"))
    .addColumn("created_at", moment, (column) => column.notNull())
    .addColumn("revoked_at", moment)
    .addColumn("revoked_reason", "text")
    .execute();
  await schema
    .createTable("oauth_tokens")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("grant_id", id, (column) => column.notNull().references("oauth_grants.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("invalidated_at", moment)
    .execute();
  await schema.createIndex("oauth_tokens_by_grant").on("oauth_tokens").column("grant_id").execute();
}

async function createSuppressions(schema: SchemaModule, { id, moment }: Types): Promise<void> {
  await schema
    .createTable("suppressions")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("team_id", id, (column) => column.notNull().references("teams.id"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("source_id", "text")
    .addColumn("created_at", moment, (column) => column.notNull())
    .addUniqueConstraint("suppressions_one_of_a_kind", ["team_id", "address"])
    .execute();
  // A page is read from one of these two indexes in order, from the cursor on, without sorting or skipping.
  await schema
    .createIndex("suppressions_by_time")
    .on("suppressions")
    .columns(["team_id", "created_at", "id"])
    .execute();
  await schema
    .createIndex("suppressions_by_origin")
    .on("suppressions")
    .columns(["team_id", "origin", "created_at", "id"])
    .execute();
}

async function createContactImports(schema: SchemaModule, { id, moment }: Types): Promise<void> {
  await schema
    .createTable("contact_imports")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("team_id", id, (column) => column.notNull().references("teams.id"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_at", moment, (column) => column.notNull())
    .addColumn("completed_at", moment)
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("created", "integer", (column) => column.notNull())
    .addColumn("updated", "integer", (column) => column.notNull())
    .addColumn("skipped", "integer", (column) => column.notNull())
    .addColumn("failed", "integer", (column) => column.notNull())
    .execute();
}

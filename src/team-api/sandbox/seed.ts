import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { Engine } from "#database/migrate.js";
import { inTransaction } from "#database/transaction.js";
import type { SuppressionOrigin } from "#generated/schema.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { insertGrants } from "./database/grants.js";
import { insertImports } from "./database/imports.js";
import { insertSuppressions } from "./database/suppressions.js";
import type { ImportRow, SandboxDatabase, SuppressionRow, Tables } from "./database/tables.js";
import { parseTimestamp } from "./timestamps.js";

/** The ids of the sandbox's teams. They need not be secret, because the API neither shows nor takes them. */
export const TEAMS = {
  first: "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a01",
  other: "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a02",
  outsideBeta: "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a03",
} as const;

/** The initial content of the database. */
export interface Seed {
  document: OpenApiDocument;
  /** The number of suppressions to generate for the first team. */
  rows: number;
}

/**
 * Inserts the teams, the resources of the contract's examples, and generated suppressions. Existing rows are left
 * unchanged.
 */
export async function seed(db: SandboxDatabase, { document, rows }: Seed): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto("teams")
      .values(Object.entries(TEAMS).map(([name, id]) => ({ id, name, in_beta: id === TEAMS.outsideBeta ? 0 : 1 })))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    await insertExamples(transaction, document);
  });
  if ((await countGenerated(db)) < rows) await insertSuppressions(db, generatedSuppressions(rows));
}

/**
 * Deletes everything but teams, and inserts the examples again. Both are one transaction, so a request sees the
 * data either before or after it. The generated suppressions are inserted afterwards.
 */
export async function reset(db: SandboxDatabase, engine: Engine, { document, rows }: Seed): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // Without the lock, rows that other requests add in the meantime would survive or cause conflicts. The tables are in
    // the order in which other transactions write, to prevent deadlocks. SQLite has one writer at a time anyway.
    if (engine === "postgres") {
      await sql`lock table oauth_grants, oauth_tokens, contact_imports, suppressions in exclusive mode`.execute(
        transaction,
      );
    }
    for (const table of ["oauth_tokens", "oauth_grants", "suppressions", "contact_imports"] as const) {
      await transaction.deleteFrom(table).execute();
    }
    await insertExamples(transaction, document);
  });
  // Outside the transaction, because a million rows would hold the lock for long.
  await insertSuppressions(db, generatedSuppressions(rows));
}

async function insertExamples(db: SandboxDatabase, document: OpenApiDocument): Promise<void> {
  await insertGrants(db, exampleGrants(document));
  await insertImports(db, exampleBodies(document, "contact_import").map(importRow));
  await insertSuppressions(db, exampleBodies(document, "suppression").map(suppressionRow));
}

/**
 * The grants of the contract's examples: active if the example's response is a success, and revoked for the example
 * `alreadyRevoked`. The grants of other examples do not exist.
 */
function exampleGrants(document: OpenApiDocument): Tables["oauth_grants"][] {
  const pairs = operationsOf(document)
    .filter(({ operationId }) => operationId === "revokeOauthGrant")
    .flatMap(examplePairs);
  return pairs.flatMap(({ key, parameters, response }) => {
    const id = String(parameters.find(({ parameter }) => parameter.in === "path")?.value).toLowerCase();
    const isActive = response.status.startsWith("2");
    if (!isUuid(id) || !(isActive || key === "alreadyRevoked")) return [];
    return {
      id,
      team_id: TEAMS.first,
      created_at: START,
      revoked_at: isActive ? null : START,
      revoked_reason: isActive ? null : "revoked_from_api",
    };
  });
}

/**
 * The complete objects of a kind (`object`) in the contract's example responses, one for each id. A resource that an example of POST
 * creates does not exist before.
 */
function exampleBodies(document: OpenApiDocument, kind: string): Json[] {
  const found = new Map<Json | undefined, Json>();
  const collect = (value: Json): void => {
    for (const member of Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []) collect(member);
    if (isObject(value) && value.object === kind && value.created_at !== undefined) found.set(value.id, value);
  };
  const others = operationsOf(document).filter(({ method }) => method !== "post");
  for (const { responseExample } of others.flatMap(examplePairs)) if (responseExample) collect(responseExample.value);
  return [...found.values()];
}

function suppressionRow(example: Json): Omit<SuppressionRow, "address"> {
  const { id, email, origin, source_id, created_at } = asObject(example);
  return {
    id: String(id).toLowerCase(),
    team_id: TEAMS.first,
    email: String(email),
    origin: ORIGINS.find((known) => known === origin) ?? "manual",
    source_id: typeof source_id === "string" ? source_id : null,
    created_at: parseTimestamp(String(created_at)),
  };
}

function importRow(example: Json): ImportRow {
  const { id, status, created_at, completed_at, counts } = asObject(example);
  const count = (name: string) => Number(asObject(counts)[name] ?? 0);
  return {
    id: String(id).toLowerCase(),
    team_id: TEAMS.first,
    status: String(status),
    created_at: parseTimestamp(String(created_at)),
    completed_at: typeof completed_at === "string" ? parseTimestamp(completed_at) : null,
    total: count("total"),
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    failed: count("failed"),
  };
}

const ORIGINS: readonly SuppressionOrigin[] = ["bounce", "complaint", "manual"];

/** Before all examples of the contract, so that the examples are the newest items of the list. */
const START = Date.parse("2026-10-01T00:00:00.000Z");
const MINUTE = 60_000;

const GENERATED_PREFIX = "person-";

/** The number of generated suppressions that exist already. */
async function countGenerated(db: SandboxDatabase): Promise<number> {
  const { count } = await db
    .selectFrom("suppressions")
    .select((select) => select.fn.countAll().as("count"))
    .where("team_id", "=", TEAMS.first)
    .where("address", "like", `${GENERATED_PREFIX}%`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Generates suppressions a minute apart, newest first. Except for ids, they are the same at every call. */
function* generatedSuppressions(rows: number): Generator<Omit<SuppressionRow, "address">> {
  for (let index = 0; index < rows; index += 1) {
    const origin = ORIGINS[index % ORIGINS.length] ?? "manual";
    yield {
      id: uuid(),
      team_id: TEAMS.first,
      email: `${GENERATED_PREFIX}${String(index + 1).padStart(7, "0")}@example.com`,
      origin,
      source_id: origin === "manual" ? null : uuid(),
      created_at: START - index * MINUTE,
    };
  }
}

import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { SuppressionOrigin } from "../../generated/schema.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "../openapi/document.js";
import { examplePairs } from "../openapi/example-pairs.js";
import { operationsOf } from "../openapi/operations.js";
import { isUuid } from "../openapi/uuid.js";
import { insertGrants } from "./database/grants.js";
import { insertImports } from "./database/imports.js";
import type { Engine } from "./database/migrations.js";
import { insertSuppressions } from "./database/suppressions.js";
import type { ImportRow, SandboxDatabase, SuppressionRow, Tables } from "./database/tables.js";
import { setKeys } from "./database/teams.js";
import { inTransaction } from "./database/transaction.js";
import type { SandboxKeys } from "./keys.js";
import { momentOf } from "./timestamps.js";

/** The ids of the sandbox's teams. They are no secret: the API never shows or takes one. */
export const TEAMS = {
  first: "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a01",
  other: "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a02",
  outsideBeta: "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a03",
} as const;

export interface Seed {
  document: OpenApiDocument;
  keys: SandboxKeys;
  /** How many suppressions are made up for the first team. */
  rows: number;
}

/**
 * Fills a database: the teams and their keys, what the contract's examples take for granted, and made-up suppressions.
 * What is there already stays as it is, but for the keys: those given are the only ones afterwards.
 */
export async function seed(db: SandboxDatabase, { document, keys, rows }: Seed): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto("teams")
      .values([
        { id: TEAMS.first, name: "first", in_beta: 1 },
        { id: TEAMS.other, name: "other", in_beta: 1 },
        { id: TEAMS.outsideBeta, name: "outsideBeta", in_beta: 0 },
      ])
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    await setKeys(transaction, [
      { key: keys.first, team: TEAMS.first },
      { key: keys.sameTeam, team: TEAMS.first },
      { key: keys.otherTeam, team: TEAMS.other },
      { key: keys.outsideBeta, team: TEAMS.outsideBeta },
    ]);
    await insertExamples(transaction, document);
  });
  if ((await countMadeUp(db)) < rows) await insertSuppressions(db, madeUp(rows));
}

/** Brings back the beginning, in one step: requests meanwhile see all of what was, or all of what is. Keys stay. */
export async function reset(db: SandboxDatabase, engine: Engine, { document, rows }: Seed): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // What is added while this deletes would outlive it, or be in its way. In the order in which others write, lest two
    // wait for each other. SQLite has one writer at a time.
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
  // Not in one transaction: a million rows would hold the lock for long, and each stands for itself.
  await insertSuppressions(db, madeUp(rows));
}

async function insertExamples(db: SandboxDatabase, document: OpenApiDocument): Promise<void> {
  await insertGrants(db, exampleGrants(document));
  await insertImports(db, exampleBodies(document, "contact_import").map(importRow));
  await insertSuppressions(db, exampleBodies(document, "suppression").map(suppressionRow));
}

/**
 * A grant in force for every example that is answered by success. The example `alreadyRevoked` is what its key says; a
 * grant of which the answer says that it does not exist is not made.
 */
function exampleGrants(document: OpenApiDocument): Tables["oauth_grants"][] {
  const pairs = operationsOf(document)
    .filter(({ operationId }) => operationId === "revokeOauthGrant")
    .flatMap(examplePairs);
  return pairs.flatMap(({ key, parameters, response }) => {
    const id = String(parameters.find(({ parameter }) => parameter.in === "path")?.value).toLowerCase();
    const inForce = response.status.startsWith("2");
    if (!isUuid(id) || !(inForce || key === "alreadyRevoked")) return [];
    return {
      id,
      team_id: TEAMS.first,
      created_at: BEGINNING,
      revoked_at: inForce ? null : BEGINNING,
      revoked_reason: inForce ? null : "revoked_from_api",
    };
  });
}

/** Everything of a kind that the answers of the contract's examples show whole, each once. */
function exampleBodies(document: OpenApiDocument, kind: string): Json[] {
  const found = new Map<Json | undefined, Json>();
  const collect = (value: Json): void => {
    for (const each of Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []) collect(each);
    if (isObject(value) && value.object === kind && value.created_at !== undefined) found.set(value.id, value);
  };
  for (const { responseExample } of operationsOf(document).flatMap(examplePairs))
    if (responseExample) collect(responseExample.value);
  return [...found.values()];
}

function suppressionRow(example: Json): Omit<SuppressionRow, "address"> {
  const { id, email, origin, source_id, created_at } = asObject(example);
  return {
    id: String(id).toLowerCase(),
    team_id: TEAMS.first,
    email: String(email),
    origin: ORIGINS.find((each) => each === origin) ?? "manual",
    source_id: typeof source_id === "string" ? source_id : null,
    created_at: momentOf(String(created_at)),
  };
}

function importRow(example: Json): ImportRow {
  const { id, status, created_at, completed_at, counts } = asObject(example);
  const count = (name: string) => Number(asObject(counts)[name] ?? 0);
  return {
    id: String(id).toLowerCase(),
    team_id: TEAMS.first,
    status: String(status),
    created_at: momentOf(String(created_at)),
    completed_at: typeof completed_at === "string" ? momentOf(completed_at) : null,
    total: count("total"),
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    failed: count("failed"),
  };
}

const ORIGINS: readonly SuppressionOrigin[] = ["bounce", "complaint", "manual"];

/** Before all of the contract's examples, so that those stay the newest. */
const BEGINNING = Date.parse("2026-10-01T00:00:00.000Z");
const MINUTE = 60_000;

const MADE_UP = "person-";

/** How many of the made-up suppressions are there already. */
async function countMadeUp(db: SandboxDatabase): Promise<number> {
  const { count } = await db
    .selectFrom("suppressions")
    .select((select) => select.fn.countAll().as("count"))
    .where("team_id", "=", TEAMS.first)
    .where("address", "like", `${MADE_UP}%`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Suppressions that nobody asked for, a minute apart, newest first; the same at every call but for their ids. */
function* madeUp(rows: number): Generator<Omit<SuppressionRow, "address">> {
  for (let index = 0; index < rows; index += 1) {
    const origin = ORIGINS[index % ORIGINS.length] ?? "manual";
    yield {
      id: uuid(),
      team_id: TEAMS.first,
      email: `${MADE_UP}${String(index + 1).padStart(7, "0")}@example.com`,
      origin,
      source_id: origin === "manual" ? null : uuid(),
      created_at: BEGINNING - index * MINUTE,
    };
  }
}

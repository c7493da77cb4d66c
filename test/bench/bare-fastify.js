// The sandbox's SQL with bare Fastify: without a contract, validation, request ids and logs.
import { hash } from "node:crypto";
import Fastify from "fastify";
import Database from "libsql";
import pg from "pg";
import { v7 as uuid } from "uuid";

const [port = "0", location = ":memory:"] = process.argv.slice(2);

const TEAM_OF_KEY = new Map([
  [hash("sha256", "sandbox-key-of-the-first-team"), "0b6f1d52-6f0e-4f7e-9d0e-3a1c5e8f7a01"],
]);
const TEAM_SQL = 'select "id", "in_beta" from "teams" where "id" = $1';
const LIST_SQL = 'select * from "suppressions" where "team_id" = $1 order by "created_at" desc, "id" desc limit $2';
const ONE_SQL = 'select * from "suppressions" where "team_id" = $1 and "id" = $2';
const ADD_SQL =
  'insert into "suppressions" ("id", "team_id", "email", "address", "origin", "source_id", "created_at") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("team_id", "address") do update set "origin" = $5, "source_id" = $6 returning "id"';

/** @typedef {Record<string, unknown>[]} Rows */

/** @returns {{ read: (sql: string, values: unknown[]) => Promise<Rows>, write: (sql: string, values: unknown[]) => Promise<Rows> }} */
function open() {
  if (location.startsWith("postgres")) {
    const pool = new pg.Pool({ connectionString: location });
    /** @type {(sql: string, values: unknown[]) => Promise<Rows>} */
    const query = async (sql, values) => (await pool.query(sql, values)).rows;
    return { read: query, write: query };
  }
  const database = new Database(location, { timeout: 5000 });
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  /** @type {Map<string, import("libsql").Statement>} */
  const prepared = new Map();
  /** @type {(sql: string, values: unknown[]) => Rows} */
  const all = (sql, values) => {
    const statement = prepared.get(sql) ?? database.prepare(sql.replace(/\$(\d)/g, "?$1"));
    prepared.set(sql, statement);
    return statement.all(...values).map(Object);
  };
  return { read: async (sql, values) => all(sql, values), write: async (sql, values) => all(sql, values) };
}

const { read, write } = open();
const app = Fastify();

/** @param {string | undefined} authorization */
async function teamOf(authorization = "") {
  const [row] = await read(TEAM_SQL, [TEAM_OF_KEY.get(hash("sha256", authorization.replace(/^Bearer /, "")))]);
  return row?.id;
}

/** @param {Rows[number]} row */
function shown({ id, email, origin, source_id, created_at }) {
  return {
    object: "suppression",
    id,
    email,
    origin,
    source_id,
    created_at: new Date(Number(created_at)).toISOString(),
  };
}

app.get("/suppressions", async (request) => {
  const team = await teamOf(request.headers.authorization);
  const { limit = 20 } = Object(request.query);
  const rows = await read(LIST_SQL, [team, Number(limit) + 1]);
  return { object: "list", has_more: rows.length > Number(limit), data: rows.slice(0, Number(limit)).map(shown) };
});

app.get("/suppressions/:suppression", async (request) => {
  const team = await teamOf(request.headers.authorization);
  const [row] = await read(ONE_SQL, [team, Object(request.params).suppression]);
  return shown(row ?? {});
});

app.post("/suppressions", async (request, reply) => {
  const team = await teamOf(request.headers.authorization);
  const { email } = Object(request.body);
  const values = [uuid(), team, email, String(email).toLowerCase(), "manual", null, Date.now()];
  const [row] = await write(ADD_SQL, values);
  return reply.code(201).send({ object: "suppression", id: row?.id });
});

await app.listen({ port: Number(port), host: "127.0.0.1" });

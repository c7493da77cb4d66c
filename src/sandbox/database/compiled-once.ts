import type { Compilable, CompiledQuery, Simplify } from "kysely";
import { PatientAdapter } from "./sqlite.js";
import type { SandboxDatabase } from "./tables.js";

/** A query with places for values, and what goes into each place. */
interface Compiled<Given, Row> {
  query: CompiledQuery<Row>;
  parameters: readonly ((given: Given) => unknown)[];
}

/**
 * Makes a query that is built and compiled once for each engine: both take longer than SQLite takes to run it.
 *
 * @param build finds a stand-in where a value is given, and undefined where none is. So the query may depend on which
 *   values are given, and not on what they are.
 */
export function compiledOnce<Given extends object, Row>(
  build: (db: SandboxDatabase, given: Given) => Compilable<Row>,
): (db: SandboxDatabase, given: Given) => Promise<Simplify<Row>[]> {
  type Forms = Map<string, Compiled<Given, Simplify<Row>>>;
  const engines = new WeakMap<object, Forms>();
  return async (db, given) => {
    const { adapter } = db.getExecutor();
    let forms = engines.get(adapter);
    if (!forms) {
      forms = new Map();
      engines.set(adapter, forms);
    }
    let form = "";
    for (const name in given) if (given[name] !== undefined) form += `${name},`;
    let compiled = forms.get(form);
    if (!compiled) {
      compiled = compile(build, db, given);
      forms.set(form, compiled);
    }
    const { query, parameters } = compiled;
    const asked = { ...query, parameters: parameters.map((valueIn) => valueIn(given)) };
    const read = adapter instanceof PatientAdapter ? adapter.readAtOnce<Simplify<Row>>(asked) : undefined;
    return read ?? (await db.executeQuery<Simplify<Row>>(asked)).rows;
  };
}

function compile<Given extends object, Row>(
  build: (db: SandboxDatabase, given: Given) => Compilable<Row>,
  db: SandboxDatabase,
  given: Given,
): Compiled<Given, Simplify<Row>> {
  const standIns: Record<string, object> = {};
  const valuesOf = new Map<unknown, (given: Given) => unknown>();
  for (const name in given) {
    if (given[name] === undefined) continue;
    const standIn = {};
    standIns[name] = standIn;
    valuesOf.set(standIn, (each) => each[name]);
  }
  // Kysely looks into no value that it does not know, and hands it on as a parameter.
  const unread: unknown = standIns;
  const query = build(db, unread as Given).compile();
  return { query, parameters: query.parameters.map((value) => valuesOf.get(value) ?? (() => value)) };
}

import type { Compilable, CompiledQuery, Simplify } from "kysely";
import { RetryingAdapter } from "#database/sqlite/sqlite.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { SandboxDatabase } from "./tables.js";

/** A compiled query, and a function for each of its parameters that reads the value from the input. */
interface Compiled<Values, Row> {
  query: CompiledQuery<Row>;
  parameters: readonly ((values: Values) => unknown)[];
}

/**
 * Makes a query that is built and compiled once for each engine. Both take longer than SQLite takes to run it.
 *
 * @param build gets a placeholder for each value that is present, and undefined for the others. The query may depend on
 * which values are present, but not on the values themselves.
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: SandboxDatabase, values: Values) => Compilable<Row>,
): (db: SandboxDatabase, values: Values) => Promise<Simplify<Row>[]> {
  const variantsOf = oncePer((_: object) => new Map<string, Compiled<Values, Simplify<Row>>>());
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const variants = variantsOf(adapter);
    let variant = "";
    for (const name in values) if (values[name] !== undefined) variant += `${name},`;
    let compiled = variants.get(variant);
    if (!compiled) {
      compiled = compile(build, db, values);
      variants.set(variant, compiled);
    }
    const query = { ...compiled.query, parameters: compiled.parameters.map((valueIn) => valueIn(values)) };
    const rows = adapter instanceof RetryingAdapter ? adapter.readDirectly<Simplify<Row>>(query) : undefined;
    return rows ?? (await db.executeQuery<Simplify<Row>>(query)).rows;
  };
}

function compile<Values extends object, Row>(
  build: (db: SandboxDatabase, values: Values) => Compilable<Row>,
  db: SandboxDatabase,
  values: Values,
): Compiled<Values, Simplify<Row>> {
  const placeholders: Record<string, object> = {};
  const readers = new Map<unknown, (values: Values) => unknown>();
  for (const name in values) {
    if (values[name] === undefined) continue;
    const placeholder = {};
    placeholders[name] = placeholder;
    readers.set(placeholder, (given) => given[name]);
  }
  // Kysely passes objects that it does not know on as parameters, without reading them.
  const unread: unknown = placeholders;
  const query = build(db, unread as Values).compile();
  return { query, parameters: query.parameters.map((value) => readers.get(value) ?? (() => value)) };
}

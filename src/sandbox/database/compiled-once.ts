import type { Compilable, CompiledQuery, Simplify } from "kysely";
import type { SandboxDatabase } from "./tables.js";

/** Stands in a query for a value that is known when it runs. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Makes a query that is built and compiled once for each engine: both take longer than SQLite takes to run it.
 *
 * @param build finds a parameter where a value is given, and undefined where none is. So the query may depend on which
 *   values are given, and not on what they are.
 */
export function compiledOnce<Given extends object, Row>(
  build: (db: SandboxDatabase, given: Given) => Compilable<Row>,
): (db: SandboxDatabase, given: Given) => Promise<Simplify<Row>[]> {
  const engines = new WeakMap<object, Map<string, CompiledQuery<Simplify<Row>>>>();
  return async (db, given) => {
    const { adapter } = db.getExecutor();
    const shapes = engines.get(adapter) ?? new Map<string, CompiledQuery<Simplify<Row>>>();
    engines.set(adapter, shapes);
    const values = new Map<string, unknown>(Object.entries(given));
    let shape = "";
    for (const [name, value] of values) if (value !== undefined) shape += `${name},`;
    let compiled = shapes.get(shape);
    if (!compiled) {
      const names = [...values.keys()].filter((name) => values.get(name) !== undefined);
      const parameters: unknown = Object.fromEntries(names.map((name) => [name, new Parameter(name)]));
      // Kysely looks into no value that it does not know, and hands it on as a parameter.
      compiled = build(db, parameters as Given).compile();
      shapes.set(shape, compiled);
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? values.get(value.name) : value,
    );
    const { rows } = await db.executeQuery<Simplify<Row>>({ ...compiled, parameters });
    return rows;
  };
}

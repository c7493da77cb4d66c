import type { Json } from "../../openapi/document.js";
import { responseFor } from "../../openapi/status.js";
import { type Check, promiseIds, schemaFindings, typesOf } from "./check.js";

/** Headers that the document requires are there, and those that it describes have the form that it says. */
export const headers: Check = {
  id: "headers",
  run(context) {
    const { asked, exchange } = context;
    const documented = responseFor(asked.operation, exchange.status)?.headers ?? [];
    return documented.flatMap(({ name, required, schema, schemaPointer, pointer }) => {
      const value = exchange.headers.get(name);
      if (value !== null) {
        if (schema === undefined) return [];
        const readings = readingsOf(value, typesOf(context, schema, schemaPointer));
        const found = readings.map((each) => schemaFindings(context, this.id, `header ${name}`, schemaPointer, each));
        return found.some((each) => each.length === 0) ? [] : (found[0] ?? []);
      }
      if (!required) return [];
      return [
        {
          check: this.id,
          message: `the header ${name} is missing`,
          promises: promiseIds(context, pointer),
          location: pointer,
          expected: `a header ${name}`,
          received: "none",
        },
      ];
    });
  },
};

/**
 * What a header's text may stand for: first what its schema names, then what else it could be. None for an object, which
 * has several ways to be written, and no promise that is sure to be broken.
 */
function readingsOf(value: string, types: readonly Json[]): Json[] {
  if (types.includes("object")) return [];
  if (types.includes("array")) {
    const items = value.split(",").map((each) => each.trim());
    return [items, items.map((each) => plain(each))];
  }
  const read = plain(value);
  return types.includes("string") ? [value, read] : [read, value];
}

/** A number or a truth value, if a text is written as one. */
function plain(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

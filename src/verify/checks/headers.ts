import type { Json } from "#openapi/document/document.js";
import { responseFor } from "#openapi/operations/status.js";
import { type Check, schemaFindings, typesOf } from "./check.js";

/** Required headers are present, and documented headers fit their schemas (Header Object, OpenAPI 3.1, 4.8.21). */
export const headers: Check = {
  id: "headers",
  run(context) {
    const { spec, exchange } = context;
    const documented = responseFor(spec.operation, exchange.status)?.headers ?? [];
    return documented.flatMap(({ name, required, schema, schemaPointer, pointer }) => {
      const value = exchange.headers.get(name);
      if (value !== null) {
        if (schema === undefined) return [];
        const found = readingsOf(value, typesOf(context, schema, schemaPointer)).map((each) =>
          schemaFindings(context, this.id, `header ${name}`, schemaPointer, each),
        );
        return found.some((each) => each.length === 0) ? [] : (found[0] ?? []);
      }
      if (!required) return [];
      return [
        {
          check: this.id,
          message: `the header ${name} is missing`,
          place: pointer,
          expected: `a header ${name}`,
          received: "no such header",
        },
      ];
    });
  },
};

/**
 * The values that the text of a header may represent, the type of its schema first. An empty list for an object, which
 * several styles may represent.
 */
function readingsOf(value: string, types: readonly Json[]): Json[] {
  if (types.includes("object")) return [];
  if (types.includes("array")) {
    const items = value.split(",").map((each) => each.trim());
    return [items, items.map((each) => primitive(each))];
  }
  const read = primitive(value);
  return types.includes("string") ? [value, read] : [read, value];
}

/** A number or a boolean, if the text represents one. */
function primitive(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

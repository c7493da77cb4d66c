import { isObject, type Schema } from "../../openapi/document.js";
import { follow } from "../../openapi/reference.js";
import { responseFor } from "../../openapi/status.js";
import { type Check, type CheckContext, promiseIds, schemaFindings } from "./check.js";

/** Headers that the document requires are there, and those that it describes have the form that it says. */
export const headers: Check = {
  id: "headers",
  run(context) {
    const { asked, exchange } = context;
    const documented = responseFor(asked.operation, exchange.status)?.headers ?? [];
    return documented.flatMap(({ name, required, schema, schemaPointer, pointer }) => {
      const value = exchange.headers.get(name);
      if (value !== null) {
        return schema === undefined
          ? []
          : schemaFindings(
              context,
              this.id,
              `header ${name}`,
              schemaPointer,
              typed(value, schemaAt(context, schema, schemaPointer)),
            );
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

/** The schema behind a reference. */
function schemaAt({ document }: CheckContext, schema: Schema, pointer: string): Schema {
  return typeof schema === "boolean" ? schema : follow(document, schema, pointer).node;
}

/** A header is text; what its schema wants as a number or a truth value is read as one. */
function typed(value: string, schema: Schema): unknown {
  const type = isObject(schema) ? schema.type : undefined;
  if ((type === "integer" || type === "number") && value.trim() !== "" && !Number.isNaN(Number(value)))
    return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === "array") return value.split(",").map((each) => each.trim());
  return value;
}

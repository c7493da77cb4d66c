import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { selfContained } from "../self-contained-schema.js";
import { undeclaredFields } from "../undeclared-fields.js";

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false }));
ajv.addFormat("idn-email", /^.+@.+$/s);

/**
 * An example value is what callers copy and what the mock answers, so its schema admits it, formats included, and it
 * has no field that the schema does not declare (unless the schema says what other fields hold).
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const exampleFitsSchema = () => {
  /** @param {any} holder a parameter, header or media type @param {any} context */
  const check = (holder, context) => {
    const { resolve, location } = context;
    const examples = Object.entries(holder.examples ?? {}).map(([key, reference]) => ({
      value: resolve(reference).node?.value,
      at: location.child(["examples", key]),
    }));
    if (holder.example !== undefined) examples.push({ value: holder.example, at: location.child("example") });
    compare(holder.schema, examples, context);
  };

  return {
    MediaType: check,
    Parameter: check,
    Header: check,
    Schema(schema, context) {
      const { location } = context;
      const examples = ("examples" in schema && Array.isArray(schema.examples) ? schema.examples : []).map(
        (/** @type {unknown} */ value, /** @type {number} */ index) => ({
          value,
          at: location.child(["examples", index]),
        }),
      );
      if (schema.example !== undefined) examples.push({ value: schema.example, at: location.child("example") });
      if (schema.default !== undefined) examples.push({ value: schema.default, at: location.child("default") });
      compare(schema, examples, context);
    },
  };
};

/**
 * @param {any} schema
 * @param {{ value: unknown, at: import("@redocly/openapi-core/lib/ref-utils.js").Location }[]} examples
 * @param {import("@redocly/openapi-core/lib/walk.js").UserContext} context
 */
function compare(schema, examples, { resolve, location, report }) {
  const given = examples.filter(({ value }) => value !== undefined);
  if (schema === undefined || given.length === 0) return;
  const alone = selfContained(schema, resolve, location.source.absoluteRef);
  let validate;
  try {
    validate = ajv.compile(alone);
  } catch {
    return; // a schema that is no schema is reported by the rules for schemas
  }
  for (const { value, at } of given) {
    validate(value);
    for (const { instancePath, message, params } of validate.errors ?? []) {
      const detail = params.allowedValues ? `: ${params.allowedValues.join(", ")}` : "";
      report({
        message: `The example's ${instancePath || "value"} ${message}${detail}. Mend the example, or the schema if the example is right.`,
        location: at,
      });
    }
    for (const field of undeclaredFields(value, alone)) {
      report({
        message: `The example has the field ${field}, which its schema does not declare. Declare it, or take it out of the example.`,
        location: at,
      });
    }
  }
}

import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { selfContained } from "../self-contained-schema.js";
import { undeclaredFields } from "../undeclared-fields.js";

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false }));
ajv.addFormat("idn-email", /^.+@.+$/s);

/**
 * Callers copy examples, and the mock responds with them. Each example must therefore be valid against its schema,
 * including formats. It must have no property that the schema does not declare, unless the schema describes additional
 * properties.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const exampleFitsSchema = () => {
  /** @param {any} described a parameter, header or media type @param {any} context */
  const check = (described, context) => {
    const { resolve, location } = context;
    const examples = Object.entries(described.examples ?? {}).map(([key, reference]) => ({
      value: resolve(reference).node?.value,
      at: location.child(["examples", key]),
    }));
    if (described.example !== undefined) examples.push({ value: described.example, at: location.child("example") });
    compare(described.schema, examples, context);
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
  const inline = examples.filter(({ value }) => value !== undefined);
  if (schema === undefined || inline.length === 0) return;
  const alone = selfContained(schema, resolve, location.source.absoluteRef);
  let validate;
  try {
    validate = ajv.compile(alone);
  } catch {
    return; // Redocly reports invalid schemas by rules of its own.
  }
  for (const { value, at } of inline) {
    validate(value);
    for (const { instancePath, message, params } of validate.errors ?? []) {
      const detail = params.allowedValues ? `: ${params.allowedValues.join(", ")}` : "";
      report({
        message: `The example's ${instancePath || "value"} ${message}${detail}. Fix the example, or the schema if the example is right.`,
        location: at,
      });
    }
    for (const field of undeclaredFields(value, alone)) {
      report({
        message: `The example has the field ${field}, which its schema does not declare. Declare it, or remove it from the example.`,
        location: at,
      });
    }
  }
}

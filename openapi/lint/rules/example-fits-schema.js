import { selfContained } from "../self-contained-schema.js";
import { parentOf, pointerNames, SchemaValidator, similarName } from "../shared.js";
import { undeclaredFields } from "../undeclared-fields.js";

/**
 * Callers copy examples, and the mock responds with them. Each example must therefore be valid against its schema,
 * including formats. It must have no property that the schema does not declare, unless the schema describes additional
 * properties. The validator is that of the mock and of `verify`; it selects the errors that help, so that one mistake is one
 * problem.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const exampleFitsSchema = () => {
  /** An example may be used in several places. @type {Set<string>} */
  const reported = new Set();
  /** How many responses are around the current place. */
  let responses = 0;

  /** @param {any} described a parameter, header or media type @param {any} context */
  const check = (described, context) => {
    const { resolve, location } = context;
    const examples = Object.entries(described.examples ?? {}).map(([key, reference]) => {
      const { node, location: own } = resolve(reference);
      // An example in a file of its own is wrong there, and not where it is used.
      const at = reference?.$ref && own ? own : location.child(["examples", key]);
      return { value: node?.value, at: at.child("value") };
    });
    if (described.example !== undefined) examples.push({ value: described.example, at: location.child("example") });
    compare(described.schema, examples, context, { reported, isResponse: responses > 0 });
  };

  return {
    Response: {
      enter() {
        responses += 1;
      },
      leave() {
        responses -= 1;
      },
    },
    MediaType: check,
    Parameter: check,
    Header: check,
    // In OpenAPI 3.1, a reference to a schema may have a default beside it, and 3.0 ignores that.
    ref(reference, context) {
      const { default: value, ...schema } = /** @type {Record<string, unknown>} */ ({ ...reference });
      if (value === undefined || context.oasVersion === "oas3_0") return;
      compare(schema, [{ value, at: context.location.child("default"), what: "default" }], context, {
        reported,
        isResponse: false,
      });
    },
    Schema(schema, context) {
      const { location } = context;
      const examples = (Array.isArray(Object(schema).examples) ? Object(schema).examples : []).map(
        (/** @type {unknown} */ value, /** @type {number} */ index) => ({
          value,
          at: location.child(["examples", index]),
        }),
      );
      if (schema.example !== undefined) examples.push({ value: schema.example, at: location.child("example") });
      if (schema.default !== undefined)
        examples.push({ value: schema.default, at: location.child("default"), what: "default" });
      compare(schema, examples, context, { reported, isResponse: false });
    },
  };
};

/**
 * @param {any} schema
 * @param {{ value: unknown, at: import("@redocly/openapi-core/lib/ref-utils.js").Location, what?: string }[]} examples; `what` is
 * `example` or `default`
 * @param {import("@redocly/openapi-core/lib/walk.js").UserContext} context
 * @param {{ reported: Set<string>, isResponse: boolean }} about the problems that were reported before, and who sends the examples
 */
function compare(schema, examples, { resolve, location, report }, { reported, isResponse }) {
  const inline = examples.filter(({ value }) => value !== undefined);
  if (schema === undefined || inline.length === 0) return;
  const alone = selfContained(schema, resolve, location.source.absoluteRef);
  const { $defs, ...root } = typeof alone === "object" ? alone : { $defs: {} };
  const validator = new SchemaValidator({ $defs, schema: typeof alone === "object" ? root : alone });
  /** @param {string} message @param {import("@redocly/openapi-core/lib/ref-utils.js").Location} at */
  const reportOnce = (message, at) => {
    const id = `${at.absolutePointer} ${message}`;
    if (!reported.has(id)) report({ message, location: at });
    reported.add(id);
  };
  for (const { value, at, what = "example" } of inline) {
    /** @type {ReturnType<typeof validator.errors>} */
    let errors;
    try {
      errors = validator.errors("#/schema", value, isResponse);
    } catch {
      return; // Redocly reports invalid schemas by rules of its own.
    }
    const undeclared = errors.some(({ unwanted }) => unwanted !== undefined) ? [] : undeclaredFields(value, alone);
    /** Places with a value of a wrong type: each further keyword there rejects it too. @type {Set<string>} */
    const mistyped = new Set();
    for (const { at: place, message, keyword } of errors) {
      const path = pointerNames(place);
      if (mistyped.has(place)) continue;
      if (keyword.endsWith("/type")) mistyped.add(place);
      const wanted = /^must have required property '(.+)'$/.exec(message)?.[1];
      const misspelt = undeclared.find((field) => wanted !== undefined && isMeant(field, place, wanted));
      if (misspelt !== undefined) {
        undeclared.splice(undeclared.indexOf(misspelt), 1);
        reportOnce(
          `The ${what} has the field ${misspelt}. Did you mean ${wanted}?`,
          at.child(pointerNames(misspelt)).key(),
        );
        continue;
      }
      const text = `The ${what}'s ${place || "value"} ${message}. It is ${shown(valueIn(value, path))}. Fix the ${what}, or the schema if the ${what} is right.`;
      reportOnce(text, path.length > 0 ? at.child(path) : at);
    }
    for (const field of undeclared) {
      reportOnce(
        `The ${what} has the field ${field}, which its schema does not declare. Declare it, or remove it from the ${what}.`,
        at.child(pointerNames(field)).key(),
      );
    }
  }
}

/**
 * Whether a field that is not declared is most likely a required one.
 *
 * @param {string} field a JSON pointer @param {string} place of the object that lacks a field @param {string} wanted
 */
function isMeant(field, place, wanted) {
  return parentOf(field) === place && similarName(pointerNames(field).at(-1) ?? "", [wanted]) === wanted;
}

/** A longer value is cut. */
const MAX_SHOWN = 80;

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
}

/** The part of a value at a path. @param {any} value @param {string[]} path */
function valueIn(value, path) {
  return path.reduce((part, name) => part?.[name], value);
}

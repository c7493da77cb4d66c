import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** Facts of a server that its document leaves open, and that some tools need. */
export interface ServerFacts {
  /** The media type of JSON, as the server writes it: Dredd compares the header as a whole. */
  json: string;
  /** The media type of a 404 whose content the document does not describe. Some tools would expect an empty body. */
  problem?: string;
  /** Whether the document has alternatives of schemas (`oneOf`, `anyOf`) that the tools can read. */
  hasAlternatives?: boolean;
}

/** The sandbox. */
const SANDBOX: ServerFacts = {
  json: "application/json; charset=utf-8",
  problem: "application/problem+json; charset=utf-8",
};

/**
 * The contract in a form that other tools can read: OpenAPI 3.0, the statuses of the sandbox in place of ranges, and without
 * extensions, alternatives of schemas and references.
 *
 * @param named whether examples keep their names; otherwise each place has one example, that of a success
 */
export function peerDocument(
  document: OpenApiDocument,
  url: string,
  named: boolean,
  facts: ServerFacts = SANDBOX,
): JsonObject {
  // Tools send every example at once.
  const excluded = new Set(operationsOf(document).flatMap(({ mutuallyExclusive }) => mutuallyExclusive.flat()));
  const written = (node: Json | undefined): Json => {
    if (Array.isArray(node)) return node.map(written);
    if (!isObject(node)) return node ?? null;
    if (typeof node.$ref === "string") return written(valueAt(document, node.$ref));
    const members = Object.entries(node).flatMap(([name, value]): [string, Json][] => {
      if (name.startsWith("x-") || LATER.includes(name)) return [];
      if (ALTERNATIVES.includes(name) && !facts.hasAlternatives) return [];
      if (name === "examples")
        return excluded.has(String(node.name)) && !named ? [] : examplesOf(value, written, named);
      if (name === "responses") return [[name, responsesOf(asObject(value), node, written, facts)]];
      if (name === "application/json" && !named) return [[facts.json, written(value)]];
      // A mapping names components, which the document does not have without references.
      if (name === "links" || name === "discriminator") return [];
      return [[name, DATA.includes(name) ? value : written(value)]];
    });
    return plain(Object.fromEntries(members));
  };
  const { info, paths, components } = document;
  const { title, version, description = "" } = asObject(info);
  return {
    openapi: "3.0.3",
    info: { title: title ?? "", version: version ?? "", description },
    servers: [{ url }],
    security: document.security ?? [],
    paths: withOwnParameters(asObject(written(paths))),
    components: { securitySchemes: written(asObject(components).securitySchemes) },
  };
}

const DATA = ["default", "enum", "example", "required", "value"];
/** Fields that OpenAPI 3.0 does not have, or that the tools cannot read. */
const LATER = ["if", "then", "else", "summary", "deprecated"];
const ALTERNATIVES = ["oneOf", "anyOf"];

/** The first named example belongs to a success. */
function examplesOf(examples: Json, written: (node: Json) => Json, named: boolean): [string, Json][] {
  // The examples of a schema are a list.
  if (!isObject(examples)) return [];
  if (named) return [["examples", written(examples)]];
  const [first] = Object.values(asObject(written(examples)));
  const value = asObject(first).value;
  return value === undefined ? [] : [["example", value]];
}

function responsesOf(
  responses: JsonObject,
  operation: JsonObject,
  written: (node: Json) => Json,
  { problem }: ServerFacts,
): JsonObject {
  const success = operation.requestBody === undefined ? "200" : "201";
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, each]): [string, Json][] =>
      status === "4XX"
        ? []
        : [
            [
              status === "2XX" ? success : status,
              { ...(status === "404" ? untyped(problem) : {}), ...asObject(written(each)) },
            ],
          ],
    ),
  );
}

/** A body of any form. */
function untyped(mediaType: string | undefined): JsonObject {
  return mediaType === undefined ? {} : { content: { [mediaType]: { schema: { type: "object" } } } };
}

/** A nullable type and a constant, in the form of OpenAPI 3.0. */
function plain({ const: constant, ...schema }: JsonObject): JsonObject {
  const types = asList(schema.type);
  const others = types.filter((type) => type !== "null");
  return {
    ...schema,
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(types.length > 0 ? { type: others[0] ?? "string", nullable: others.length < types.length } : {}),
    ...(schema.format === "idn-email" ? { format: "email" } : {}),
  };
}

/** Moves the parameters of a path to its operations, because Dredd ignores those of a path. */
function withOwnParameters(paths: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const { parameters, ...operations } = asObject(item);
      const own = Object.entries(operations).map(([method, operation]): [string, Json] => [
        method,
        { ...asObject(operation), parameters: [...asList(parameters), ...asList(asObject(operation).parameters)] },
      ]);
      return [path, Object.fromEntries(own)];
    }),
  );
}

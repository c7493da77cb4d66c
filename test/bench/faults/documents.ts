import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { sampleValue } from "#test/documents/try/sample-value.js";
import type { TargetValues } from "#verify/model/target/target.js";
import { peerDocument } from "../peer-document.js";
import type { Subject } from "./subjects.js";

/** The services, which send no problem documents. */
const SERVICE = { json: "application/json", hasAlternatives: true };

/**
 * The document of a subject for other tools, with the address of a server, and with values that exist there as examples.
 *
 * @param named whether examples keep their names
 */
export function documentFor({ document, isOwn, values }: Subject, url: string, named: boolean): JsonObject {
  if (isOwn) return peerDocument(document, url, named);
  const written = withValues(peerDocument(document, url, named, SERVICE), values);
  return named ? withHeaderExamples(written) : written;
}

/** Puts values in place of the examples of parameters. A list has values that a run may consume: the first one is used. */
export function withValues(document: JsonObject, values: TargetValues): JsonObject {
  const paths = Object.entries(asObject(document.paths)).map(([path, item]): [string, Json] => {
    const operations = Object.entries(asObject(item)).map(([method, each]): [string, Json] => {
      const operation = asObject(each);
      const own = values[String(operation.operationId)];
      if (!own) return [method, operation];
      const parameters = asList(operation.parameters).map((parameter) => withValue(asObject(parameter), own));
      return [method, { ...operation, parameters }];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function withValue(parameter: JsonObject, values: TargetValues[string]): JsonObject {
  const given = values[String(parameter.name)];
  const [first] = Object.values(given ?? {});
  const value = Array.isArray(first) ? first[0] : first;
  if (value === undefined) return parameter;
  if (!isObject(parameter.examples)) return { ...parameter, example: value };
  const examples = Object.keys(parameter.examples).map((name): [string, Json] => [name, { value }]);
  return { ...parameter, examples: Object.fromEntries(examples) };
}

/** Gives required headers a value for each named example of their responses. Specmatic rejects a document without them. */
function withHeaderExamples(document: JsonObject): JsonObject {
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, (operation) => ({
      ...asObject(operation),
      responses: mapValues(asObject(operation).responses, (response) => withHeaders(asObject(response))),
    })),
  );
  return { ...document, paths };
}

function withHeaders(response: JsonObject): JsonObject {
  if (!isObject(response.headers)) return response;
  const names = Object.values(asObject(response.content)).flatMap((each) =>
    Object.keys(asObject(asObject(each).examples)),
  );
  const headers = mapValues(response.headers, (described) => {
    const header = asObject(described);
    const { schema } = header;
    if (header.required !== true || header.examples !== undefined || names.length === 0) return header;
    const value = sampleValue(
      { openapi: "3.0.3", info: { title: "", version: "" } },
      isObject(schema) ? schema : undefined,
    );
    return { ...header, examples: Object.fromEntries(names.map((name) => [name, { value }])) };
  });
  return { ...response, headers };
}

function mapValues(object: Json | undefined, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, change(value ?? null)]));
}

import { asList, asObject, isObject, type Json, type JsonObject } from "../../../src/openapi/document.js";
import type { TargetValues } from "../../../src/verify/model/target.js";
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
  return isOwn ? peerDocument(document, url, named) : withValues(peerDocument(document, url, named, SERVICE), values);
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

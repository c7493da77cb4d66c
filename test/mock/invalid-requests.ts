import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** A request that violates one constraint of the contract, and is a documented example otherwise. */
export interface InvalidRequest {
  /** `listSuppressions: #/components/parameters/Limit/schema/minimum`. */
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A value that violates one keyword of a schema. */
interface InvalidValue {
  keyword: string;
  value: Json;
}

/** The difference of an invalid request from the example. */
interface Change {
  without?: string;
  query?: Record<string, string>;
  header?: Record<string, string>;
  path?: Record<string, string>;
  contentType?: string;
  body?: string | null;
  key?: Record<string, string>;
}

/** For every constraint on requests that a document has, a request that violates only this one. */
export function invalidRequestsOf(document: OpenApiDocument, key: Record<string, string>): InvalidRequest[] {
  return operationsOf(document).flatMap((operation) => {
    const { id, pointer, mutuallyExclusive, security } = operation;
    const example = examplePairs(operation).find(({ response }) => response.status.startsWith("2"));
    if (!example) throw new Error(`${id} has no example of a success.`);
    const changes: [name: string, change: Change][] = [
      ...parameterChanges(document, operation),
      ...mutuallyExclusive.map((names, index): [string, Change] => {
        const query = Object.fromEntries(names.map((name) => [name, "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e"]));
        return [pointerTo(pointer, "x-mutually-exclusive", index), { query }];
      }),
      ...bodyChanges(document, operation, example),
    ];
    if (security.every((schemes) => schemes.length > 0)) changes.push([`${pointer}/security`, { key: {} }]);
    return changes.map(([name, change]) => requestOf(operation, example, name, { key, ...change }));
  });
}

function requestOf(operation: Operation, example: ExamplePair, name: string, change: Change): InvalidRequest {
  const kept = example.parameters.filter(({ parameter }) => parameter.required && parameter.name !== change.without);
  const valuesIn = (location: string) =>
    Object.fromEntries(
      kept
        .filter(({ parameter }) => parameter.in === location)
        .map(({ parameter, value }) => [parameter.name, String(value)]),
    );
  const values = { ...valuesIn("path"), ...change.path };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(values[each] ?? ""));
  const query = new URLSearchParams({ ...valuesIn("query"), ...change.query }).toString();
  const body = change.body === null ? undefined : (change.body ?? (example.body && JSON.stringify(example.body.value)));
  return {
    name: `${operation.id}: ${name}`,
    method: operation.method.toUpperCase(),
    url: `${path}${query && `?${query}`}`,
    headers: {
      ...change.key,
      ...valuesIn("header"),
      ...change.header,
      ...(body === undefined ? {} : { "content-type": change.contentType ?? "application/json" }),
    },
    body,
  };
}

function parameterChanges(document: OpenApiDocument, { parameters }: Operation): [string, Change][] {
  return parameters.flatMap((parameter): [string, Change][] => {
    const { name, in: location, required, pointer, schema, schemaPointer } = parameter;
    if (location === "cookie") return [];
    const isListed = /array|object/.test(String(asObject(schema).type));
    // A single text is a list with one item, and any text is a string.
    const values = invalidValues(document, schemaPointer, undefined).filter(
      ({ keyword, value }) =>
        !isListed && typeof value !== "object" && (!keyword.endsWith("/type") || typeof value === "string"),
    );
    return [
      ...(required && location !== "path"
        ? [[pointerTo(pointer, "required"), { without: name }] satisfies [string, Change]]
        : []),
      ...values.map(({ keyword, value }): [string, Change] => [keyword, { [location]: { [name]: String(value) } }]),
    ];
  });
}

function bodyChanges(document: OpenApiDocument, { requestBody }: Operation, { body }: ExamplePair): [string, Change][] {
  if (!requestBody) return [];
  const { pointer, required, content } = requestBody;
  const json = content.find(({ name }) => name === "application/json");
  const example = body?.mediaType === json ? body?.value : undefined;
  const values = json ? invalidValues(document, json.schemaPointer, example) : [];
  return [
    ...(required ? [[pointerTo(pointer, "required"), { body: null }] satisfies [string, Change]] : []),
    [pointerTo(pointer, "content"), { contentType: "text/plain" }],
    [`${pointer} malformed`, { body: "{" }],
    ...values.map(({ keyword, value }): [string, Change] => [keyword, { body: JSON.stringify(value) }]),
  ];
}

/**
 * Values that violate one keyword of a schema each.
 *
 * @param valid a valid value, whose fields are replaced one at a time
 */
function invalidValues(document: OpenApiDocument, pointer: string, valid: Json | undefined): InvalidValue[] {
  const { node: schema, pointer: at } = resolveReference(document, valueAt(document, pointer), pointer);
  const own = Object.entries(schema).flatMap(([keyword, wanted]): InvalidValue[] =>
    violating(keyword, wanted, schema, valid).map((value) => ({ keyword: pointerTo(at, keyword), value })),
  );
  if (!isObject(valid)) return own;
  const ofFields = Object.keys(asObject(schema.properties)).flatMap((name) => {
    const inner = invalidValues(document, pointerTo(at, "properties", name), valid[name]);
    // A field that the valid value lacks may need other fields beside it, so it is left out.
    return valid[name] === undefined
      ? []
      : inner.map(({ keyword, value }) => ({ keyword, value: { ...valid, [name]: value } }));
  });
  return [...own, ...ofFields];
}

function violating(keyword: string, wanted: Json, schema: JsonObject, valid: Json | undefined): Json[] {
  const step = schema.type === "integer" ? 1 : 0.5;
  const object = isObject(valid) ? valid : {};
  switch (keyword) {
    case "type": {
      const types = [wanted].flat();
      const others: [string, Json][] = [
        ["string", "text"],
        ["number", 1.5],
        ["boolean", true],
        ["array", []],
        ["object", {}],
      ];
      const other = others.find(([type]) => !types.includes(type));
      return other ? [other[1]] : [];
    }
    case "enum":
      return [`not ${asList(wanted)[0]}`];
    case "const":
      return [`not ${wanted}`];
    case "minimum":
      return [Number(wanted) - step];
    case "maximum":
      return [Number(wanted) + step];
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return [Number(wanted)];
    case "minLength":
      return ["x".repeat(Number(wanted) - 1)];
    case "maxLength":
      return ["x".repeat(Number(wanted) + 1)];
    case "pattern":
      return ["_", "0", "no match"].filter((text) => !new RegExp(String(wanted), "u").test(text)).slice(0, 1);
    case "format":
      return ["not in this format"];
    case "required":
      return asList(wanted).map((name) => Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)));
    case "dependentRequired":
      return Object.entries(asObject(wanted)).map(([name, needed]) => {
        const without = Object.entries(object).filter(([each]) => !asList(needed).includes(each));
        return Object.fromEntries([...without, [name, object[name] ?? 1]]);
      });
    case "additionalProperties":
    case "unevaluatedProperties":
      return wanted === false ? [{ ...object, undeclared: 1 }] : [];
    default:
      return [];
  }
}

import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../src/openapi/document.js";
import { examplePairs } from "../../src/openapi/example-pairs.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { pointerTo, valueAt } from "../../src/openapi/pointer.js";
import { resolveReference } from "../../src/openapi/reference.js";

/** A request that breaks one constraint of the contract; the rest of it is a documented example. */
export interface Violation {
  /** `listSuppressions: #/components/parameters/Limit/schema/minimum`. */
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A value that breaks one keyword of a schema. */
interface Broken {
  keyword: string;
  value: Json;
}

/** Every constraint on requests that a document states, broken one at a time. */
export function violationsOf(document: OpenApiDocument, key: Record<string, string>): Violation[] {
  return operationsOf(document).flatMap((operation) => violationsOfOperation(document, operation, key));
}

function violationsOfOperation(
  document: OpenApiDocument,
  operation: Operation,
  key: Record<string, string>,
): Violation[] {
  const { id, method, pointer, parameters, requestBody, mutuallyExclusive, security } = operation;
  const pair = examplePairs(operation).find(({ response }) => response.status.startsWith("2"));
  if (!pair) throw new Error(`${id} has no example of a success.`);
  const given = pair.parameters.filter(({ parameter }) => parameter.required);

  const request = (
    name: string,
    change: {
      without?: string;
      query?: Record<string, string>;
      header?: Record<string, string>;
      path?: Record<string, string>;
      contentType?: string;
      body?: string | null;
      key?: Record<string, string>;
    },
  ): Violation => {
    const kept = given.filter(({ parameter }) => parameter.name !== change.without);
    const of = (place: string) =>
      Object.fromEntries(
        kept
          .filter(({ parameter }) => parameter.in === place)
          .map(({ parameter, value }) => [parameter.name, String(value)]),
      );
    const path = { ...of("path"), ...change.path };
    const query = new URLSearchParams({ ...of("query"), ...change.query }).toString();
    const body = change.body === null ? undefined : (change.body ?? (pair.body && JSON.stringify(pair.body.value)));
    return {
      name: `${id}: ${name}`,
      method: method.toUpperCase(),
      url: `${operation.path.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(path[each] ?? ""))}${query && `?${query}`}`,
      headers: {
        ...(change.key ?? key),
        ...of("header"),
        ...change.header,
        ...(body === undefined ? {} : { "content-type": change.contentType ?? "application/json" }),
      },
      body,
    };
  };

  const violations: Violation[] = [];
  if (security.every((schemes) => schemes.length > 0)) violations.push(request(`${pointer}/security`, { key: {} }));
  for (const parameter of parameters) {
    if (parameter.in === "cookie") continue;
    const listed = /array|object/.test(String(asObject(parameter.schema).type));
    if (parameter.required && parameter.in !== "path") {
      violations.push(request(pointerTo(parameter.pointer, "required"), { without: parameter.name }));
    }
    for (const { keyword, value } of brokenValues(document, parameter.schemaPointer, undefined)) {
      // A single text is a list of one, and any text is a string.
      if (listed || typeof value === "object" || (keyword.endsWith("/type") && typeof value !== "string")) continue;
      violations.push(request(keyword, { [parameter.in]: { [parameter.name]: String(value) } }));
    }
  }
  for (const [index, names] of mutuallyExclusive.entries()) {
    const query = Object.fromEntries(names.map((name) => [name, "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e"]));
    violations.push(request(pointerTo(pointer, "x-mutually-exclusive", index), { query }));
  }
  if (requestBody) {
    if (requestBody.required) violations.push(request(pointerTo(requestBody.pointer, "required"), { body: null }));
    violations.push(request(pointerTo(requestBody.pointer, "content"), { contentType: "text/plain" }));
    violations.push(request(`${requestBody.pointer} malformed`, { body: "{" }));
    const json = requestBody.content.find(({ name }) => name === "application/json");
    const example = pair.body?.mediaType === json ? pair.body?.value : undefined;
    for (const { keyword, value } of json ? brokenValues(document, json.schemaPointer, example) : []) {
      violations.push(request(keyword, { body: JSON.stringify(value) }));
    }
  }
  return violations;
}

/**
 * Values that break a schema, one keyword each. `valid` is a value that fits: the fields of an object are broken in it.
 */
function brokenValues(document: OpenApiDocument, pointer: string, valid: Json | undefined): Broken[] {
  const target = resolveReference(document, valueAt(document, pointer), pointer);
  const { node: schema, pointer: at } = target;
  const broken = Object.entries(schema).flatMap(([keyword, wanted]): Broken[] =>
    breakKeyword(keyword, wanted, schema, valid).map((value) => ({ keyword: pointerTo(at, keyword), value })),
  );
  if (!isObject(valid)) return broken;
  const fields = Object.keys(asObject(schema.properties)).flatMap((name) => {
    const inner = brokenValues(document, pointerTo(at, "properties", name), valid[name]);
    // A field that may be left out is broken by its presence, so its dependencies must be there too.
    return valid[name] === undefined
      ? []
      : inner.map(({ keyword, value }) => ({ keyword, value: { ...valid, [name]: value } }));
  });
  return [...broken, ...fields];
}

function breakKeyword(keyword: string, wanted: Json, schema: JsonObject, valid: Json | undefined): Json[] {
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
      return [`no ${asList(wanted)[0]}`];
    case "const":
      return [`no ${wanted}`];
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
      return ["", "_", "0", "no match"]
        .filter((text) => text !== "" && !new RegExp(String(wanted), "u").test(text))
        .slice(0, 1);
    case "format":
      return ["no such format"];
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

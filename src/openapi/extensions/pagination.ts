import { asObject, asText, isObject, type JsonObject } from "../document/document.js";
import type { JsonType } from "../document/json-type.js";
import { pointerTo } from "../document/pointer.js";
import { queryParameter } from "../operations/stated-paging.js";
import { mergedSchema, typesOf } from "../schema/merged-schema.js";
import { type Extension, type ExtensionDefect, type ExtensionPlace, NAME, POINTER } from "./extension.js";
import { unknownParameter } from "./query-parameters.js";
import { pointerProblem } from "./success-bodies.js";

const CURSOR: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["parameter"],
  properties: { parameter: NAME, item: POINTER, body: POINTER },
};

/** `x-pagination`: how a list is read page by page. */
export const pagination: Extension = {
  name: "x-pagination",
  on: "operation",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["items", "forward"],
    properties: { items: POINTER, hasMore: POINTER, pageSize: NAME, forward: CURSOR, backward: CURSOR },
  },
  contradictions: (place) => [...wrongPointers(place), ...wrongParameters(place)],
};

/** The cursors that are there, with their places. */
function cursorsOf({ value, pointer }: ExtensionPlace): { cursor: JsonObject; at: string }[] {
  const { forward, backward } = asObject(value);
  return Object.entries({ forward, backward }).flatMap(([name, cursor]) =>
    isObject(cursor) ? [{ cursor, at: pointerTo(pointer, name) }] : [],
  );
}

/** The pointers lead to places of the right type in the body of a success. */
function wrongPointers(place: ExtensionPlace): ExtensionDefect[] {
  const { document, users, value, pointer } = place;
  const [operation] = users;
  const { items, hasMore } = asObject(value);
  if (!operation) return [];
  const defect = (at: string, steps: readonly string[], wanted: readonly JsonType[]) => {
    const problem = pointerProblem(document, operation, steps, wanted);
    return problem === undefined ? [] : [{ pointer: at, message: problem }];
  };
  const wrongItems = defect(pointerTo(pointer, "items"), [String(items)], ["array"]);
  return [
    ...wrongItems,
    ...(hasMore === undefined ? [] : defect(pointerTo(pointer, "hasMore"), [String(hasMore)], ["boolean"])),
    ...cursorsOf(place).flatMap(({ cursor: { item, body }, at }) => {
      if ((item === undefined) === (body === undefined)) {
        return [{ pointer: at, message: "It needs either `item` or `body`, a JSON pointer." }];
      }
      // The last page has null there.
      if (body !== undefined) return defect(pointerTo(at, "body"), [String(body)], ["string", "number", "null"]);
      // Without the items, nothing can be said of a part of them.
      const isSearched = item !== undefined && wrongItems.length === 0;
      return isSearched ? defect(pointerTo(at, "item"), [String(items), String(item)], ["string", "number"]) : [];
    }),
  ];
}

/** The parameters are query parameters of the operation, each has one role, and a page size is a number. */
function wrongParameters(place: ExtensionPlace): ExtensionDefect[] {
  const { document, users, value, pointer } = place;
  const [operation] = users;
  if (!operation) return [];
  const size = asText(asObject(value).pageSize);
  const roles = [
    ...(size === undefined ? [] : [{ name: size, at: pointerTo(pointer, "pageSize") }]),
    ...cursorsOf(place).map(({ cursor, at }) => ({ name: String(cursor.parameter), at: pointerTo(at, "parameter") })),
  ];
  const unknown = roles.flatMap(({ name, at }) => unknownParameter(operation, name, at));
  if (unknown.length > 0) return unknown;
  const repeated = roles.filter(({ name }, index) => roles.findIndex((role) => role.name === name) < index);
  const defects = repeated.map(({ name, at }) => ({
    pointer: at,
    message: `\`${name}\` has another role already. Name another parameter.`,
  }));
  const parameter = queryParameter(operation.parameters, size);
  const types = typesOf(mergedSchema(document, parameter?.schema));
  const isNumber = types.length === 0 || types.some((name) => name === "number" || name === "integer");
  if (isNumber) return defects;
  return [...defects, { pointer: pointerTo(pointer, "pageSize"), message: `\`${size}\` is not a number.` }];
}

import { similarName, suggestion } from "#cli/similar-name.js";
import { asList, asObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { type Extension, type ExtensionDefect, type ExtensionPlace, NAME } from "./extension.js";

const OPERATIONS: JsonObject = { type: "array", minItems: 1, uniqueItems: true, items: NAME };

/** `x-requirements`: the requirements on the server, by their ids. */
export const requirements: Extension = {
  name: "x-requirements",
  on: "document",
  schema: {
    type: "object",
    additionalProperties: {
      type: "object",
      additionalProperties: false,
      required: ["operations", "requirement"],
      properties: {
        operations: OPERATIONS,
        requirement: NAME,
        stated: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", pattern: "^#/" } },
        runtime: NAME,
      },
    },
  },
  contradictions(place) {
    return Object.entries(asObject(place.value)).flatMap(([id, node]) => {
      const { stated, runtime } = asObject(node);
      const at = pointerTo(place.pointer, id);
      const absent = asList(stated).flatMap((statement, index) => {
        const problem = problemOfPlace(String(statement), place.document);
        return problem === undefined ? [] : [{ pointer: pointerTo(at, "stated", index), message: problem }];
      });
      const isBare = stated === undefined && runtime === undefined;
      const message = "It needs `stated`, the places that state it, or `runtime`, the reason why none does.";
      return [...unknownOperations(place, id), ...absent, ...(isBare ? [{ pointer: at, message }] : [])];
    });
  },
};

/** `x-open-points`: the points that the API leaves open, by their ids. */
export const openPoints: Extension = {
  name: "x-open-points",
  on: "document",
  schema: {
    type: "object",
    additionalProperties: {
      type: "object",
      additionalProperties: false,
      required: ["operations", "open"],
      properties: { operations: OPERATIONS, open: NAME },
    },
  },
  contradictions: (place) => Object.keys(asObject(place.value)).flatMap((id) => unknownOperations(place, id)),
};

/** `x-unspecified`: the open points of a place, each with a sentence. */
export const unspecified: Extension = {
  name: "x-unspecified",
  on: "any",
  schema: { type: "object", minProperties: 1, additionalProperties: { type: "string", pattern: "\\S" } },
  contradictions({ document, value, pointer }) {
    const pointIds = Object.keys(asObject(document["x-open-points"]));
    return Object.keys(asObject(value)).flatMap((id) => {
      if (pointIds.includes(id)) return [];
      const ids = pointIds.length > 0 ? `Use one of ${pointIds.join(", ")}.` : "The document declares none.";
      const message = `\`${id}\` is not an open point. ${ids} Or declare \`${id}\` under \`x-open-points\`.`;
      return [{ pointer: pointerTo(pointer, id), message }];
    });
  },
};

/** Why a place does not state a requirement; undefined if it does, as far as that can be seen. */
function problemOfPlace(pointer: string, document: OpenApiDocument): string | undefined {
  const value = valueAt(document, pointer);
  if (value === undefined) return missingPlace(pointer, document);
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  // `additionalProperties: true` and `required: false` permit everything.
  const permitsAll = value === pointer.endsWith("/additionalProperties");
  return isEmpty || permitsAll ? `${pointer} states nothing: it is ${JSON.stringify(value)}.` : undefined;
}

/** The first name of a place that does not exist, and the one that may be meant. */
function missingPlace(pointer: string, document: OpenApiDocument): string {
  const names = pointerNames(pointer);
  const isThere = (length: number) => valueAt(document, pointerTo("#", ...names.slice(0, length))) !== undefined;
  const index = names.findIndex((_, at) => !isThere(at + 1));
  const parent = pointerTo("#", ...names.slice(0, index));
  const similar = similarName(names[index] ?? "", Object.keys(asObject(valueAt(document, parent))));
  const advice = similar === undefined ? "Correct the place, or remove it." : `Did you mean \`${similar}\`?`;
  return `The document has no place ${pointer}: ${parent} has no \`${names[index]}\`. ${advice}`;
}

function unknownOperations({ operations, value, pointer }: ExtensionPlace, id: string): ExtensionDefect[] {
  const ids = operations.map((operation) => operation.id);
  return asList(asObject(asObject(value)[id]).operations).flatMap((name, index) => {
    if (ids.includes(String(name))) return [];
    const message = `There is no operation \`${name}\`. ${suggestion(String(name), ids)}`;
    return [{ pointer: pointerTo(pointer, id, "operations", index), message }];
  });
}

import { asObject, asText, type JsonObject } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import type { PageStep, Paging, Parameter } from "../operations/operation.js";
import { type Extension, type ExtensionDefect, type ExtensionPlace, NAME, POINTER } from "./extension.js";
import { queryParameter, unknownParameter } from "./query-parameters.js";
import { pointerProblem } from "./success-bodies.js";

const EXTENSION = "x-numbered-pages";

/** `x-numbered-pages`: how a list without cursors is read page by page. */
export const numberedPages: Extension = {
  name: EXTENSION,
  on: "operation",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["items", "parameter", "counts"],
    properties: {
      items: POINTER,
      parameter: NAME,
      counts: { enum: ["pages", "items"] },
      first: { type: "integer", minimum: 0 },
      pageSize: NAME,
    },
  },
  contradictions: (place) => [...wrongItems(place), ...wrongParameters(place), ...otherPaging(place)],
};

/** Reads `x-numbered-pages` of an operation; undefined if it has none. */
export function numberedPagesOf(
  operation: JsonObject,
  at: string,
  parameters: readonly Parameter[],
): Paging | undefined {
  if (operation[EXTENSION] === undefined) return undefined;
  const { items, parameter: name, counts, first, pageSize } = asObject(operation[EXTENSION]);
  const parameter = queryParameter(parameters, asText(name));
  const number = typeof first === "number" ? first : 1;
  const next: PageStep | undefined =
    parameter && (counts === "items" ? { kind: "offset", parameter } : { kind: "page", parameter, first: number });
  return {
    basis: "stated",
    pointer: pointerTo(at, EXTENSION),
    items: String(items),
    hasMore: undefined,
    pageSize: queryParameter(parameters, asText(pageSize)),
    next,
    previous: undefined,
  };
}

function wrongItems(place: ExtensionPlace): ExtensionDefect[] {
  const [operation] = place.users;
  const { items } = asObject(place.value);
  const problem = operation && pointerProblem(place.document, operation, [String(items)], ["array"]);
  return problem === undefined ? [] : [{ pointer: pointerTo(place.pointer, "items"), message: problem }];
}

function wrongParameters(place: ExtensionPlace): ExtensionDefect[] {
  const [operation] = place.users;
  if (!operation) return [];
  return Object.entries(asObject(place.value)).flatMap(([role, name]) =>
    role === "parameter" || role === "pageSize"
      ? unknownParameter(operation, String(name), pointerTo(place.pointer, role))
      : [],
  );
}

function otherPaging(place: ExtensionPlace): ExtensionDefect[] {
  const message = "The operation has `x-pagination` as well. Keep one of them: a list is paged in one way.";
  const operation = asObject(valueAt(place.document, place.owner));
  return operation["x-pagination"] === undefined ? [] : [{ pointer: place.pointer, message }];
}

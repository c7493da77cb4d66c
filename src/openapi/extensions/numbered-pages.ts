import { asObject, asText, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import type { Operation } from "../operations/operation.js";
import { type Extension, type ExtensionDefect, type ExtensionPlace, NAME, POINTER } from "./extension.js";
import { unknownParameter } from "./query-parameters.js";
import { pointerProblem } from "./success-bodies.js";

/** How a list is read by numbers of pages, or by offsets. */
export interface NumberedPages {
  /** JSON pointer to the items of a page (RFC 6901). */
  items: string;
  /** The query parameter that selects a page: by its number, or by how many items are before it. */
  parameter: string;
  counts: "pages" | "items";
  /** The number of the first page. */
  first: number;
  pageSize: string | undefined;
}

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
export function numberedPagesOf(document: OpenApiDocument, { pointer }: Operation): NumberedPages | undefined {
  const declared = asObject(valueAt(document, pointer))[EXTENSION];
  if (declared === undefined) return undefined;
  const { items, parameter, counts, first, pageSize }: JsonObject = asObject(declared);
  return {
    items: String(items),
    parameter: String(parameter),
    counts: counts === "items" ? "items" : "pages",
    first: typeof first === "number" ? first : 1,
    pageSize: asText(pageSize),
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
  return place.users[0]?.pagination ? [{ pointer: place.pointer, message }] : [];
}

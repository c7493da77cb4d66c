import { asObject } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { type Extension, type ExtensionDefect, type ExtensionPlace, NAME, POINTER } from "./extension.js";
import { unknownParameter } from "./query-parameters.js";
import { pointerProblem } from "./success-bodies.js";

/** `x-numbered-pages`: how a list without cursors is read page by page. */
export const numberedPages: Extension = {
  name: "x-numbered-pages",
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

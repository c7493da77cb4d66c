import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { openPointsOf, requirementsOf } from "#openapi/document/requirements.js";
import { walk } from "#openapi/document/walk.js";

/** A list that the page folds, such as the requirements of an operation. A type, because an interface is not JSON. */
export type NoteList = { title: string; notes: Note[] };

/** One requirement or open point: its id, and its text in the document. */
export type Note = { id: string; text: string };

/**
 * The requirements and the open points of an operation, each list only if it has notes.
 *
 * @param places the parts of the document in which `x-unspecified` is read. An id that `x-open-points` lists for the
 *   operation is not repeated.
 */
export function operationNotes(document: OpenApiDocument, operationId: string | undefined, places: Json[]): NoteList[] {
  const concerns = ({ operations }: { operations: string[] }) => operations.some((id) => id === operationId);
  const requirements = requirementsOf(document).filter(concerns);
  const listed = openPointsOf(document).filter(concerns);
  const unlisted = unspecifiedIn(document, places).filter(({ id }) => !listed.some((note) => note.id === id));
  return [
    { title: "Requirements", notes: requirements.map(({ id, requirement }) => ({ id, text: requirement })) },
    { title: "Open points", notes: [...listed.map(({ id, open }) => ({ id, text: open })), ...unlisted] },
  ].filter(({ notes }) => notes.length > 0);
}

/** The open points of the document as a whole: its information, tags, servers and security schemes. */
export function documentNotes(document: OpenApiDocument): Note[] {
  const { info = null, tags = null, servers = null, components } = document;
  const { securitySchemes = null } = asObject(components);
  return unspecifiedIn(document, [info, tags, servers, securitySchemes]);
}

/** Every `x-unspecified` in the values and in the objects that they refer to, in the order of the document. */
function unspecifiedIn(document: OpenApiDocument, values: Json[]): Note[] {
  const found: Note[] = [];
  const seen = new Set<string>();
  const visit = (value: Json | undefined): void => {
    walk(value, ({ node, name, around, isMap }) => {
      if (isMap || !isObject(node)) return true;
      if (!around?.isMap && (name === "value" || name === "x-unspecified")) return false;
      const { $ref: reference } = node;
      if (typeof reference === "string" && reference.startsWith("#") && !seen.has(reference)) {
        seen.add(reference);
        visit(valueAt(document, reference));
      }
      for (const [id, text] of Object.entries(asObject(node["x-unspecified"]))) found.push({ id, text: String(text) });
      return true;
    });
  };
  for (const value of values) visit(value);
  return found;
}

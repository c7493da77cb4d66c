import type { Json, JsonObject, OpenApiDocument } from "../document/document.js";
import type { Operation } from "../operations/operation.js";

/** The objects of OpenAPI that an extension of ours may extend (OpenAPI 3.1, 4.9). */
export type ExtendedObject = "document" | "operation" | "parameter" | "response" | "schema" | "any";

/** A part of an extension that is wrong. */
export interface ExtensionDefect {
  /** JSON pointer to the place in the document. */
  pointer: string;
  /** The fault and the remedy, with a full stop. */
  message: string;
  /** Whether it may be right in a document of others. An extension of theirs may have a name like one of ours. */
  mayBeForeign?: boolean;
  /** Whether its name is wrong, and not its value. */
  isName?: boolean;
}

/** An extension in a document. */
export interface ExtensionPlace {
  document: OpenApiDocument;
  /** The operations of the document. */
  operations: readonly Operation[];
  /** Those with the object that it extends: the operation itself, or each that has the parameter or the response. */
  users: readonly Operation[];
  value: Json;
  /** The place of the extension. */
  pointer: string;
  /** The place of the object that it extends. */
  owner: string;
}

/** The definition of one extension. */
export interface Extension {
  name: `x-${string}`;
  /** The object that it extends. */
  on: ExtendedObject;
  /** Whether others use the name, too: it does not show that a document is of this project. */
  isShared?: true;
  /** The form of its value (JSON Schema 2020-12). */
  schema: JsonObject;
  /** Finds claims of its value that the rest of the document contradicts. Called for a value of the right form. */
  contradictions?(place: ExtensionPlace): ExtensionDefect[];
}

/** The form of a JSON pointer (RFC 6901, 3). */
export const POINTER: JsonObject = { type: "string", pattern: "^(/([^~/]|~[01])*)*$" };

/** The form of a name. */
export const NAME: JsonObject = { type: "string", minLength: 1 };

import type { OpenApiDocument } from "#openapi/document/document.js";
import { parentOf, valueAt } from "#openapi/document/pointer.js";
import { partAt } from "../print/part-name.js";

/** Both revisions, which give the names of places in messages. */
export class Naming {
  readonly base: OpenApiDocument;
  readonly revision: OpenApiDocument;

  constructor(base: OpenApiDocument, revision: OpenApiDocument) {
    this.base = base;
    this.revision = revision;
  }

  /** The part at a place, or around it, as people call it: ``the query parameter `limit` ``. */
  part(place: string): string {
    const document = valueAt(this.base, place) === undefined ? this.revision : this.base;
    const { part } = partAt(document, place);
    return part ? `the ${part.kind} ${part.name}` : "the document";
  }

  /** The same at the beginning of a sentence. */
  subject(place: string): string {
    const part = this.part(place);
    return part.charAt(0).toUpperCase() + part.slice(1);
  }

  /** A keyword and its owner: `` `maximum` of the query parameter `limit` ``. */
  keyword(place: string, keyword: string): string {
    return `\`${keyword}\` of ${this.part(parentOf(place))}`;
  }
}

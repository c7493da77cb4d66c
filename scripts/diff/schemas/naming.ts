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

  /** The part at a place, or around it, as people call it: ``the query parameter `limit` ``. @param isBare whether it has no owner */
  part(place: string, isBare = false): string {
    const document = valueAt(this.base, place) === undefined ? this.revision : this.base;
    const { part } = partAt(document, place);
    if (!part) return "the document";
    const { kind, name, bareName = name } = part;
    // A media type has a schema, and the body has its type and its members.
    return `the ${kind === "media type" ? "body" : kind} ${isBare ? bareName : name}`;
  }

  /** The same at the beginning of a sentence. */
  subject(place: string, isBare = false): string {
    const part = this.part(place, isBare);
    return part.charAt(0).toUpperCase() + part.slice(1);
  }

  /** A keyword and its owner: `` `maximum` of the query parameter `limit` ``. */
  keyword(place: string, keyword: string): string {
    return `\`${keyword}\` of ${this.part(parentOf(place))}`;
  }
}

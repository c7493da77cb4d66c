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
    if (!part) return "the document";
    // A media type has a schema, and the body has its type and its members.
    return `the ${part.kind === "media type" ? "body" : part.kind} ${part.name}`;
  }

  /** The same at the beginning of a sentence. */
  subject(place: string): string {
    const part = this.part(place);
    return part.charAt(0).toUpperCase() + part.slice(1);
  }

  /**
   * A property that an operation has no longer in this form, at the beginning of a sentence. A component that still has it is not
   * named: the operation has another one now.
   *
   * @param isKept whether the component has it in the revision
   */
  lostProperty(place: string, isKept: boolean): string {
    const subject = this.subject(place);
    return isKept ? subject.replace(/ of `[^`]+`$/, "") : subject;
  }

  /** A keyword and its owner: `` `maximum` of the query parameter `limit` ``. */
  keyword(place: string, keyword: string): string {
    return `\`${keyword}\` of ${this.part(parentOf(place))}`;
  }
}

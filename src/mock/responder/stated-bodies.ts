import type { Chosen } from "#http/negotiate.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { bodyText } from "./body-text.js";

/** The texts of bodies that are examples of a document: each is written once. */
export class StatedBodies {
  readonly #document: OpenApiDocument;
  /** By the body, then by where it is sent. */
  readonly #texts = oncePer((_: object) => new Map<string, string>());

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** The text of a body. */
  textOf(body: unknown, { content, type }: Chosen<MediaType>): string {
    const write = () => bodyText(this.#document, valueAt(body, "") ?? null, type, content);
    if (typeof body !== "object" || body === null) return write();
    const [known, key] = [this.#texts(body), `${type} ${content.pointer}`];
    const text = known.get(key) ?? write();
    known.set(key, text);
    return text;
  }
}

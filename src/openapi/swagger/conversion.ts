import type { Json, JsonObject, OpenApiDocument } from "../document/document.js";
import type { DocumentWarning } from "../document/warning.js";

/** A conversion of a Swagger 2.0 document while it runs. */
export class Conversion {
  readonly origins = new WeakMap<object, JsonObject | Json[]>();
  readonly warnings: DocumentWarning[] = [];

  /** @param document the document as it was written */
  constructor(readonly document: OpenApiDocument) {}

  /**
   * Remembers what a new object was made of, so that messages name a place of the written document.
   *
   * @returns the new object
   */
  made<Made extends JsonObject | Json[]>(origin: JsonObject | Json[], made: Made): Made {
    this.origins.set(made, origin);
    return made;
  }
}

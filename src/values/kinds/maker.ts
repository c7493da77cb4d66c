import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { Randomness } from "../random/randomness.js";
import type { ValuePlace } from "../rules/value-place.js";
import type { SchemaList } from "../rules/value-rules.js";

/** Which optional properties an object has. */
export type Presence = "all" | "none" | "random";

/** Makes the parts of a value. The files for objects, lists and texts use it, and it uses them. */
export interface Maker extends Randomness {
  readonly document: OpenApiDocument;
  /**
   * The name of the field that holds a value. That of the parameter for its whole value, and empty for any other one.
   */
  fieldOf(at: ValuePlace): string;
  /** The description of that parameter. */
  readonly description: string;
  /** Whether texts look like those that people write. */
  readonly isLifelike: boolean;
  /** Whether the value is so large or deep that everything that may be left out is left out. */
  isLarge(at: ValuePlace): boolean;
  /** The optional properties of the object at a place of the value. */
  presence(at: ValuePlace): Presence;
  /**
   * A value that satisfies several schemas.
   *
   * @param at the place of the value in the whole one
   * @throws Unsatisfiable if there is none
   */
  make(schemas: SchemaList, at: ValuePlace): Json;
  /** Makes a value with other choices than the usual ones, chosen at random. */
  vary<Value>(make: () => Value): Value;
  /**
   * Makes a value by the first option that leads to one. The choice is remembered: if the whole value is invalid, the next
   * attempt prefers another one.
   *
   * @param key what is chosen, for example the place of `oneOf`
   * @throws Unsatisfiable if no option leads to a value
   */
  tryEach<Option>(at: ValuePlace, key: string, options: readonly Option[], make: (option: Option) => Json): Json;
}

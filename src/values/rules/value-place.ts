import { pointerTo } from "#openapi/document/pointer.js";

/** A place in a value that is being made. Its pointer is written when it is needed: most places are asked for their fields only. */
export class ValuePlace {
  /** The place of the whole value. */
  static readonly root = new ValuePlace(undefined, "");

  /** How many lists and objects are around the place. */
  readonly depth: number;
  readonly #parent: ValuePlace | undefined;
  readonly #name: string | number;
  #pointer: string | undefined;

  private constructor(parent: ValuePlace | undefined, name: string | number) {
    this.#parent = parent;
    this.#name = name;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  /** The place of a member of the object, or of an item of the list. */
  to(name: string | number): ValuePlace {
    return new ValuePlace(this, name);
  }

  /** JSON pointer to the place in the whole value. */
  get pointer(): string {
    this.#pointer ??= this.#parent === undefined ? "" : pointerTo(this.#parent.pointer, this.#name);
    return this.#pointer;
  }

  /** The name of the field that holds the value: `name` for `/pets/0/name`; undefined if there is none. */
  get field(): string | undefined {
    if (this.#parent === undefined) return undefined;
    const isIndex = typeof this.#name === "number" || /^\d+$/.test(this.#name);
    return isIndex ? this.#parent.field : this.#name;
  }
}

import { type Ajv2020, _ as code, type KeywordCxt } from "ajv/dist/2020.js";

/** Lets a validator leave out the items of one list, which are validated elsewhere, one by one. */
export class DeferredItems {
  readonly #left: { list: unknown } = { list: undefined };

  /** @param ajv a validator that finds all errors: where it ends at the first one, the code of `items` cannot be left out */
  constructor(ajv: Ajv2020) {
    const items = ajv.getKeyword("items");
    if (typeof items !== "object" || !("code" in items)) {
      throw new Error("This version of Ajv defines items otherwise than version 8.");
    }
    ajv.removeKeyword("items").addKeyword({
      ...items,
      code: (context: KeywordCxt) => {
        const { gen, data } = context;
        const left = gen.scopeValue("obj", { ref: this.#left });
        gen.if(code`${data} !== ${left}.list`, () => items.code(context));
      },
    });
  }

  /** Calls a function. The items of the list do not count meanwhile. */
  without<Result>(list: unknown, run: () => Result): Result {
    this.#left.list = list;
    try {
      return run();
    } finally {
      this.#left.list = undefined;
    }
  }
}

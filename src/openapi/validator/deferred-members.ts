import { type Ajv2020, _ as code } from "ajv/dist/2020.js";
import { changeKeyword } from "./keywords/changed-keyword.js";

/** Keywords whose schemas apply to every item of a list, or to every member that no other keyword names. */
const KEYWORDS = ["items", "additionalProperties"];

/** Lets a validator leave out the members of some lists and objects, which are validated elsewhere, one by one. */
export class DeferredMembers {
  readonly #left: { parts: ReadonlySet<unknown> } = { parts: new Set() };

  /**
   * @param ajv a validator that finds all errors. Where one ends at the first error, the code of a keyword cannot be left
   * out
   */
  constructor(ajv: Ajv2020) {
    for (const keyword of KEYWORDS) {
      changeKeyword(ajv, keyword, ({ gen, data }, write) => {
        const left = gen.scopeValue("obj", { ref: this.#left });
        gen.if(code`!${left}.parts.has(${data})`, write);
      });
    }
  }

  /** Calls a function. The members of the parts do not count meanwhile. */
  without<Result>(parts: ReadonlySet<unknown>, run: () => Result): Result {
    const former = this.#left.parts;
    this.#left.parts = parts;
    try {
      return run();
    } finally {
      this.#left.parts = former;
    }
  }
}

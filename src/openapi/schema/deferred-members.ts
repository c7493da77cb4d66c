import { type Ajv2020, type CodeKeywordDefinition, _ as code, type KeywordCxt } from "ajv/dist/2020.js";

/** Keywords whose schemas apply to every item of a list, and to every member of an object that no other keyword names. */
const KEYWORDS = ["items", "additionalProperties"];

/** Lets a validator leave out the members of some lists and objects, which are validated elsewhere, one by one. */
export class DeferredMembers {
  readonly #left: { parts: ReadonlySet<unknown> } = { parts: new Set() };

  /** @param ajv a validator that finds all errors: where it ends at the first one, the code of a keyword cannot be left out */
  constructor(ajv: Ajv2020) {
    for (const keyword of KEYWORDS) this.#change(ajv, keyword);
  }

  /** Changes a keyword in its place: `unevaluatedItems` and `unevaluatedProperties` come after it. */
  #change(ajv: Ajv2020, keyword: string): void {
    const rule = ajv.RULES.all[keyword];
    if (typeof rule !== "object" || !hasCode(rule.definition)) {
      throw new Error(`This version of Ajv defines ${keyword} otherwise than version 8.`);
    }
    const { definition } = rule;
    const changed = {
      ...definition,
      code: (context: KeywordCxt) => {
        const { gen, data } = context;
        const left = gen.scopeValue("obj", { ref: this.#left });
        gen.if(code`!${left}.parts.has(${data})`, () => definition.code(context));
      },
    };
    Object.assign(rule, { definition: changed });
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

function hasCode(definition: object): definition is CodeKeywordDefinition {
  return "code" in definition;
}

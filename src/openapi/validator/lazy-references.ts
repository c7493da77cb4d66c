import { type Ajv2020, _ as code, type KeywordCxt } from "ajv/dist/2020.js";
import { callRef } from "ajv/dist/vocabularies/core/ref.js";
import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "../document/document.js";
import { encodedPointer } from "../document/pointer.js";
import { referredPlace } from "./referred-place.js";
import { usedKeywords } from "./used-keywords.js";

/** The parts of a compiled schema that Ajv reads after it was called. */
type Compiled = NonNullable<ReturnType<Ajv2020["getSchema"]>>;

/** A function that calls a compiled schema. Ajv reads the errors from it after the call. */
interface Called {
  (...args: Parameters<Compiled>): unknown;
  errors?: Compiled["errors"] | undefined;
}

/**
 * Compiles each schema of a document once, when a value first needs it. Ajv compiles the target of a reference again for
 * each schema that is nothing but the reference. That took half of the memory of a document of 613 operations. It also
 * compiles all schemas that a schema leads to at once. In large documents that takes seconds, and hundreds of schemas that
 * lead to each other exhaust the stack. Documents with `unevaluatedProperties` or `unevaluatedItems` are compiled as Ajv
 * does it.
 */
export class LazyReferences {
  readonly #ajv: Ajv2020;
  readonly #base: string;
  readonly #document: OpenApiDocument;
  readonly #pending = new Map<string, () => Compiled>();

  /**
   * @param base the id of the document in the validator
   * @param document whose schemas are compiled
   * @param root the schema that has this id: the document, or another form of it
   */
  constructor(ajv: Ajv2020, base: string, document: OpenApiDocument, root: object) {
    this.#ajv = ajv;
    this.#base = base;
    this.#document = document;
    // Ajv knows which fields a failing schema evaluates only if it has compiled it before (JSON Schema Core, 11.3).
    if (usedKeywords(document).unevaluated) return;
    const eager = ajv.getKeyword("$ref");
    if (typeof eager !== "object" || !("code" in eager)) {
      throw new Error("This version of Ajv defines $ref otherwise than version 8.");
    }
    ajv.removeKeyword("$ref").addKeyword({
      ...eager,
      code: (context: KeywordCxt) => {
        const { gen, it } = context;
        const reference: unknown = context.schema;
        // Within a schema with an `$id`, a reference is relative to it (JSON Schema Core, 8.2.1).
        const isPlain = it.schemaEnv.root.schema === root && it.baseId === it.schemaEnv.root.baseId;
        if (!isPlain || typeof reference !== "string" || !reference.startsWith("#/")) return eager.code(context);
        const validate = gen.scopeValue("validate", { ref: this.#lazily(reference) });
        callRef(context, code`${validate}`);
      },
    });
  }

  /** The function of a schema; undefined if the document has none at the place. */
  at(pointer: string): Compiled | undefined {
    // A limit of time may have ended the compilation of a schema. Ajv then takes it for one that is still being compiled.
    this.#ajv._compilations.clear();
    const place = referredPlace(this.#document, pointer, (keyword) => this.#ajv.RULES.all[keyword] !== undefined);
    return this.#ajv.getSchema(this.#base + encodedPointer(place));
  }

  /** Compiles the targets of all references that were met, before a value is validated within a time. */
  compileAll(): void {
    for (const [, compile] of this.#pending) compile();
  }

  #lazily(reference: string) {
    let compiled: Compiled | undefined;
    const target = () => {
      compiled ??= this.#compile(reference);
      this.#pending.delete(reference);
      return compiled;
    };
    this.#pending.set(reference, target);
    // Most of the time of a validation is spent in such calls. So there are no lists of arguments and results.
    const validate: Called = (data, place) => {
      const inner = compiled ?? target();
      const isValid = inner(data, place);
      validate.errors = inner.errors;
      return isValid;
    };
    return validate;
  }

  #compile(reference: string): Compiled {
    const compiled = this.at(reference);
    if (compiled) return compiled;
    throw new UserError(`A schema refers to ${reference}, which does not exist. Correct it in the document.`);
  }
}

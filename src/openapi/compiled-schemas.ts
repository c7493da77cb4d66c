import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { UserError } from "../user-error.js";
import { asObject, type Json, type OpenApiDocument } from "./document.js";
import { compilePattern, InvalidPattern, LimitedPattern, PatternUndecided } from "./pattern.js";
import { pointerTo } from "./pointer.js";
import { isUuid } from "./uuid.js";

const DOCUMENT = "contract:";

/** The schemas of a document as functions of Ajv, each compiled when it is first used. */
export class CompiledSchemas {
  readonly #document: OpenApiDocument;
  // Both are built on first use: for a large document that takes a second.
  #ajv: Ajv2020 | undefined;
  #places: Map<unknown, string> | undefined;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * Validates a value.
   *
   * @returns the errors of Ajv; none if the value is valid
   * @throws PatternUndecided if a pattern takes too long; UserError if the schema cannot be used, or the value is nested
   *   too deeply
   */
  errors(schemaPointer: string, value: unknown): ErrorObject[] {
    try {
      const validate = this.#compiled.get(schemaPointer) ?? this.#compile(schemaPointer);
      this.#compiled.set(schemaPointer, validate);
      return validate(value) ? [] : (validate.errors ?? []);
    } catch (error) {
      // Ajv follows schemas and values by recursion.
      if (error instanceof RangeError) throw new UserError(endless(schemaPointer, value));
      if (error instanceof InvalidPattern || error instanceof PatternUndecided) {
        error.message = `${this.#placeOfPattern(error.pattern) ?? schemaPointer}: ${error.message}`;
      }
      throw error;
    }
  }

  /** The place of a schema in the document. Ajv reports the violated schema, but not its place. */
  placeOf(schema: unknown): string | undefined {
    this.#places ??= placesIn(this.#document);
    return this.#places.get(schema);
  }

  #placeOfPattern(wanted: string): string | undefined {
    this.#places ??= placesIn(this.#document);
    for (const [node, place] of this.#places) {
      const { pattern, patternProperties } = asObject(node);
      if (pattern === wanted) return pointerTo(place, "pattern");
      if (Object.hasOwn(asObject(patternProperties), wanted)) return pointerTo(place, "patternProperties");
    }
    return undefined;
  }

  /** @throws UserError if the schema cannot be used */
  #compile(schemaPointer: string): ValidateFunction {
    try {
      this.#ajv ??= ajvWith(this.#document);
      return this.#ajv.compile({ $ref: DOCUMENT + encodeURI(schemaPointer) });
    } catch (error) {
      if (error instanceof InvalidPattern) throw error;
      if (error instanceof RangeError) {
        throw new UserError(
          `The schema ${schemaPointer} is nested too deeply, perhaps through references. Flatten it.`,
        );
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(`The schema ${schemaPointer} cannot be used: ${reason}. Correct it in the document.`);
    }
  }
}

function ajvWith(document: OpenApiDocument): Ajv2020 {
  const ajv = addFormats.default(
    new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      validateSchema: false,
      logger: false,
      addUsedSchema: false,
      code: { regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: "new RegExp" }) },
    }),
  );
  // RFC 9562 (4): a UUID, without the `urn:uuid:` that ajv-formats lets through.
  ajv.addFormat("uuid", isUuid);
  // RFC 6531 (3.3) admits nearly everything around the last `@` of an internationalized address.
  ajv.addFormat("idn-email", /^.+@[^@]+$/s);
  // The time of this format grows with the square of the length. The other ones of ajv-formats are linear.
  const { url } = ajv.formats;
  if (url instanceof RegExp) ajv.addFormat("url", new LimitedPattern(url));
  ajv.addSchema(document, DOCUMENT);
  return ajv;
}

function placesIn(document: OpenApiDocument): Map<unknown, string> {
  const places = new Map<unknown, string>();
  const place = (node: Json, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    places.set(node, pointer);
    for (const [name, member] of Object.entries(node)) place(member, pointerTo(pointer, name));
  };
  place(document, "#");
  return places;
}

/** Validators reach the parts of a value that is nested less deeply. */
const DEEP = 500;

/** Why the validation of a value exhausted the stack, and what to do. */
function endless(schemaPointer: string, value: unknown): string {
  const levels = depthOf(value);
  return levels > DEEP
    ? `The value is nested ${levels} levels deep, which is too deep to be validated.`
    : `The schema ${schemaPointer} applies to itself without end. Let it refer to itself only below a keyword such as properties or items.`;
}

/** How many lists and objects of a value are nested: 0 for any other value. */
function depthOf(value: unknown): number {
  const isNested = (each: unknown) => typeof each === "object" && each !== null;
  let levels = 0;
  // Level by level instead of recursion, which a deep value would exhaust.
  for (let level = [value].filter(isNested); level.length > 0; levels += 1) {
    level = level.flatMap((each) => Object.values(Object(each))).filter(isNested);
  }
  return levels;
}

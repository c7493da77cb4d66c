import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { asObject, type OpenApiDocument } from "../document/document.js";
import { compilePattern } from "../patterns/pattern.js";
import { isUuid } from "../patterns/uuid.js";
import { DeferredMembers } from "./deferred-members.js";
import { changeKeyword } from "./keywords/changed-keyword.js";
import { addDirectionKeywords } from "./keywords/direction-keywords.js";
import { addDiscriminators } from "./keywords/discriminated-choices.js";
import { MULTIPLE_OF } from "./keywords/multiple-of.js";
import { UNIQUE_ITEMS } from "./keywords/unique-items.js";
import { LazyReferences } from "./lazy-references.js";
import { LENIENT_URIS } from "./lenient-uris.js";
import { usedKeywords } from "./used-keywords.js";

/** The id of the document in its validators. */
export const DOCUMENT = "contract:";

/**
 * Formats of ajv-formats that neither JSON Schema (Validation 2020-12, 7.3) nor the registry of OpenAPI has. An unknown
 * format is not checked: that of `url` rejects local addresses, and `iso-date-time` has another meaning elsewhere.
 */
const NO_FORMATS = ["url", "iso-time", "iso-date-time", "json-pointer-uri-fragment"];

/** Keywords that JSON Schema 2020-12 does not have, and that Ajv refuses or checks. */
const NO_KEYWORDS = ["id", "formatMinimum", "formatMaximum", "formatExclusiveMinimum", "formatExclusiveMaximum"];

/** Whether a validator finds all errors of a value, or ends at the first one. */
export type Extent = "all" | "first";

/** Requests and responses differ by `readOnly` and `writeOnly` properties. */
export interface Mode {
  extent: Extent;
  isResponse: boolean;
  /** Lists and objects whose members do not count. */
  leftOut?: ReadonlySet<unknown>;
}

/** Ajv for the schemas of a document in one mode. */
export interface Validator {
  ajv: Ajv2020;
  references: LazyReferences;
  /** Undefined if it ends at the first error. */
  members: DeferredMembers | undefined;
}

/** Makes the validator of a document for one mode. Schemas are compiled when a value first needs them. */
export function ajvOfDocument(document: OpenApiDocument, { extent, isResponse }: Mode): Validator {
  const ajv = addFormats.default(
    new Ajv2020({
      strict: false,
      allErrors: extent === "all",
      verbose: true,
      validateSchema: false,
      meta: false,
      logger: false,
      addUsedSchema: false,
      uriResolver: LENIENT_URIS,
      // Optimizing the code takes longer than it saves in a run.
      code: {
        optimize: false,
        regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: "new RegExp" }),
      },
    }),
  );
  const { unevaluated, identifiers } = usedKeywords(document);
  ajv.opts.unevaluated = unevaluated;
  // Ajv leaves out patterns whose schemas admit everything, also if a pattern is not a regular expression.
  changeKeyword(ajv, "patternProperties", ({ schema }, write) => {
    for (const pattern of Object.keys(asObject(schema))) compilePattern(pattern);
    write();
  });
  // RFC 9562 (4): a UUID, without the `urn:uuid:` that ajv-formats lets through.
  ajv.addFormat("uuid", isUuid);
  // RFC 6531 (3.3) admits nearly everything around the last `@` of an internationalized address.
  ajv.addFormat("idn-email", /^.+@[^@]+$/s);
  for (const format of NO_FORMATS) ajv.addFormat(format, true);
  for (const keyword of NO_KEYWORDS) ajv.removeKeyword(keyword);
  ajv.removeKeyword("uniqueItems").addKeyword(UNIQUE_ITEMS);
  ajv.removeKeyword("multipleOf").addKeyword(MULTIPLE_OF);
  addDiscriminators(ajv, document);
  addDirectionKeywords(ajv, document, isResponse ? "response" : "request");
  const members = extent === "all" ? new DeferredMembers(ajv) : undefined;
  const root = identifiers ? document : withoutSearch(document);
  ajv.addSchema(root, DOCUMENT);
  return { ajv, references: new LazyReferences(ajv, DOCUMENT, document, root), members };
}

/**
 * A document in which Ajv finds each place, but does not look for identifiers. That takes a fifth of a second for 14 MB.
 */
function withoutSearch(document: OpenApiDocument): object {
  // A property that is defined in this way is not enumerated.
  const members = Object.entries(document).map(([name, value]) => [name, { value }] as const);
  return Object.defineProperties({}, Object.fromEntries(members));
}

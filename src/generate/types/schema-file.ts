import type { OpenAPI3 } from "openapi-typescript";
import { UserError } from "#cli/user-error.js";
import { splitReadWrite } from "#openapi/direction/split.js";
import { isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { withKnownParts } from "../known-parts.js";
import { withUsableAliases } from "./aliases.js";
import { withCompilableTypes } from "./compilable-types.js";
import { withoutDeepReferences } from "./deep-references.js";
import { withoutDefinitions } from "./definitions.js";
import { withConstraintsInWords } from "./described-schemas.js";
import { withLeanOperations } from "./lean-operations.js";
import { withNamedSchemas } from "./named-schemas.js";
import { withPlainComments } from "./plain-comments.js";
import { withPlainSchemas } from "./plain-schemas/plain-schemas.js";
import { binaryType, convertedType, openStringType, presentType, tupleType } from "./schema-types.js";
import { withSelectedSchemas } from "./selected-schemas.js";
import { type Context, openapiTypescript } from "./typescript-packages.cjs";
import type { ValueTypes } from "./value-types.js";
import { withoutIgnoredParts } from "./without-ignored-parts.js";

/**
 * Generates `schema.ts`: the types of paths, operations and components, and an alias for each component.
 *
 * @param types those of texts and numbers of some formats
 * @throws UserError if the value is not an OpenAPI 3 document
 */
export function schemaFile(document: OpenApiDocument, types: ValueTypes = {}): string {
  const plain = withPlainSchemas(
    withConstraintsInWords(
      splitReadWrite(
        withSelectedSchemas(withoutDeepReferences(withoutDefinitions(withKnownParts(withoutIgnoredParts(document))))),
      ),
    ),
  );
  const described = openApi3(plain);
  const statements = openapiTypescript.transformSchema(described, {
    ...SETTINGS,
    discriminators: openapiTypescript.scanDiscriminators(described, { silent: true }),
    injectFooter: [],
    resolve: ($ref) => openapiTypescript.resolveRef(described, $ref, { silent: true }),
    transform: (schema, options) =>
      convertedType(schema, types) ??
      openStringType(schema) ??
      binaryType(schema) ??
      tupleType(schema, options) ??
      presentType(schema),
  });
  const named = withNamedSchemas(withUsableAliases(withCompilableTypes(withLeanOperations(statements)), plain));
  return withPlainComments(openapiTypescript.astToString(named));
}

/**
 * All settings of openapi-typescript. Its function `openapiTS` has defaults for them. But it lints and bundles the document
 * again, which takes as long as everything here. Its version in package.json is exact.
 */
const SETTINGS: Omit<Context, "discriminators" | "injectFooter" | "resolve" | "transform"> = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  // A property with a default stays optional in a request.
  defaultNonNullable: false,
  emptyObjectsUnknown: false,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  rootTypes: true,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: true,
  silent: true,
  transformProperty: undefined,
};

function openApi3(document: OpenApiDocument): OpenAPI3 {
  if (!isOpenApi3(document)) throw new UserError("The document has no `openapi` and `info`.");
  return document;
}

function isOpenApi3(document: unknown): document is OpenAPI3 {
  return isObject(document) && typeof document.openapi === "string" && isObject(document.info);
}

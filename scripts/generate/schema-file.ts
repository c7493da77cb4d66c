import { createConfig } from "@redocly/openapi-core";
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  type SchemaObject,
  scanDiscriminators,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import { isJson } from "../../src/http/media-type.js";
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../../src/openapi/document.js";
import { DATA_KEYWORDS } from "../../src/openapi/keywords.js";
import { splitReadWrite } from "../../src/openapi/read-write.js";
import { resolveReference } from "../../src/openapi/reference.js";
import { constraintWords, openNotes } from "./constraints.js";
import { withoutDefinitions } from "./definitions.js";
import { pascalCase } from "./names.js";

/** Generates `schema.ts`: the types of paths, operations and components, and an alias for each schema. */
export async function schemaFile(document: OpenApiDocument): Promise<string> {
  const described = openApi3(withConstraintsInWords(splitReadWrite(withoutDefinitions(document))));
  const ast = transformSchema(described, {
    ...PLAIN,
    discriminators: scanDiscriminators(described, { silent: true }),
    redoc: await createConfig({}),
    injectFooter: [],
    resolve: ($ref) => resolveRef(described, $ref, { silent: true }),
    transform: (schema) => openString(schema) ?? binary(schema),
  });
  // An alias of one of these names would hide what the file itself uses.
  const text = astToString(ast).replace(/^export type (Record|Blob) = .*\n/gm, "");
  return text.replace(ALIAS, (line, alias, kind, name) => {
    const named = Object.keys(asObject(asObject(asObject(document.components)[kind])));
    const alike = named.filter((each) => pascalCase(each) === pascalCase(name));
    if (alike.length < 2 || name === alias) return line;
    // Of `Thing` and `thing`, the alias Thing is the first; of `my-thing` and `my_thing`, it would be anybody's guess.
    return alike.includes(alias) ? `export type ${alias} = components['${kind}']['${alias}'];\n` : "";
  });
}

/** A line that gives a component a name of its own. */
const ALIAS = /^export type (\S+) = components\['(\w+)'\]\['([^']+)'\];\n/gm;

/**
 * What openapi-typescript works by, all of it: `openapiTS` would fill in the rest, but lint and bundle the document once
 * more before, which takes as long as all that is done here. Its version is exact.
 */
const PLAIN: Omit<GlobalContext, "discriminators" | "redoc" | "injectFooter" | "resolve" | "transform"> = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  // A field with a default may be left out of a request.
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

/** A parameter that is written as JSON, with the schema of its value: that is what a caller gives. */
function withSchema(parameter: JsonObject): JsonObject {
  const { content, ...rest } = parameter;
  const [[mediaType, described] = ["", {}]] = Object.entries(asObject(content));
  const { schema } = asObject(described);
  return isJson(mediaType) && schema !== undefined ? { ...rest, schema } : parameter;
}

/** `2xx` is `2XX`: the types of results know ranges by that. */
function withRangesInUpperCase(responses: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, each]) => [/^[1-5]xx$/.test(status) ? status.toUpperCase() : status, each]),
  );
}

/**
 * A copy of the document in which descriptions say what types cannot: the constraints, and what is left open. That is
 * how they come to stand where a caller hovers.
 */
function withConstraintsInWords(document: OpenApiDocument): OpenApiDocument {
  const describe = (node: JsonObject, schema: Json | undefined, fully: boolean): JsonObject => {
    const target = isObject(schema) ? resolveReference(document, schema, "#").node : {};
    const said = asText(node.description) ?? asText(target.description);
    const constraints = constraintWords(document, schema, fully).join("; ");
    const sentence = constraints && `${constraints.charAt(0).toUpperCase()}${constraints.slice(1)}.`;
    const parts = [said?.trim(), sentence, ...openNotes(node)].filter(Boolean);
    return parts.length === 0 ? node : { ...node, description: parts.join("\n\n") };
  };
  const copyEach = (named: JsonObject, change: (member: JsonObject) => JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(named).map(([name, member]) => {
        const copied = copy(member);
        return [name, isObject(copied) ? change(copied) : copied];
      }),
    );
  // Their names are the document's too: one of a response may look like a range.
  const copyComponents = (kinds: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(kinds).map(([kind, named]) => {
        const change = (member: JsonObject) => (kind === "schemas" ? describe(member, member, false) : member);
        return [kind, isObject(named) ? copyEach(named, change) : named];
      }),
    );
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    const members = Object.entries(node).map(([name, value]): [string, Json] => {
      // Examples are data: a `properties` in one is no schema.
      if (DATA_KEYWORDS.includes(name)) return [name, value];
      if (!isObject(value)) return [name, copy(value)];
      // The members of these are named by the document, not by the standard.
      if (name === "properties") return [name, copyEach(value, (schema) => describe(schema, schema, false))];
      if (name === "responses") return [name, copyEach(withRangesInUpperCase(value), (response) => response)];
      if (name === "components") return [name, copyComponents(value)];
      return [name, copy(value)];
    });
    const whole: JsonObject = Object.fromEntries(members);
    const isParameter = typeof whole.in === "string" && typeof whole.name === "string";
    return isParameter ? describe(withSchema(whole), node.schema, true) : whole;
  };
  const copied = copy(document);
  return isObject(copied) ? copied : document;
}

/**
 * An open set of strings, as `x-extensible-enum` or as the choice between an enum and any string: editors offer what is
 * known, and the rest is admitted.
 */
function openString(schema: SchemaObject): ts.TypeNode | undefined {
  const known = knownValues({ ...schema });
  if (known.length === 0) return undefined;
  const { factory } = ts;
  const anyOther = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const literals = known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return factory.createUnionTypeNode([...literals, anyOther]);
}

function knownValues(schema: Record<string, unknown>): string[] {
  const extensible = asList(schema["x-extensible-enum"]);
  if (schema.type === "string" && extensible.length > 0) return extensible.map(String);
  const choices = asList(schema.anyOf).filter(isObject);
  const admitsAny = choices.some((choice) => choice.type === "string" && !choice.enum && !choice.const);
  const isText = choices.every((choice) => (choice.type ?? "string") === "string" && !choice.$ref);
  if (!admitsAny || !isText) return [];
  const values = choices.flatMap(({ enum: listed, const: one }) => [
    ...asList(listed),
    ...(one === undefined ? [] : [one]),
  ]);
  return values.every((value) => typeof value === "string") ? values.map(String) : [];
}

/** Files are Blobs in browsers and in Node. */
function binary(schema: SchemaObject): ts.TypeNode | undefined {
  const isFile = schema.type === "string" && schema.format === "binary";
  return isFile ? ts.factory.createTypeReferenceNode("globalThis.Blob") : undefined;
}

/** @throws Error if it is no OpenAPI 3 document */
function openApi3(document: OpenApiDocument): OpenAPI3 {
  if (!isOpenApi3(document)) throw new Error("The document has no `openapi` and `info`.");
  return document;
}

function isOpenApi3(document: unknown): document is OpenAPI3 {
  return isObject(document) && typeof document.openapi === "string" && isObject(document.info);
}

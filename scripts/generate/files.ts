import { relative, resolve } from "node:path";
import { shipped } from "#cli/installation.js";
import { typeWords } from "#client-package/lines.js";
import { codeOf, type Origin } from "#generate/code.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { KNOWN_SCHEMA } from "#verify/command/known/schema.js";
import { CONFIGURATION_SCHEMA, TARGET_FILE_SCHEMA } from "#verify/target/target-schema.js";

/** The origin of generated/. */
export const OWN_ORIGIN: Origin = {
  source: "openapi/",
  command: "npm run generate",
  sources: "../src",
};

/**
 * The origin of code that is generated from another document.
 *
 * @param spec the file or URL of the document
 * @param folder the folder of the code
 * @param types those of texts and numbers of some formats
 */
export function originOf(spec: string, folder: string, types: Origin["types"] = {}): Origin {
  const path = relative(resolve(folder), shipped("src")).replaceAll("\\", "/");
  return {
    source: spec,
    command: `npm run generate -- --spec ${spec} --out ${folder}${typeWords(types)
      .map((word) => ` ${word}`)
      .join("")}`,
    sources: path.startsWith(".") ? path : `./${path}`,
    types,
  };
}

/**
 * Generates every file of a folder from the contract.
 *
 * @param origin of a document that is not in openapi/
 * @returns the content of each file, by its name in the folder
 * @throws UserError if no code can be generated from the document
 */
export function generatedFiles(document: OpenApiDocument, origin: Origin = OWN_ORIGIN): Map<string, string> {
  return new Map([...codeOf(document, origin), ...(origin === OWN_ORIGIN ? settingsSchemas() : [])]);
}

/** The schemas of files that people write are the same for every document. */
function settingsSchemas(): (readonly [name: string, content: string])[] {
  const schemas = {
    "target.schema.json": TARGET_FILE_SCHEMA,
    "configuration.schema.json": CONFIGURATION_SCHEMA,
    "known.schema.json": KNOWN_SCHEMA,
  };
  return Object.entries(schemas).map(([name, schema]) => [name, `${JSON.stringify(schema, null, 2)}\n`]);
}

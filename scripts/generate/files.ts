import { relative, resolve } from "node:path";
import { shipped } from "#cli/installation.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { KNOWN_SCHEMA } from "#verify/command/known/schema.js";
import { CONFIGURATION_SCHEMA, TARGET_FILE_SCHEMA } from "#verify/target/target-schema.js";
import { clientFile } from "./client-file.js";
import { documentFile } from "./document-file.js";
import { mswFile } from "./msw-file.js";
import { schemaFile } from "./schema-file.js";
import { validationFile } from "./validation-file.js";

/** The source of generated code, and its place. */
export interface Origin {
  /** The document, as the first line of each file names it. */
  source: string;
  /** The command that generates the code again. */
  command: string;
  /** The folder of the runtime (`src/`), as the generated code imports from it. */
  sources: string;
}

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
 */
export function originOf(spec: string, folder: string): Origin {
  const path = relative(resolve(folder), shipped("src")).replaceAll("\\", "/");
  return {
    source: spec,
    command: `npm run generate -- --spec ${spec} --out ${folder}`,
    sources: path.startsWith(".") ? path : `./${path}`,
  };
}

/**
 * Generates every file from the contract. The same document gives the same bytes.
 *
 * @param document the bundled contract
 * @param origin of a document that is not in openapi/
 * @returns the content of each file, by its name in the folder
 * @throws UserError if no code can be generated from the document, for example if two operations have one name
 */
export async function generatedFiles(
  document: OpenApiDocument,
  origin: Origin = OWN_ORIGIN,
): Promise<Map<string, string>> {
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["schema.ts", banner(document, origin) + (await schemaFile(document))],
    ["client.ts", banner(document, origin) + clientFile(document, `${origin.sources}/client/index.js`)],
    ["document.ts", banner(document, origin) + documentFile(document, origin.sources)],
    ["validation.ts", banner(document, origin) + validationFile(origin.sources)],
    ["msw.ts", banner(document, origin) + mswFile(document, origin.sources)],
    ...(origin === OWN_ORIGIN ? settingsSchemas() : []),
  ]);
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

function banner(document: OpenApiDocument, { source, command }: Origin): string {
  const { title, version } = asObject(document.info);
  const named = `${source} (${title} ${version}) by \`${command}\``.replace(/[\s\u2028\u2029]+/g, " ").trim();
  return `// Generated from ${named}. Change the contract, not this file.\n\n`;
}

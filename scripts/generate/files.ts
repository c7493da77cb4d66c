import { asObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { clientFile } from "./client-file.js";
import { schemaFile } from "./schema-file.js";

/**
 * Generates every file from the contract. The same document gives the same bytes.
 *
 * @param document the bundled contract
 * @returns the content of each file, by its name in the folder
 * @throws UserError if no code can be generated from the document, for example if two operations have one name
 */
export async function generatedFiles(document: OpenApiDocument): Promise<Map<string, string>> {
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["schema.ts", banner(document) + (await schemaFile(document))],
    ["client.ts", banner(document) + clientFile(document)],
  ]);
}

function banner(document: OpenApiDocument): string {
  const { title, version } = asObject(document.info);
  const named = `${title} ${version}`.replace(/[\s\u2028\u2029]+/g, " ").trim();
  return `// Generated from openapi/ (${named}) by \`npm run generate\`. Change the contract, not this file.\n\n`;
}

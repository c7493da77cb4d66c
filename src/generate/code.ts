import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { clientFile } from "./client/client-file.js";
import { documentFile } from "./client/document-file.js";
import { mswFile } from "./client/msw-file.js";
import { operationsFile } from "./client/operations-file.js";
import { validateFile, validationFile } from "./client/validation-file.js";
import { schemasOf } from "./schemas/schemas-file.js";
import { schemaFile } from "./types/schema-file.js";
import type { ValueTypes } from "./types/value-types.js";

/** The source of generated code, and its place. */
export interface Origin {
  /** The document, as the first line of each file names it. */
  source: string;
  /** The command that generates the code again. */
  command: string;
  /** The folder of the runtime (`src/`), as the generated code imports from it. */
  sources: string;
  /** The types of texts and numbers of some formats (default: those of JSON). */
  types?: ValueTypes;
}

/**
 * Generates the document, its types and its client. The same document gives the same bytes.
 *
 * @param document the bundled contract
 * @returns the content of each file, by its name in the folder
 * @throws UserError if no code can be generated from the document, for example if two operations have one name
 */
export function codeOf(document: OpenApiDocument, origin: Origin): Map<string, string> {
  const { sources, types = {} } = origin;
  const head = banner(document, origin);
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["schema.ts", head + schemaFile(document, types)],
    ["client.ts", head + clientFile(document, `${sources}/client/index.js`, types)],
    ["operations.ts", head + operationsFile(document, `${sources}/client/index.js`, types)],
    ["document.ts", head + documentFile(document, sources)],
    ["validate.ts", head + validateFile(sources)],
    ["validation.ts", head + validationFile(sources)],
    ["schemas.ts", head + schemasOf(document, sources, types).code],
    ["msw.ts", head + mswFile(document, sources)],
  ]);
}

/** The bodies of responses that `schemas.ts` leaves to Ajv, each with the reason. */
export function leftToAjv(document: OpenApiDocument): string[] {
  return schemasOf(document, "").byAjv;
}

function banner(document: OpenApiDocument, { source, command }: Origin): string {
  const { title, version } = asObject(document.info);
  const named = `${source} (${title} ${version}) by \`${command}\``.replace(/[\s\u2028\u2029]+/g, " ").trim();
  return `// Generated from ${named}. Change the contract, not this file.\n\n`;
}

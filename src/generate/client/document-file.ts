import type { OpenApiDocument } from "#openapi/document/document.js";

/**
 * Generates `document.ts`: the bundled document as a module that every platform can import. Modules cannot import JSON
 * in the same way in Node 20, in bundlers and in TypeScript. Parsing a text is also faster than an object literal, for
 * compilers and at run time.
 *
 * @param sources the folder of the runtime, as the file imports from it
 */
export function documentFile(document: OpenApiDocument, sources: string): string {
  return `import type { OpenApiDocument } from ${JSON.stringify(`${sources}/openapi/document/document.js`)};

/** The bundled contract. */
export const document: OpenApiDocument = JSON.parse(${JSON.stringify(JSON.stringify(document))});
`;
}

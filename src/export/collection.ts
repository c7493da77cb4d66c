import { PORTS } from "../cli/options.js";
import { type ExampleRequest, exampleRequestOf } from "../http/example-request.js";
import { asObject, asText, type OpenApiDocument } from "../openapi/document/document.js";
import { firstServer } from "../openapi/document/first-server.js";
import { examplePairs } from "../openapi/operations/example-pairs.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { type SecurityScheme, securitySchemes } from "../openapi/operations/security.js";

/** A request of a collection: an example of the document. */
export interface CollectionRequest extends ExampleRequest {
  /** The id of the operation. */
  operation: string;
  /** The key of the example. */
  example: string;
  /** The summary of the operation, and the status of the example's response. */
  description: string;
}

/** The paired examples of a document, with `{{baseUrl}}` and `{{apiKey}}` in place of the address and the key. */
export interface Collection {
  name: string;
  /** The value of `baseUrl`. */
  baseUrl: string;
  requests: CollectionRequest[];
}

/** A file of an export, by its path in the folder of the export. */
export type ExportedFile = readonly [path: string, content: string];

/** The variables of a collection. All formats write them so. */
export const BASE_URL = "{{baseUrl}}";
const API_KEY = "{{apiKey}}";

/** The address of a document without a server: that of the mock. */
const MOCK = `http://127.0.0.1:${PORTS.mock}`;

/**
 * Collects the paired examples of a document.
 *
 * @param baseUrl the value of `baseUrl` (default: the first server of the document)
 */
export async function collectionOf(document: OpenApiDocument, baseUrl = serverOf(document)): Promise<Collection> {
  const schemes = securitySchemes(document);
  const pairs = operationsOf(document).flatMap((operation) =>
    examplePairs(operation).map((pair) => ({ operation, pair })),
  );
  const requests = pairs.map(async ({ operation, pair }): Promise<CollectionRequest> => {
    const request = await exampleRequestOf(operation, pair, schemes, API_KEY);
    const described = `${sentence(operation.summary)}Documented response: ${pair.response.status}.`;
    return { ...withVariable(request, schemes), operation: operation.id, example: pair.name, description: described };
  });
  return {
    name: asText(asObject(document.info).title) ?? "API",
    baseUrl,
    requests: await Promise.all(requests),
  };
}

function sentence(text: string): string {
  return text.trim() && `${text.trim().replace(/[.]?$/, ".")} `;
}

/** The URL of the first server; that of the mock if it is not absolute. */
function serverOf(document: OpenApiDocument): string {
  const url = firstServer(document);
  return /^https?:/.test(url) ? url.replace(/\/$/, "") : MOCK;
}

/** A request in which the variable of the key is not encoded. That of HTTP Basic holds the Base64 of `user:password`. */
function withVariable(request: ExampleRequest, schemes: Readonly<Record<string, SecurityScheme>>): ExampleRequest {
  const forms = [encodeURIComponent(API_KEY), ...(hasBasic(schemes) ? [btoa(API_KEY)] : [])];
  const restore = (text: string) => forms.reduce((clean, form) => clean.replaceAll(form, API_KEY), text);
  const headers = request.headers.map(([name, value]): [string, string] => [name, restore(value)]);
  return { ...request, path: restore(request.path), headers };
}

function hasBasic(schemes: Readonly<Record<string, SecurityScheme>>): boolean {
  return Object.values(schemes).some(({ type }) => type === "basic");
}

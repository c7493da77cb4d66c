import { PORTS } from "../cli/options.js";
import type { FormPart } from "../http/body/form-parts.js";
import { type ExampleRequest, exampleRequestOf } from "../http/example-request.js";
import { isHeader } from "../http/headers.js";
import { isJson } from "../http/media-type.js";
import { asObject, asText, type OpenApiDocument } from "../openapi/document/document.js";
import { firstServer } from "../openapi/document/first-server.js";
import { type ExamplePair, examplePairs } from "../openapi/operations/example-pairs.js";
import { isSuccessKey } from "../openapi/operations/methods.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { baseOf } from "../openapi/operations/own-server.js";
import { type SecurityScheme, securitySchemes } from "../openapi/operations/security.js";
import { createValues } from "../values/values.js";
import { type CollectionKey, commonScheme, keyOf, soleScheme } from "./collection-key.js";
import { type CollectionResponse, documentedResponse, firstBody, type SavedBody } from "./documented-response.js";
import { generatedRequest } from "./generated-request.js";
import { API_KEY, BASE_URL } from "./variables.js";

/** A request of a collection: an example of the document. */
export interface CollectionRequest extends ExampleRequest {
  /** The id of the operation. */
  operation: string;
  /** `{{baseUrl}}`, or the address of the server that the operation has of its own. */
  base: string;
  /** The key of the example. */
  example: string;
  /** The summary of the operation, and the status of the example's response. */
  description: string;
  response: CollectionResponse;
  /** The request without the key of the collection; undefined if it does not send that key. */
  inheriting: ExampleRequest | undefined;
}

/** The paired examples of a document, with `{{baseUrl}}` and `{{apiKey}}` in place of the address and the key. */
export interface Collection {
  name: string;
  /** The value of `baseUrl`. */
  baseUrl: string;
  /** The key of the collection; undefined if each request has its own. */
  key: CollectionKey | undefined;
  requests: CollectionRequest[];
  /** How many requests have generated values, because their operations have no complete example. */
  generated: number;
  /** The operations without a request, each with the reason. */
  leftOut: LeftOut[];
}

/** An operation, or one of its examples, without a request. */
export interface LeftOut {
  operation: string;
  reason: string;
}

/** The address of a document without a server: that of the mock. */
const MOCK = `http://127.0.0.1:${PORTS.mock}`;

/**
 * Collects a request for each operation of a document: its paired examples or, without one, generated values.
 *
 * @param baseUrl the value of `baseUrl` (default: the first server of the document)
 */
export async function collectionOf(document: OpenApiDocument, baseUrl = serverOf(document)): Promise<Collection> {
  const schemes = securitySchemes(document);
  const values = createValues(document);
  const requests: CollectionRequest[] = [];
  const leftOut: LeftOut[] = [];
  let generated = 0;
  const operations = operationsOf(document);
  const common = commonScheme(operations, schemes);
  const commonKey = common === undefined ? undefined : schemes[common];
  for (const operation of operations) {
    const base = baseOf(operation.server, baseUrl);
    // The user has named the base URL alone as the place of the key.
    const isKept = !URL.canParse(base) || new URL(base).origin === new URL(baseUrl).origin;
    const keys = isKept ? schemes : {};
    const isInheriting = isKept && common !== undefined && soleScheme(operation) === common;
    const add = async (
      parts: Pick<ExamplePair, "parameters" | "body">,
      example: string,
      response: CollectionResponse,
    ) => {
      const made = await sendable(exampleRequestOf(operation, parts, keys, API_KEY));
      if ("reason" in made) leftOut.push({ operation: operation.id, reason: made.reason });
      else {
        const keyless = isInheriting ? await sendable(exampleRequestOf(operation, parts, {}, API_KEY)) : undefined;
        const inheriting = keyless && !("reason" in keyless) ? keyless : undefined;
        const status = response.status === "default" && operation.responses.length === 0 ? "none" : response.status;
        const description = `${sentence(operation.summary)}Documented response: ${status}.`;
        const request = withVariable(made, schemes);
        const saved = response.saved && savable(response.saved);
        const shown = { ...response, saved, mediaTypes: response.mediaTypes.filter(isMediaType) };
        const own = base === baseUrl ? BASE_URL : inOneLine(base);
        requests.push({
          ...request,
          operation: operation.id,
          base: own,
          example,
          description,
          response: shown,
          inheriting,
        });
      }
      return !("reason" in made);
    };
    const pairs = examplePairs(operation);
    for (const pair of pairs) await add(pair, pair.name, documentedResponse(pair.response, pair.responseExample));
    if (pairs.length > 0) continue;
    const made = generatedRequest(operation, values);
    if ("reason" in made) leftOut.push({ operation: operation.id, reason: made.reason });
    else {
      const response = operation.responses.find(isSuccessKey) ?? operation.responses[0];
      const documented = documentedResponse(response, firstBody(response));
      if (await add(made, "generated values", documented)) generated += 1;
    }
  }
  const key = commonKey && keyOf(commonKey);
  return { name: asText(asObject(document.info).title) ?? "API", baseUrl, key, requests, generated, leftOut };
}

function sentence(text: string): string {
  return text.trim() && `${text.trim().replace(/[.]?$/, ".")} `;
}

/** The URL of the first server; that of the mock if it is not absolute. */
function serverOf(document: OpenApiDocument): string {
  const url = firstServer(document);
  if (!/^https?:/.test(url) || !URL.canParse(url)) return MOCK;
  return inOneLine(new URL(url).href.replace(/\/$/, ""));
}

/** All tools of these formats take `{{` for the beginning of a variable, which may be one of the environment. */
const VARIABLE = "{{";

/** A request that HTTP can carry, and whose own texts no tool takes for variables. Or the reason why there is none. */
async function sendable(made: Promise<ExampleRequest>): Promise<ExampleRequest | { reason: string }> {
  // Half of a surrogate pair cannot be encoded.
  const request = await made.catch((error: unknown) => ({ reason: String(error) }));
  if ("reason" in request) return request;
  const { headers, body } = request;
  const wrong = headers.find(([name, value]) => !isHeader(name, value));
  if (wrong) return { reason: `HTTP cannot carry the header ${JSON.stringify(wrong[0])}` };
  const escaped = body && "text" in body && isJson(body.type) ? { ...body, text: withoutVariables(body.text) } : body;
  const texts = escaped === undefined ? [] : "fields" in escaped ? escaped.fields.flatMap(textsOf) : [escaped.text];
  const own = [...headers.flat().map((text) => text.replaceAll(API_KEY, "")), ...texts];
  if (own.some((text) => text.includes(VARIABLE))) return { reason: "a header or the body has {{" };
  return { ...request, body: escaped, path: inOneLine(request.path) };
}

/** The texts of a part that a tool reads in its own file. */
function textsOf({ name, content, filename, type = "" }: FormPart): string[] {
  return [name, type, filename ?? content];
}

/** A response that a tool saves: its text has no variables; undefined if it cannot be written so. */
function savable({ type, text }: SavedBody): SavedBody | undefined {
  const escaped = isJson(type) ? withoutVariables(text) : text;
  return isMediaType(type) && !escaped.includes(VARIABLE) ? { type, text: escaped } : undefined;
}

/** Whether a name has the form of a media type, or of a range of them (RFC 9110, 8.3.1). */
function isMediaType(name: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(\s*;[\x20-\x7e]*)?$/.test(name) && !name.includes(VARIABLE);
}

/** A JSON text without `{{`, which only its texts can have. */
function withoutVariables(json: string): string {
  return json.replaceAll(VARIABLE, "{\\u007b");
}

/** A path or a URL on one line. Whatever would begin a variable, or a long text in Bruno, is percent-encoded. */
function inOneLine(url: string): string {
  return url
    .replace(/[^\x21-\x7e]|[{}]/gu, (character) => encodeURIComponent(character.toWellFormed()))
    .replaceAll("'''", "%27%27%27");
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

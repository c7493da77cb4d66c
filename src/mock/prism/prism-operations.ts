import type { HttpSecurityScheme, IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from "@stoplight/types";
import { HttpParamStyles } from "@stoplight/types";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type OpenApiDocument,
  type Schema,
} from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type {
  DocumentedResponse,
  Examples,
  MediaType,
  Operation,
  ResponseHeader,
} from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { splitReadWrite } from "#openapi/read-write/split.js";

/**
 * The operations of the contract in Prism's form. Prism's own reader would replace every reference by a copy of its target,
 * also in examples and extensions; for a document with recursive schemas that never ends. Here schemas keep their
 * references, which lead to the document, and are read when a response needs them.
 *
 * Prism does not get the parts that it would use differently: descriptions of requests, which it does not validate here;
 * ranges of errors without content, because its own errors would be empty; servers; and callbacks, whose addresses it would
 * request.
 *
 * @param operations the operations of the contract
 */
export function prismOperations(contract: OpenApiDocument, operations: readonly Operation[]): IHttpOperation[] {
  let readable: Readable | undefined;
  // Built by the first response: it takes a second for a document of 13 MB.
  const inResponses = () => {
    readable ??= readableOf(contract);
    return readable;
  };
  return operations.map((operation) => {
    const { id, method, path, deprecated, security } = operation;
    let read: IHttpOperationResponse[] | undefined;
    const resource: IHttpOperation = {
      ...{ id, method, path, deprecated },
      request: {},
      servers: [],
      get responses() {
        // Prism asks several times for one request.
        read ??= responsesIn(inResponses(), operation);
        return read;
      },
      security: security.map((names) => names.flatMap((name) => schemeOf(contract, name))),
    };
    // The places that references lead to, for Prism's generator of the simplest values.
    for (const part of Object.keys(contract)) {
      if (part in resource) continue;
      Object.defineProperty(resource, part, { enumerable: true, get: () => inResponses().document[part] });
    }
    return resource;
  });
}

/** The document without `writeOnly` properties in responses, and its responses by operation. */
interface Readable {
  document: OpenApiDocument;
  responses: Map<string, DocumentedResponse[]>;
}

function readableOf(contract: OpenApiDocument): Readable {
  const document = splitReadWrite(contract);
  const operations = operationsOf(document);
  return {
    document,
    responses: new Map(operations.map((operation) => [keyOf(operation), specificResponses(operation)])),
  };
}

function responsesIn({ document, responses }: Readable, operation: Operation): IHttpOperationResponse[] {
  return (responses.get(keyOf(operation)) ?? []).map((response) => responseIn(document, response));
}

function keyOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function specificResponses({ responses }: Operation): DocumentedResponse[] {
  const isOpen = ({ status, content }: DocumentedResponse) => /^([45]XX|default)$/.test(status) && content.length === 0;
  return responses.length > 1 ? responses.filter((response) => !isOpen(response)) : responses;
}

function responseIn(
  document: OpenApiDocument,
  { status, content, headers }: DocumentedResponse,
): IHttpOperationResponse {
  return {
    id: status,
    code: status,
    contents: content.map((mediaType) => contentIn(document, mediaType)),
    headers: headers.map((header) => headerIn(header)),
  };
}

function contentIn(document: OpenApiDocument, { name, schema, schemaPointer, examples }: MediaType): IMediaTypeContent {
  const [fromSchema] = isObject(schema) ? asList(resolveReference(document, schema, schemaPointer).node.examples) : [];
  const content = {
    id: name,
    mediaType: name,
    encodings: [],
    examples: nodeExamples({ ...examples, fallback: examples.fallback ?? fromSchema }),
  };
  return withSchema(content, schema);
}

function headerIn({ name, required, schema, examples }: ResponseHeader) {
  const header = {
    ...{ id: name, name, required },
    style: HttpParamStyles.Simple as const,
    encodings: [],
    examples: nodeExamples(examples),
  };
  return withSchema(header, schema);
}

/** The unnamed example comes first, as Prism has it. */
function nodeExamples({ named, fallback }: Examples) {
  const example = (key: string, value: Json) => ({ id: key, key, value });
  return [
    ...(fallback === undefined ? [] : [example("default", fallback)]),
    ...[...named].map(([key, value]) => example(key, value)),
  ];
}

/** Prism's type describes schemas of draft 7; it passes them on unread. */
function withSchema<Part extends object>(part: Part, schema: Schema | undefined): Part {
  return isObject(schema) ? Object.assign(part, { schema }) : part;
}

/** A security scheme in Prism's form, as a list of one; an empty list for one that Prism cannot check. */
function schemeOf(contract: OpenApiDocument, name: string): HttpSecurityScheme[] {
  const reference = asObject(asObject(contract.components).securitySchemes)[name];
  const { node } = resolveReference(contract, reference, pointerTo("#/components/securitySchemes", name));
  const known = { id: name, key: name };
  if (node.type === "oauth2") return [{ ...known, type: "oauth2", flows: {} }];
  if (node.type === "openIdConnect") return [{ ...known, type: "openIdConnect", openIdConnectUrl: "" }];
  const scheme = securitySchemes(contract)[name];
  if (scheme?.type === "apiKey") return [{ ...known, type: "apiKey", name: scheme.name, in: scheme.in }];
  if (scheme?.type === "basic") return [{ ...known, type: "http", scheme: "basic" }];
  if (scheme?.type !== "bearer") return [];
  if (scheme.scheme === undefined) return [{ ...known, type: "http", scheme: "bearer" }];
  return scheme.scheme.toLowerCase() === "digest" ? [{ ...known, type: "http", scheme: "digest" }] : [];
}

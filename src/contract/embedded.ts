import type { OpenApiDocument } from "../openapi/document.js";
import { loadDocument } from "../openapi/load.js";
import { operationsOf } from "../openapi/operations.js";

/** A server that is started for one run. */
export interface Embedded {
  /** What it is, for people. */
  name: string;
  url: string;
  key: string;
  document: OpenApiDocument;
  close(): Promise<void>;
}

/**
 * Starts what a document is verified against when no target is given: the sandbox, if it has the document's operations,
 * else the mock, which serves any document.
 *
 * @throws DocumentError if the document cannot be read; Error if the sandbox has only some of its operations
 */
export async function startEmbedded(spec: string): Promise<Embedded> {
  const document = await loadDocument(spec);
  const { isHandled } = await import("../sandbox/handlers/all.js");
  if (operationsOf(document).some(({ operationId }) => isHandled(operationId))) {
    const { startSandbox } = await import("../sandbox/sandbox.js");
    const { url, keys, close } = await startSandbox({ port: 0, document });
    return { name: "the sandbox", url, key: keys.first, document, close };
  }
  const { startMock } = await import("../mock/mock.js");
  const { url, close } = await startMock({ spec, port: 0 });
  return { name: "the mock", url, key: "any-key", document, close };
}

import type { AddressInfo } from "node:net";
import type { OpenApiDocument } from "../openapi/document.js";
import { loadWithFiles } from "../openapi/load.js";
import { requirePeers } from "../peers.js";
import type { OnAnswer } from "./server.js";
import { watchFiles } from "./watch.js";

export interface MockOptions {
  /** The contract: path of an OpenAPI document. */
  spec: string;
  /** 0 for any free port. */
  port: number;
  /** 127.0.0.1 unless told. */
  host?: string;
  /** Serve the contract anew whenever its files change. */
  watch?: boolean;
  onAnswer?: OnAnswer;
  /** Told after the contract has changed: with an error if the last good one goes on being served. */
  onReload?: (error: Error | undefined) => void;
}

export interface Mock {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** The contract as it was at the start. */
  document: OpenApiDocument;
  close(): Promise<void>;
}

/**
 * Starts the mock.
 *
 * @throws DocumentError if the contract cannot be read; Error if the port is taken, saying what to do
 */
export async function startMock({ spec, port, host = "127.0.0.1", ...options }: MockOptions): Promise<Mock> {
  requirePeers("mock");
  const loaded = await loadWithFiles(spec);
  // Loaded late: Prism takes a second, and a contract that cannot be read is told before.
  const [{ createPrism }, { createMockServer }] = await Promise.all([import("./prism.js"), import("./server.js")]);
  let prism = await createPrism(loaded.document);
  const server = createMockServer(() => prism, options.onAnswer ?? (() => {}));

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Stop what listens there, or choose another port: --port ${port + 1}.`;
      reject(error.code === "EADDRINUSE" ? new Error(taken) : error);
    });
    server.listen(port, host, resolve);
  });

  const reload = async () => {
    try {
      const next = await loadWithFiles(spec);
      prism = await createPrism(next.document);
      stopWatching();
      stopWatching = watchFiles(next.files, reload);
      options.onReload?.(undefined);
    } catch (error) {
      options.onReload?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  let stopWatching = options.watch ? watchFiles(loaded.files, reload) : () => {};

  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    document: loaded.document,
    close: () =>
      new Promise((resolve) => {
        stopWatching();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

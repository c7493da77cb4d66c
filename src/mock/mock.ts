import { once } from "node:events";
import { CONTRACT, contractName, GENERATED_CONTRACT } from "../cli/installation.js";
import { closeServer, urlOnceListening } from "../cli/listening.js";
import type { ConditionOptions } from "../conditions/condition-options.js";
import { isObject, type OpenApiDocument } from "../openapi/document/document.js";
import { requireExtensions, trustExtensions } from "../openapi/extensions/defects.js";
import { DocumentError, type Loaded, loadWithFiles, type ReadOptions, reportWarnings } from "../openapi/load/load.js";
import { describesWebhooksOnly } from "../openapi/operations/webhooks-only.js";
import type { OnResponse } from "./log-line.js";
import { watchFiles } from "./watch-files.js";

export interface MockOptions extends ConditionOptions {
  /** The contract: path or http(s) URL of an OpenAPI document (default: the contract of this package). */
  spec?: string;
  /** The contract itself, if it is read already: `spec` only names it then, and its defects are not reported again. */
  document?: OpenApiDocument;
  /** The headers of requests for a contract at a URL. */
  specHeaders?: ReadOptions["specHeaders"];
  /** Files of overlays that change the contract. */
  overlays?: readonly string[];
  /** Refuse a contract with defects (default: serve it without what depends on them). */
  strictDocument?: boolean;
  /** Called with a line for each kind of defect of the contract, at the start and after each change. */
  onWarning?: (line: string) => void;
  /** 0 for any free port. */
  port: number;
  /** The address to listen on (default: 127.0.0.1). */
  host?: string;
  /** Reload the contract when its files change. */
  watch?: boolean;
  /** Respond with an error if no response is valid by the contract (default: send it with a warning). */
  strict?: boolean;
  /** How long a request may take to arrive, in milliseconds (default: 30,000). */
  requestTimeout?: number;
  onResponse?: OnResponse;
  /** Called after the contract has changed, with an error if the last valid contract is still served. */
  onReload?: (error: Error | undefined) => void;
}

export interface Mock {
  /** The base URL, without a slash at the end. */
  url: string;
  /** The contract as it was at the start. */
  document: OpenApiDocument;
  close(): Promise<void>;
}

/**
 * Starts the mock.
 *
 * @throws DocumentError if the contract cannot be read; UserError if the port is in use
 */
export async function startMock({
  spec = CONTRACT,
  overlays = [],
  port,
  host = "127.0.0.1",
  ...options
}: MockOptions): Promise<Mock> {
  const loaded = await loadContract({ spec, overlays, ...options });
  // Loaded late: Prism takes a second, and an error in the contract is reported sooner.
  await import("./prism/install-stand-ins.js");
  const [{ createPrism }, { createMockServer }, { Conditions }] = await Promise.all([
    import("./prism/prism.js"),
    import("./server/server.js"),
    import("../conditions/conditions.js"),
  ]);
  let prism = createPrism(loaded.document, options.strict);
  const { onResponse = () => {}, requestTimeout = 30_000 } = options;
  const server = createMockServer(() => prism, onResponse, requestTimeout, new Conditions(options));
  const url = await urlOnceListening(server, host, port, once(server.listen(port, host), "listening"));

  const reload = async () => {
    try {
      const next = await loadContract({ spec, overlays, ...options });
      prism = createPrism(next.document, options.strict);
      stopWatching();
      stopWatching = watchFiles(next.files, reload);
      options.onReload?.(undefined);
    } catch (error) {
      options.onReload?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  let stopWatching = options.watch ? watchFiles(loaded.files, reload) : () => {};

  return {
    url,
    document: loaded.document,
    async close() {
      stopWatching();
      await closeServer(server);
    },
  };
}

/**
 * @throws DocumentError if the contract cannot be read, has no `info` or `paths` to serve (OpenAPI 3.1, 4.8.1), or has
 *   extensions that contradict it
 */
async function loadContract({
  spec,
  specHeaders,
  overlays = [],
  document,
  ...options
}: Omit<MockOptions, "port" | "spec"> & { spec: string }): Promise<Loaded> {
  const loaded = document ? { document, files: [], warnings: [] } : await loadWithFiles(spec, overlays, specHeaders);
  if (!document) await reportWarnings(spec, loaded, options.strictDocument, options.onWarning);
  if (describesWebhooksOnly(loaded.document)) {
    throw new DocumentError(`${contractName(spec)} has no operations to serve: it describes webhooks only.`);
  }
  for (const name of ["info", "paths"]) {
    if (isObject(loaded.document[name])) continue;
    throw new DocumentError(`${contractName(spec)} has no \`${name}\`. The mock needs \`info\` and \`paths\`.`);
  }
  if (spec === GENERATED_CONTRACT && overlays.length === 0) trustExtensions(loaded.document);
  requireExtensions(loaded.document, contractName(spec));
  return loaded;
}

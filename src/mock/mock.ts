import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { CONTRACT, contractName, GENERATED_CONTRACT } from "../cli/installation.js";
import { closeServer, urlOnceListening } from "../cli/listening.js";
import { isLoopback } from "../cli/loopback.js";
import { UserError } from "../cli/user-error.js";
import type { ConditionOptions } from "../conditions/condition-options.js";
import { asObject, isObject, type OpenApiDocument } from "../openapi/document/document.js";
import { requireExtensions, trustExtensions } from "../openapi/extensions/defects.js";
import { DocumentError, type Loaded, loadWithFiles, type ReadOptions, reportWarnings } from "../openapi/load/load.js";
import { describesWebhooksOnly } from "../openapi/operations/webhooks-only.js";
import type { FaultName } from "../state/faults.js";
import { MEMORY, type Store } from "../state/keep.js";
import type { SeedData } from "../state/seed.js";
import type { State } from "../state/state.js";
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
  /** Keep what requests create and change, as far as the contract says what they do (default: false). */
  state?: boolean;
  /** The resources with which the state starts, by their paths, `{}` for none (default: those of the examples). */
  seedData?: SeedData | undefined;
  /** How many resources are generated in each collection, when it is first asked for (default: 0). */
  rows?: number | undefined;
  /** The faults of the state, to try tests (default: nothing). */
  faults?: readonly FaultName[] | undefined;
  /** Keep the state in a database. It is the path of a SQLite file, or the URL of a PostgreSQL (default: in memory). */
  persist?: string | undefined;
  /** Serve the control plane of the state under `/_mock`, on loopback only (default: false). */
  control?: boolean;
  /** The token that the control plane requires (default: a random one). */
  controlToken?: string | undefined;
  /** The keys that are accepted (default: any key). With state, each has data of its own. */
  keys?: readonly string[] | undefined;
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
  /** The token that the control plane requires; undefined without a control plane. */
  controlToken: string | undefined;
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
  requireUsableState(host, options);
  const loaded = await loadContract({ spec, overlays, ...options });
  // Loaded late: Prism takes a second, and an error in the contract is reported sooner.
  await import("./prism/install-stand-ins.js");
  const [{ createPrism }, { createMockServer }, { Conditions }, { createState }, { controlPlane }] = await Promise.all([
    import("./prism/prism.js"),
    import("./server/server.js"),
    import("../conditions/conditions.js"),
    import("../state/create-state.js"),
    import("./server/control.js"),
  ]);
  const { seedData, rows, faults, keys } = options;
  let state: State | undefined;
  const stateNow = () => {
    if (!state) throw new UserError("The mock keeps no state. Start it with state for a control plane.");
    return state;
  };
  const store = await storeOf(options.persist, loaded.document, stateNow);
  const prismOf = (document: OpenApiDocument) => {
    const settings = { seed: seedData, rows, faults, tenantId: store.tenantId };
    const next = options.state ? createState(document, settings) : undefined;
    const made = createPrism(document, { isStrict: options.strict === true, state: next, store, keys });
    state = next;
    return made;
  };
  let prism = prismOf(loaded.document);
  const { onResponse = () => {}, requestTimeout = 30_000 } = options;
  const controlToken = options.control ? (options.controlToken ?? randomBytes(24).toString("base64url")) : undefined;
  const control = controlToken === undefined ? undefined : controlPlane(stateNow, store, controlToken);
  const server = createMockServer(() => prism, onResponse, requestTimeout, new Conditions(options), {
    keepsState: options.state === true,
    control,
  });
  const url = await urlOnceListening(server, host, port, once(server.listen(port, host), "listening"));

  const reload = async () => {
    try {
      const next = await loadContract({ spec, overlays, ...options });
      prism = prismOf(next.document);
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
    controlToken,
    async close() {
      stopWatching();
      await closeServer(server);
      await store.close();
    },
  };
}

/** Where the state is kept. States of documents with other titles are apart in one database. */
async function storeOf(location: string | undefined, { info }: OpenApiDocument, state: () => State): Promise<Store> {
  if (location === undefined) return MEMORY;
  const { openSqlStore } = await import("../state/sql/sql-store.js");
  return openSqlStore(String(asObject(info).title ?? ""), location, state);
}

/** @throws UserError if options need a state that the mock does not keep, or other machines would reach the control plane */
function requireUsableState(host: string, options: Partial<MockOptions>): void {
  const { state, control, seedData, rows, faults, persist } = options;
  if (control && !isLoopback(host)) {
    throw new UserError(`The control plane is available only on loopback. Omit --control or --host ${host}.`);
  }
  if (state || !(control || seedData || rows || faults?.length || persist !== undefined)) return;
  throw new UserError(
    "--seed-data, --rows, --break, --persist, --database and --control are about the state of the mock. Add --stateful.",
  );
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
  if (!document) await reportWarnings(spec, loaded, { isStrict: options.strictDocument ?? false }, options.onWarning);
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

import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "../openapi/document.js";
import { loadDocument } from "../openapi/load.js";
import { operationsOf } from "../openapi/operations.js";
import { requirePeers } from "../peers.js";
import type { Keys, Target } from "./target.js";

/** A server that is started for one run. */
export interface Embedded {
  /** What it is, for people. */
  name: string;
  document: OpenApiDocument;
  target: Pick<Target, "baseUrl" | "keys" | "hasState" | "provision">;
  close(): Promise<void>;
}

/** Enough suppressions for more than two pages of the default size. */
const ROWS = 45;

/** Named in place of the key in what is printed. */
const VARIABLE = "TEAM_API_KEY";

/**
 * Starts what a document is verified against when no target is given: the sandbox, if it has the document's operations,
 * else the mock, which serves any document.
 *
 * @throws DocumentError if the document cannot be read; Error if the sandbox has only some of its operations
 */
export async function startEmbedded(spec: string): Promise<Embedded> {
  const document = await loadDocument(spec);
  requirePeers("sandbox");
  const { isHandled } = await import("../sandbox/handlers/all.js");
  if (!operationsOf(document).some(({ operationId }) => isHandled(operationId))) {
    const [{ startMock }, { anyKey }] = await Promise.all([import("../mock/mock.js"), import("../mock/any-key.js")]);
    const { url, close } = await startMock({ spec, port: 0 });
    const keys = { own: only(anyKey(document), VARIABLE) };
    return { name: "the mock", document, close, target: { baseUrl: url, keys, hasState: false, provision: undefined } };
  }
  const { startSandbox } = await import("../sandbox/sandbox.js");
  const { url, keys, close } = await startSandbox({ port: 0, document, rows: ROWS, control: true });
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const module = fileURLToPath(new URL(`../sandbox/provision.${extension}`, import.meta.url));
  return {
    name: "the sandbox",
    document,
    close,
    target: {
      baseUrl: url,
      keys: {
        own: only(keys.first, VARIABLE),
        sameTeam: only(keys.sameTeam, "SAME_TEAM_KEY"),
        otherTeam: only(keys.otherTeam, "OTHER_TEAM_KEY"),
        outsideBeta: only(keys.outsideBeta, "OUTSIDE_BETA_KEY"),
      },
      hasState: true,
      provision: { module, url },
    },
  };
}

/** One key for every scheme. */
export function only(value: string, variable: string): Keys {
  return { "*": { value, variable } };
}

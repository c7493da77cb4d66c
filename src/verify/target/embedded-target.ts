import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "../../openapi/document.js";
import { operationsOf } from "../../openapi/operations.js";
import { requirePeers } from "../../peers.js";
import { singleCredential, type Target } from "../model/target.js";

/** The servers that can be started for a run. */
export type EmbeddedKind = "sandbox" | "mock";

/** A server that is started for one run. */
export interface EmbeddedTarget {
  /** Its name for people. */
  name: string;
  target: Pick<Target, "baseUrl" | "credentials" | "keepsState" | "provision">;
  close(): Promise<void>;
}

/** Suppressions of the sandbox: more than two pages of the default size. */
const ROWS = 45;

/** The environment variable that holds the API key, and stands for it in reports. */
export const KEY_VARIABLE = "TEAM_API_KEY";

/**
 * Starts a target for one run.
 *
 * @param spec the file of the document, for the mock
 * @param kind default: the sandbox if it has handlers for the document's operations, otherwise the mock
 * @throws UserError if the sandbox has handlers for some of the operations only
 */
export async function startEmbeddedTarget(
  spec: string,
  document: OpenApiDocument,
  kind?: EmbeddedKind,
): Promise<EmbeddedTarget> {
  if (kind === "mock") return startMockTarget(spec, document);
  requirePeers("sandbox");
  const { isHandled } = await import("../../sandbox/handlers/all.js");
  const isSandboxed = operationsOf(document).some(({ operationId }) => isHandled(operationId));
  return isSandboxed || kind === "sandbox" ? startSandboxTarget(document) : startMockTarget(spec, document);
}

async function startMockTarget(spec: string, document: OpenApiDocument): Promise<EmbeddedTarget> {
  const [{ startMock }, { anyKey }] = await Promise.all([
    import("../../mock/mock.js"),
    import("../../mock/any-key.js"),
  ]);
  const { url, close } = await startMock({ spec, port: 0 });
  const credentials = { own: singleCredential(anyKey(document), KEY_VARIABLE) };
  return { name: "the mock", close, target: { baseUrl: url, credentials, keepsState: false, provision: undefined } };
}

async function startSandboxTarget(document: OpenApiDocument): Promise<EmbeddedTarget> {
  const { startSandbox } = await import("../../sandbox/sandbox.js");
  const { url, keys, close } = await startSandbox({ port: 0, document, rows: ROWS, control: true });
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const module = fileURLToPath(new URL(`../../sandbox/provision.${extension}`, import.meta.url));
  const credentials = {
    own: singleCredential(keys.first, KEY_VARIABLE),
    sameTeam: singleCredential(keys.sameTeam, "SAME_TEAM_KEY"),
    otherTeam: singleCredential(keys.otherTeam, "OTHER_TEAM_KEY"),
    outsideBeta: singleCredential(keys.outsideBeta, "OUTSIDE_BETA_KEY"),
  };
  const target = { baseUrl: url, credentials, keepsState: true, provision: { module, url } };
  return { name: "the sandbox", close, target };
}

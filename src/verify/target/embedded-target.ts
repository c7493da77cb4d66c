import { CONTRACT, KEY_VARIABLE, modulePath, shellLine } from "#cli/installation.js";
import { shellQuoted } from "#cli/shell-quoted.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { singleCredential, type Target } from "../model/target/target.js";

/** The servers that can be started for a run. */
export type EmbeddedKind = "sandbox" | "mock";

/** A server that is started for one run. */
export interface EmbeddedTarget {
  /** Its name for people. */
  name: string;
  target: Pick<Target, "baseUrl" | "credentials" | "keepsState" | "provision" | "restart" | "unavailable">;
  close(): Promise<void>;
}

/** Suppressions of the sandbox: more than two pages of the default size. */
const ROWS = 45;

/** The file of a document, and the files of the overlays that change it. */
interface DocumentSource {
  spec: string;
  overlays?: readonly string[];
}

/** The default ports of the commands `sandbox` and `mock`. */
const [SANDBOX_PORT, MOCK_PORT] = [4020, 4010];

/**
 * Starts a target for one run.
 *
 * @param source the file of the document and its overlays, for the mock
 * @param kind default: the sandbox if it has handlers for the document's operations, otherwise the mock
 * @param isPlan whether nothing will be sent: the mock, which takes seconds for a large document, is not started then
 * @throws UserError if it cannot start
 */
export async function startEmbeddedTarget(
  source: DocumentSource,
  document: OpenApiDocument,
  kind?: EmbeddedKind,
  isPlan = false,
): Promise<EmbeddedTarget> {
  if (kind === "mock") return startMockTarget(source, document, isPlan);
  const { isHandled } = await import("#team-api/sandbox/handlers/all.js");
  const isSandboxed = operationsOf(document).some(({ operationId }) => isHandled(operationId));
  return isSandboxed || kind === "sandbox" ? startSandboxTarget(document) : startMockTarget(source, document, isPlan);
}

async function startMockTarget(
  { spec, overlays = [] }: DocumentSource,
  document: OpenApiDocument,
  isPlan: boolean,
): Promise<EmbeddedTarget> {
  const [{ startMock }, { anyKey }] = await Promise.all([import("#mock/mock.js"), import("#mock/any-key.js")]);
  const baseUrl = `http://127.0.0.1:${MOCK_PORT}`;
  const { url, close } = isPlan
    ? { url: baseUrl, close: async () => {} }
    : await startMock({ spec, overlays, port: 0 });
  const key = anyKey(document);
  const options = [
    ...(spec === CONTRACT ? [] : [`--spec ${shellQuoted(spec)}`]),
    ...overlays.map((file) => `--overlay ${shellQuoted(file)}`),
  ];
  const target = {
    ...{ baseUrl: url, keepsState: false, provision: undefined },
    credentials: { own: singleCredential(key, KEY_VARIABLE) },
    restart: {
      command: shellLine("mock", options.join(" ")),
      baseUrl,
      keys: { [KEY_VARIABLE]: key },
    },
  };
  return { name: "the mock", close, target };
}

async function startSandboxTarget(document: OpenApiDocument): Promise<EmbeddedTarget> {
  const [{ startSandbox }, { KEY_VARIABLES }, { isHandled, noHandler }] = await Promise.all([
    import("#team-api/sandbox/sandbox.js"),
    import("#team-api/sandbox/keys.js"),
    import("#team-api/sandbox/handlers/all.js"),
  ]);
  const { url, keys, controlToken, close } = await startSandbox({ port: 0, document, rows: ROWS, control: true });
  const module = modulePath("src/team-api/sandbox/provision");
  const { first, sameTeam, otherTeam, outsideBeta } = KEY_VARIABLES;
  const credentials = {
    own: singleCredential(keys.first, first),
    sameTeam: singleCredential(keys.sameTeam, sameTeam),
    otherTeam: singleCredential(keys.otherTeam, otherTeam),
    outsideBeta: singleCredential(keys.outsideBeta, outsideBeta),
  };
  const restart = {
    command: shellLine("sandbox", `--rows ${ROWS}`),
    baseUrl: `http://127.0.0.1:${SANDBOX_PORT}`,
    keys: {
      [first]: keys.first,
      [sameTeam]: keys.sameTeam,
      [otherTeam]: keys.otherTeam,
      [outsideBeta]: keys.outsideBeta,
    },
  };
  const provision = { module, url, token: controlToken };
  const unhandled = operationsOf(document).filter(({ operationId }) => !isHandled(operationId));
  const unavailable = new Map(unhandled.map(({ id }) => [id, noHandler(id)]));
  const target = { baseUrl: url, credentials, keepsState: true, provision, restart, unavailable };
  return { name: "the sandbox", close, target };
}

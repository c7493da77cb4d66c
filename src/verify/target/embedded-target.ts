import { CONTRACT, contractName, KEY_VARIABLE, shellLine, shellQuoted } from "#cli/installation.js";
import { PORTS } from "#cli/options.js";
import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Api, EmbeddedTarget } from "../model/api.js";
import { singleCredential } from "../model/target/target.js";

/** The file of a document, and the files of the overlays that change it. */
interface DocumentSource {
  spec: string;
  overlays?: readonly string[];
}

/** The servers that can be started for a run. */
export type EmbeddedKind = "sandbox" | "mock";

/**
 * Starts a target for one run.
 *
 * @param source the file of the document and its overlays, for the mock
 * @param kind default: the sandbox of the API if it has operations of the document, otherwise the mock
 * @param isPlan whether nothing will be sent: the mock, which takes seconds for a large document, is not started then
 * @throws UserError if it cannot start
 */
export async function startEmbeddedTarget(
  source: DocumentSource,
  document: OpenApiDocument,
  { startSandbox }: Pick<Api, "startSandbox">,
  kind?: EmbeddedKind,
  isPlan = false,
): Promise<EmbeddedTarget> {
  const sandbox = kind === "mock" ? undefined : await startSandbox?.(document);
  if (sandbox) return sandbox;
  if (kind !== "sandbox") return startMockTarget(source, document, isPlan);
  throw new UserError(
    `The sandbox has no operation of ${contractName(source.spec)}. Use the mock, or name an address.`,
  );
}

async function startMockTarget(
  { spec, overlays = [] }: DocumentSource,
  document: OpenApiDocument,
  isPlan: boolean,
): Promise<EmbeddedTarget> {
  const [{ startMock }, { anyKey }] = await Promise.all([import("#mock/mock.js"), import("#mock/example-request.js")]);
  const baseUrl = `http://127.0.0.1:${PORTS.mock}`;
  const { url, close } = isPlan
    ? { url: baseUrl, close: async () => {} }
    : await startMock({ spec, overlays, document, port: 0 });
  const key = anyKey(document);
  const options = [
    ...(spec === CONTRACT ? [] : [`--spec ${shellQuoted(spec)}`]),
    ...overlays.map((file) => `--overlay ${shellQuoted(file)}`),
  ];
  const target = {
    baseUrl: url,
    keepsState: false,
    provision: undefined,
    credentials: { own: singleCredential(key, KEY_VARIABLE) },
    restart: {
      command: shellLine("mock", options.join(" ")),
      baseUrl,
      keys: { [KEY_VARIABLE]: key },
    },
  };
  return { name: "the mock", close, target };
}

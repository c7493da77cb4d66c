import { modulePath, shellLine } from "#cli/installation.js";
import { PORTS } from "#cli/options.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import type { EmbeddedTarget } from "#verify/model/api.js";
import { singleCredential } from "#verify/model/target/target.js";
import { isHandled, noHandler } from "./handlers/all.js";
import { KEY_VARIABLES } from "./keys/keys.js";
import { startSandbox } from "./sandbox.js";

/** Generated suppressions: more than two pages of the default size. */
const ROWS = 45;

/**
 * Starts the sandbox for one run of `verify`.
 *
 * @returns undefined if it has a handler for none of the document's operations
 * @throws UserError if it cannot start
 */
export async function startEmbeddedSandbox(document: OpenApiDocument): Promise<EmbeddedTarget | undefined> {
  const operations = operationsOf(document);
  const unhandled = operations.filter(({ operationId }) => !isHandled(operationId));
  if (unhandled.length === operations.length) return undefined;
  const { url, keys, controlToken, close } = await startSandbox({ port: 0, document, rows: ROWS, control: true });
  const { first, sameTeam, otherTeam, outsideBeta } = KEY_VARIABLES;
  return {
    name: "the sandbox",
    close,
    target: {
      baseUrl: url,
      keepsState: true,
      credentials: {
        own: singleCredential(keys.first, first),
        sameTeam: singleCredential(keys.sameTeam, sameTeam),
        otherTeam: singleCredential(keys.otherTeam, otherTeam),
        outsideBeta: singleCredential(keys.outsideBeta, outsideBeta),
      },
      provision: { module: modulePath("src/team-api/sandbox/provision"), url, token: controlToken },
      restart: {
        command: shellLine("sandbox", `--rows ${ROWS}`),
        baseUrl: `http://127.0.0.1:${PORTS.sandbox}`,
        keys: {
          [first]: keys.first,
          [sameTeam]: keys.sameTeam,
          [otherTeam]: keys.otherTeam,
          [outsideBeta]: keys.outsideBeta,
        },
      },
      unavailable: new Map(unhandled.map(({ id }) => [id, noHandler(id)])),
    },
  };
}

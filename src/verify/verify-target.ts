import type { OpenApiDocument } from "../openapi/document/document.js";
import { inDocument } from "../openapi/document/document-error.js";
import { readDocument } from "../openapi/load/load.js";
import { readKnownFile } from "./command/known/read.js";
import type { Api } from "./model/api.js";
import type { Report } from "./report/report.js";
import { withFile } from "./target/file/configuration.js";
import { type ResolvedTarget, resolveTarget, type TargetSettings } from "./target/resolve-target.js";
import { type VerifyOptions, verify } from "./verify.js";

/**
 * The settings of a run, by their names in the command line. Without `baseUrl` and `targetFile`, the sandbox is started
 * and verified.
 */
export interface VerifySettings
  extends TargetSettings,
    Omit<VerifyOptions, "contract" | "api" | "target" | "name" | "parallel" | "known"> {
  /** The file of known findings (default: that of the configuration file). */
  known?: string;
  /**
   * Receives a line for each kind of defect of the document. The parts that need it are left out (default: it is not reported).
   */
  onWarning?: (line: string) => void;
}

/** A document and the target that is tested by it. Call `close` at the end. */
export interface OpenTarget extends ResolvedTarget {
  document: OpenApiDocument;
  spec: string;
  /** The path of the file of known findings. */
  known: string | undefined;
}

/**
 * Reads the document, and finds the target.
 *
 * @throws UserError if the document or the target cannot be used
 */
export async function openTarget(
  { onWarning = () => {}, ...given }: TargetSettings & Pick<VerifySettings, "known" | "onWarning">,
  api: Api,
): Promise<OpenTarget> {
  const settings = await withFile(given);
  const { spec, specHeaders, overlays, known, strictDocument = false } = settings;
  const document = await readDocument({ spec, specHeaders, overlays, strictDocument }, onWarning);
  return { ...(await resolveTarget(settings, document, api)), document, spec, known };
}

/**
 * Verifies a server as the command does, and returns the report. Nothing is printed or written.
 *
 * @throws UserError if the document or the target cannot be used; never because of what the server does
 */
export async function verifyTarget(settings: VerifySettings, api: Api): Promise<Report> {
  const begun = Date.now();
  const { document, spec, known: file, target, name, parallel, close } = await openTarget(settings, api);
  try {
    const known = file === undefined ? undefined : (await readKnownFile(file, settings.updateKnown === true)).entries;
    return await inDocument(spec, () =>
      verify({ begun, ...settings, known, contract: document, api, target, name, parallel }),
    );
  } finally {
    await close();
  }
}

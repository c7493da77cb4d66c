import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CONTRACT } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { asText, isObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { isUrl } from "#openapi/files/read-url.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { OTHER_ACTORS, type Target } from "../model/target/target.js";
import { additionsOf } from "../report/additions.js";
import { redact } from "../report/redaction/redact.js";
import type { Report } from "../report/report.js";
import { reference } from "../report/settings-yaml.js";
import type { SettingsFile } from "../target/file/settings-file.js";
import { targetFileText, verifyOptions } from "../target/target-file-text.js";
import { movedSettings } from "../target/text/kept-settings.js";
import type { HeldRelations } from "../verify.js";

/** The facts for a suggested target file. */
interface Run {
  document: OpenApiDocument;
  /** The settings of the run, with the file in use. */
  options: { spec: string; baseUrl?: string | undefined; file: SettingsFile | undefined };
  target: Target;
  report: Report;
  held: HeldRelations | undefined;
}

/**
 * Writes a target file with the settings that a run lacked. Settings of the file in use stay as they are.
 *
 * @throws UserError if the file exists or cannot be written
 */
export async function writeSuggestedTarget(
  path: string,
  { document, options, target, report, held }: Run,
): Promise<void> {
  const { file, spec, baseUrl } = options;
  const given = file ? movedSettings(file.settings, file.folder, path) : {};
  const isOfFile =
    file?.settings.spec !== undefined && isSameFile(spec, resolve(file.folder, String(file.settings.spec)));
  // Without its contract, the file would use the overlays for another one.
  const { spec: ofFile, overlays, ...others } = given;
  const kept = isOfFile ? given : others;
  const text = targetFileText({
    document,
    options: verifyOptions(path, isOfFile ? CONTRACT : spec),
    baseUrl: (baseUrl === undefined ? asText(kept.baseUrl) : undefined) ?? target.restart?.baseUrl ?? target.baseUrl,
    credentials: isObject(kept.credentials) ? kept.credentials : variablesOf(target, document, kept),
    withoutKey: target.withoutKey,
    writes: target.writes,
    kept,
    parents: (operation, parameter) => withoutSecrets(held?.parents(operation, parameter) ?? [], target),
    additions: additionsOf(report.cases).additions,
  });
  await writeFile(path, text, { flag: "wx" }).catch((error: Error) => {
    throw new UserError(`${path} cannot be written: ${error.message}`);
  });
}

function isSameFile(one: string, other: string): boolean {
  return isUrl(one) ? one === other : resolve(one) === other;
}

/** Resources whose identifiers have no key: a server may list keys. */
function withoutSecrets<Values extends object>(shown: readonly Values[], target: Target): Values[] {
  return shown.filter((values) =>
    Object.values(values).every((value) => redact(String(value), target) === String(value)),
  );
}

/** The variable that holds each key of a target, by the name of its security scheme or actor. None if the run logs in. */
function variablesOf(
  { credentials }: Target,
  document: OpenApiDocument,
  { login }: JsonObject,
): Record<string, string> {
  const { own = {} } = credentials;
  const secrets = [
    ...(login === undefined ? Object.keys(securitySchemes(document)) : []).map(
      (name) => [name, own[name] ?? own["*"]] as const,
    ),
    ...OTHER_ACTORS.map((actor) => [actor, credentials[actor]?.["*"]] as const),
  ];
  return Object.fromEntries(secrets.flatMap(([name, secret]) => (secret ? [[name, reference(secret.variable)]] : [])));
}

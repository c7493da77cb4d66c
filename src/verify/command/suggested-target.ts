import { writeFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { OTHER_ACTORS, type Target } from "../model/target/target.js";
import { additionsOf } from "../report/additions.js";
import type { Report } from "../report/report.js";
import { targetFileText, verifyOptions } from "../target/target-file-text.js";

/**
 * Writes a target file with the settings that a run lacked.
 *
 * @throws UserError if the file exists or cannot be written
 */
export async function writeSuggestedTarget(
  file: string,
  report: Report,
  target: Target,
  { document, spec }: { document: OpenApiDocument; spec: string },
): Promise<void> {
  const text = targetFileText({
    document,
    options: verifyOptions(file, spec),
    baseUrl: target.restart?.baseUrl ?? target.baseUrl,
    variables: variablesOf(target, document),
    withoutKey: target.withoutKey,
    writes: target.writes,
    kept: target,
    additions: additionsOf(report.cases).additions,
  });
  await writeFile(file, text, { flag: "wx" }).catch((error: Error) => {
    throw new UserError(`${file} cannot be written: ${error.message}`);
  });
}

/** The variable that holds each key of a target, by the name of its security scheme or actor. */
function variablesOf({ credentials }: Target, document: OpenApiDocument): Record<string, string> {
  const { own = {} } = credentials;
  const secrets = [
    ...Object.keys(securitySchemes(document)).map((name) => [name, own[name] ?? own["*"]] as const),
    ...OTHER_ACTORS.map((actor) => [actor, credentials[actor]?.["*"]] as const),
  ];
  return Object.fromEntries(secrets.flatMap(([name, secret]) => (secret ? [[name, secret.variable]] : [])));
}

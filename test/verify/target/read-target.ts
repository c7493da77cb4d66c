import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { placed } from "#verify/target/checked-form.js";
import { SettingsFile } from "#verify/target/file/settings-file.js";
import type { Fail } from "#verify/target/settings.js";
import { type TargetFile, targetOf } from "#verify/target/target-file.js";
import { TARGET_FILE_SCHEMA } from "#verify/target/target-schema.js";

/** Reads a target file. */
export async function readTarget(
  path: string,
  document: OpenApiDocument,
  environment: NodeJS.ProcessEnv,
): Promise<TargetFile> {
  return targetOf(await SettingsFile.read(path, TARGET_FILE_SCHEMA), document, environment, false);
}

/** Reports a problem of settings that are in no file. */
export const failWithPlace: Fail = (place, problem) => {
  throw new UserError(placed({ place, problem }));
};

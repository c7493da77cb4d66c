import { access } from "node:fs/promises";
import { UserError } from "./user-error.js";

/** Whether something exists at a path. */
export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Refuses to overwrite a file. @throws UserError if something exists at the path; `advice` says what to do */
export async function requireNew(path: string, advice: string): Promise<void> {
  if (await fileExists(path)) throw new UserError(`${path} exists. ${advice}`);
}

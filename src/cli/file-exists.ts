import { access } from "node:fs/promises";

/** Whether something exists at a path. */
export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";

/** Editors save a file in several steps. Events within this time, in milliseconds, are one change. */
const SETTLED = 100;

/**
 * Calls back after files have changed. Watches their folders, because many editors replace a file when they save it.
 *
 * @param files absolute paths
 * @returns a function that ends the watch
 */
export function watchFiles(files: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED);
  };
  const folders = [...new Set(files.map((file) => dirname(file)))];
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, (_, name) => {
      if (name === null || files.includes(join(folder, name))) changed();
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

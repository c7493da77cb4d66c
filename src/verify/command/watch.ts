import { type FSWatcher, watch } from "node:fs";
import { resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { UserError } from "#cli/user-error.js";

/** Milliseconds in which changes count as one: an editor or a compiler writes several files at once. */
const SETTLE_TIME = 200;

/** Folders whose changes do not concern the server. */
const IGNORED = /(^|[\\/])(node_modules|\.git|reports|dist|coverage)([\\/]|$)/;

/**
 * Watches files and folders. Yields undefined at once, then the path of a change whenever something has changed since the
 * last value.
 *
 * @param ignored a folder whose changes are ignored: that of the reports
 * @throws UserError if a path cannot be watched
 */
export async function* changesIn(paths: readonly string[], ignored: string): AsyncGenerator<string | undefined> {
  let changed: string | undefined;
  let wake: () => void = () => {};
  const watchers: FSWatcher[] = [];
  const record = (path: string): void => {
    changed ??= path;
    wake();
  };
  try {
    for (const path of new Set(paths)) watchers.push(watcherOf(path, ignored, record));
    yield undefined;
    for (;;) {
      if (changed === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      await setTimeout(SETTLE_TIME);
      const path = changed;
      changed = undefined;
      yield path;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function watcherOf(path: string, ignored: string, record: (path: string) => void): FSWatcher {
  try {
    return watch(path, { recursive: true }, (_, name) => {
      const changed = resolve(path, name ?? "");
      if (IGNORED.test(name ?? "") || `${changed}${sep}`.startsWith(resolve(ignored) + sep)) return;
      record(name === null ? path : `${path}: ${name}`);
    });
  } catch (error) {
    throw new UserError(`${path} cannot be watched: ${error instanceof Error ? error.message : error}.`);
  }
}

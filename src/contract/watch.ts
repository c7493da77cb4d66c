import { type FSWatcher, watch } from "node:fs";
import { resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Milliseconds: an editor, or a compiler, writes several files at once. */
const SETTLE = 200;

/** Folders that change by themselves, and whose changes say nothing of the server. */
const IGNORED = /(^|[\\/])(node_modules|\.git|reports|dist|coverage)([\\/]|$)/;

/**
 * Tells of changes in folders, and all that is in them, and in files: undefined at once, for the beginning, and then the
 * path that changed, as often as something has changed since it was asked last.
 *
 * @param except a folder whose changes do not count: that of the reports
 * @throws Error if one cannot be watched
 */
export async function* changesIn(paths: readonly string[], except: string): AsyncGenerator<string | undefined> {
  let changed: string | undefined;
  let tell: () => void = () => {};
  const watchers: FSWatcher[] = [];
  try {
    for (const path of new Set(paths)) watchers.push(watched(path, except, note));
    yield undefined;
    for (;;) {
      if (changed === undefined)
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      await setTimeout(SETTLE);
      const told = changed;
      changed = undefined;
      yield told;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }

  function note(path: string): void {
    changed ??= path;
    tell();
  }
}

function watched(path: string, except: string, note: (path: string) => void): FSWatcher {
  try {
    return watch(path, { recursive: true }, (_, name) => {
      const changed = resolve(path, name ?? "");
      if (!IGNORED.test(name ?? "") && !`${changed}${sep}`.startsWith(resolve(except) + sep))
        note(name === null ? path : `${path}: ${name}`);
    });
  } catch (error) {
    throw new Error(`${path} cannot be watched: ${error instanceof Error ? error.message : error}.`);
  }
}

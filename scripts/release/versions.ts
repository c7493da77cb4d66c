import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CONTRACT } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { asObject, isObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";

const GENERATED = "generated";

/** The version of the package, from package.json. */
export async function packageVersion(): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile("package.json", "utf8"));
  return String(asObject(parsed).version);
}

/**
 * The new content of every file that a new version changes: of the contract, package.json, the lock file, and the generated
 * files. Nothing is written.
 *
 * @throws UserError if the contract has no version to replace
 */
export async function filesOfVersion(version: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  files.set(CONTRACT, withContractVersion(await readFile(CONTRACT, "utf8"), version));
  files.set("package.json", await withJsonVersion("package.json", version));
  const lock = await withJsonVersion("package-lock.json", version).catch((error: NodeJS.ErrnoException) => {
    // A lock file is optional.
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (lock !== undefined) files.set("package-lock.json", lock);
  const document = await loadDocument(CONTRACT);
  const next = { ...document, info: { ...asObject(document.info), version } };
  // Loaded on demand: the compiler takes a second to load.
  const { generatedFiles } = await import("../generate/files.js");
  for (const [name, content] of generatedFiles(next)) files.set(join(GENERATED, name), content);
  return changedOf(files);
}

/** Those whose content changes. */
async function changedOf(files: Map<string, string>): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const [file, content] of files) {
    if ((await readFile(file, "utf8").catch(() => undefined)) !== content) changed.set(file, content);
  }
  return changed;
}

/** Writes files; see filesOfVersion. */
export async function writeFiles(files: Map<string, string>): Promise<void> {
  for (const [file, content] of files) await writeFile(file, content);
}

/**
 * The contract's text with another version. Comments and layout do not change.
 *
 * @throws UserError if it has no `version` under `info`
 */
export function withContractVersion(text: string, version: string): string {
  const place = /^(info:[ \t]*(?:#.*)?\r?\n(?:(?:[ \t]+.*|[ \t]*|#.*)\r?\n)*?)([ \t]+version:[ \t]*)(["']?)[\w.+-]+\3/m;
  if (!place.test(text)) throw new UserError(`${CONTRACT} has no line \`version:\` under \`info:\`. Add one.`);
  return text.replace(place, (_, before: string, key: string, quote: string) => before + key + quote + version + quote);
}

/** The text of package.json or the lock file as npm writes it. The lock file has the version in two places. */
async function withJsonVersion(file: string, version: string): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!isObject(parsed)) throw new UserError(`${file} is not a JSON object.`);
  const { packages } = parsed;
  const own = isObject(packages) ? packages[""] : undefined;
  const next = {
    ...parsed,
    version,
    ...(isObject(packages) && isObject(own) ? { packages: { ...packages, "": { ...own, version } } } : {}),
  };
  return `${JSON.stringify(next, null, 2)}\n`;
}

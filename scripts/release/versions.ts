import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asObject, isObject } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";

export const CONTRACT = "openapi/openapi.yaml";
const GENERATED = "generated";

/** The version of the package, from package.json. */
export async function packageVersion(): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile("package.json", "utf8"));
  return String(asObject(parsed).version);
}

/**
 * Every file that a new version changes, with its new content: the contract, the package and its lock file, and what is
 * generated from the contract. Nothing is written.
 *
 * @throws Error if a file does not say its version where it should
 */
export async function filesOfVersion(version: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  files.set(CONTRACT, withContractVersion(await readFile(CONTRACT, "utf8"), version));
  files.set("package.json", await withJsonVersion("package.json", version));
  const lock = await withJsonVersion("package-lock.json", version).catch((error: NodeJS.ErrnoException) => {
    // A project may go without one.
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (lock !== undefined) files.set("package-lock.json", lock);
  const document = await loadDocument(CONTRACT);
  const next = { ...document, info: { ...asObject(document.info), version } };
  // On demand: the compiler takes a second to load.
  const { generatedFiles } = await import("../generate/files.js");
  for (const [name, content] of await generatedFiles(next)) files.set(join(GENERATED, name), content);
  return files;
}

/** Writes the files of `filesOfVersion`. */
export async function writeFiles(files: Map<string, string>): Promise<void> {
  for (const [file, content] of files) await writeFile(file, content);
}

/**
 * The contract's text with another version, and nothing else changed: comments and layout stay as people wrote them.
 *
 * @throws Error if it has no `version` under `info`
 */
export function withContractVersion(text: string, version: string): string {
  const place = /^(info:[ \t]*(?:#.*)?\r?\n(?:(?:[ \t]+.*|[ \t]*|#.*)\r?\n)*?)([ \t]+version:[ \t]*)(["']?)[\w.+-]+\3/m;
  if (!place.test(text)) throw new Error(`${CONTRACT} has no line \`version:\` under \`info:\`. Write it there.`);
  return text.replace(place, (_, before: string, key: string, quote: string) => before + key + quote + version + quote);
}

/** npm writes these with two spaces and a closing line break; the lock file tells the version twice. */
async function withJsonVersion(file: string, version: string): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!isObject(parsed)) throw new Error(`${file} holds no object.`);
  const { packages } = parsed;
  const own = isObject(packages) ? packages[""] : undefined;
  const next = {
    ...parsed,
    version,
    ...(isObject(packages) && isObject(own) ? { packages: { ...packages, "": { ...own, version } } } : {}),
  };
  return `${JSON.stringify(next, null, 2)}\n`;
}

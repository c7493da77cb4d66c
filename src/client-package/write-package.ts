import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { RUNTIME } from "../cli/installation.js";
import { UserError } from "../cli/user-error.js";
import { isObject, type OpenApiDocument } from "../openapi/document/document.js";
import { commonJsEntry } from "./common-js.js";
import { compiled } from "./compiled.js";
import { COMMON_JS_ENTRY, clientManifest, type PackageFacts, type RuntimeNeeds } from "./manifest.js";
import { clientReadme } from "./readme.js";

/** The package that the command writes. */
export interface ClientPackage {
  facts: PackageFacts;
  document: OpenApiDocument;
  /** The generated files by their names, which import the runtime from `../src`. */
  code: ReadonlyMap<string, string>;
  /** The folder of the package. */
  out: string;
  /** The runtime (default: that of this package). */
  runtime?: Runtime;
  /**
   * Whether the package has its sources, to which editors then lead (default: false). They are a part of the runtime only. A
   * compiler that reads them among the files of a repo would report errors.
   */
  hasSources?: boolean;
}

/** The runtime under generated clients, as one file of the package of the commands: npm needs seconds for many files. */
export interface Runtime {
  needs: RuntimeNeeds;
  /** Its license, for packages that have another one. */
  notice: string;
  /** Texts by their paths in a client package. */
  files: Readonly<Record<string, string>>;
}

/** The files and folders that the command writes. All else in the folder of a package belongs to its owner. */
const FOLDERS = ["dist", "generated", "src"];

/**
 * Writes a client package: the runtime, which is built already, and the compiled code of a document. An earlier one of the same
 * name is replaced.
 *
 * @throws UserError if the folder has something else, or cannot be written
 */
export async function writeClientPackage(wanted: ClientPackage): Promise<void> {
  const { facts, document, code, out, runtime, hasSources = false } = wanted;
  const { needs, notice, files: built } = runtime ?? (await shippedRuntime());
  await requireOwn(out, facts.name);
  const all = Object.entries(built);
  const files = new Map(hasSources ? all : all.flatMap(withoutSources));
  for (const [path, content] of packagedCode(code, hasSources)) files.set(path, content);
  files.set("package.json", `${JSON.stringify(clientManifest(facts, needs), null, 2)}\n`);
  if (facts.license === undefined) files.set("NOTICES.md", notice);
  files.set("README.md", clientReadme(document, facts.name, out));
  try {
    for (const folder of FOLDERS) await rm(join(out, folder), { recursive: true, force: true });
    for (const [path, content] of files) {
      await mkdir(dirname(join(out, path)), { recursive: true });
      await writeFile(join(out, path), content);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${out} cannot be written: ${reason}. Name another folder: --out DIR`);
  }
}

/** The text of a file, and none for a source or for a map to it. Maps of JavaScript contain their sources. */
function withoutSources([path, content]: readonly [string, string]): (readonly [string, string])[] {
  if (/\.d\.ts\.map$|(?<!\.d)\.ts$/.test(path)) return [];
  if (!path.endsWith(".d.ts")) return [[path, content]];
  return [[path, content.replace(/^\/\/# sourceMappingURL=.*\n?/m, "")]];
}

/** The compiled generated files by their paths in the package, and the files themselves if it has sources. */
function packagedCode(code: ReadonlyMap<string, string>, hasSources: boolean): Map<string, string> {
  const files = new Map<string, string>();
  for (const [file, content] of code) {
    const { name, ext } = parse(file);
    if (hasSources || ext !== ".ts") files.set(`generated/${file}`, content);
    if (ext !== ".ts") continue;
    const built = compiled(name, content, hasSources);
    const forCommonJs = name === COMMON_JS_ENTRY ? commonJsEntry(name, built.get(`${name}.d.ts`) ?? "") : [];
    for (const [path, text] of [...built, ...forCommonJs]) files.set(`dist/generated/${path}`, text);
  }
  return files;
}

/** @throws UserError if the runtime is not built, which only happens in its own repo */
async function shippedRuntime(): Promise<Runtime> {
  const text = await readFile(RUNTIME, "utf8").catch(() => {
    throw new UserError(`The runtime of clients is not built (${RUNTIME}). Run npm run build once.`);
  });
  return JSON.parse(text);
}

/** @throws UserError if a folder has files, and is not the package of this name */
async function requireOwn(out: string, name: string): Promise<void> {
  const present = await readdir(out).catch((): string[] => []);
  if (present.length === 0) return;
  const text = await readFile(join(out, "package.json"), "utf8").catch(() => "null");
  const manifest = parsed(text);
  if (isObject(manifest) && manifest.name === name) return;
  throw new UserError(
    `${out} has files, and is not the package ${name}. Nothing was written. Name an empty folder: --out DIR`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

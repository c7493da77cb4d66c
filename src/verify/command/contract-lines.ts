import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { PACKAGE } from "#cli/installation.js";
import { parseJson } from "#http/body/parse-json.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { JsonLines } from "#openapi/files/json-lines.js";
import { isUrl } from "#openapi/files/read-url.js";
import { type SourcePlace, sourcePlaces } from "#openapi/files/source-places.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { placeOf } from "../report/cause/cause-place.js";
import type { ContractLines, Report } from "../report/report.js";
import type { SettingsFile } from "../target/file/settings-file.js";

/** The document of a run. */
export interface RunDocument {
  /** A path or a URL. */
  spec: string;
  document: OpenApiDocument;
  /** The settings of the run. */
  file?: SettingsFile | undefined;
}

/**
 * Adds the lines of the repository that have the places of the causes. Code hosts show findings beside them. The document of
 * a package or a server is not in the repository. The line that names it stands for it.
 */
export async function withLines(report: Report, { spec, document, file: settings }: RunDocument): Promise<Report> {
  const root = repositoryRoot(process.cwd());
  const file = isUrl(spec) ? spec : relative(process.cwd(), spec);
  if (report.causes.length === 0) return { ...report, contract: { ...report.contract, file } };
  const find = isUrl(spec) ? undefined : await sourcePlaces(spec, document);
  const naming = await namingPlace(root, settings);
  const pointers = new Map(operationsOf(document).map(({ id, pointer }) => [id, pointer]));
  const lines: ContractLines = {};
  const ofDocument = new Map<string, number>();
  for (const place of new Set(report.causes.map(placeOf))) {
    const found = await find?.(pointers.get(place) ?? place);
    // A part of another file, which the bundler has moved, leads to the first line.
    if (found?.line !== undefined && found.line > 1 && found.file === resolve(spec)) ofDocument.set(place, found.line);
    const shown = found && isOwn(root, found.file) ? found : naming;
    if (shown) lines[place] = { file: relative(root, shown.file).replaceAll(sep, "/"), line: shown.line };
  }
  const causes = report.causes.map((cause) => {
    const line = ofDocument.get(placeOf(cause));
    return line === undefined ? cause : { ...cause, example: { ...cause.example, line } };
  });
  return { ...report, causes, contract: { ...report.contract, file, lines } };
}

/** The folder with the repository around a folder; the folder itself without one. */
function repositoryRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Whether a file is part of a repository: below its root, and not installed. */
function isOwn(root: string, file: string): boolean {
  const names = relative(root, file).split(sep);
  return names[0] !== ".." && !names.includes("node_modules");
}

/** The line that names a document which the repository does not have: a setting, or the dependency on this package. */
async function namingPlace(root: string, settings: SettingsFile | undefined): Promise<SourcePlace | undefined> {
  if (settings && isOwn(root, resolve(settings.name)) && settings.settings.spec !== undefined) {
    return { file: resolve(settings.name), line: await settings.lineOf(["spec"]) };
  }
  for (let folder = process.cwd(); isOwn(root, folder); folder = dirname(folder)) {
    const file = join(folder, "package.json");
    const text = await readFile(file, "utf8").catch(() => "{}");
    const manifest = parseJson(text)?.value;
    const kind = KINDS.find((name) => valueAt(manifest, pointerTo("", name, PACKAGE.name)) !== undefined);
    if (kind !== undefined) return { file, line: new JsonLines(text).lineOf([kind, PACKAGE.name]) };
    if (folder === root) break;
  }
  return undefined;
}

/** The fields of package.json that name the tools. */
const KINDS = ["devDependencies", "dependencies"];

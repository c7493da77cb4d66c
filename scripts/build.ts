import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { CONTRACT, RUNTIME_FILE } from "#cli/installation.js";
import { titleOf } from "#client-package/readme.js";
import { type Runtime, writeClientPackage } from "#client-package/write-package.js";
import { loadDocument } from "#openapi/load/load.js";
import { generatedFiles } from "./generate/files.js";
import { type Bundled, bundle } from "./packages/bundle.js";
import { writeDeclarations } from "./packages/declarations.js";
import { filesBelow } from "./packages/files-below.js";
import { manifestOf, needsOf, type RootManifest } from "./packages/manifest.js";
import { notices, ownNotice } from "./packages/notices.js";
import { type Bundle, CLIENT, README, RUNTIME, SHARED_FILES, TOOLS } from "./packages/packages.js";
import { copySources, moveMaps, omitPackagedSources } from "./packages/sources.js";

// Builds the packages that other repos install, each as a folder below dist/ that `npm pack` and `npm publish` take.

/** As deep as `dist` in a package, so that source maps find the sources in both. */
const STAGING = ".build";

const root: RootManifest = JSON.parse(await readFile("package.json", "utf8"));
await rm("dist", { recursive: true, force: true });

const runtime = await builtRuntime();
const tools = join("dist", TOOLS.name);
const { imported: ofTools, included } = await built(TOOLS, tools);
await writeFile(join(tools, "NOTICES.md"), await notices(included));
await cp(README, join(tools, "README.md"));
await writeFile(join(tools, "package.json"), `${JSON.stringify(manifestOf(TOOLS, ofTools, root), null, 2)}\n`);
await copied(TOOLS.files, tools);
await writeFile(join(tools, RUNTIME_FILE), JSON.stringify(runtime));

const document = await loadDocument(CONTRACT);
const client = join("dist", CLIENT.name);
const { version, license } = root;
const description = `Types and a typed fetch client of the ${titleOf(document)}, generated from its contract`;
const facts = { name: CLIENT.name, version, license, description };
const generated = [...generatedFiles(document)].filter(([name]) => !name.endsWith(".schema.json"));
await writeClientPackage({ facts, document, code: new Map(generated), out: client, runtime, hasSources: true });
await copied(SHARED_FILES, client);

/** Builds the runtime of clients, for any document. */
async function builtRuntime(): Promise<Runtime> {
  const folder = ".runtime";
  await rm(folder, { recursive: true, force: true });
  const { imported } = await built(RUNTIME, folder);
  const paths = await filesBelow(folder, "");
  const files: Record<string, string> = {};
  for (const path of paths.toSorted()) {
    files[relative(folder, path).replaceAll("\\", "/")] = await readFile(path, "utf8");
  }
  await rm(folder, { recursive: true });
  return { needs: needsOf(RUNTIME, imported, root), notice: await ownNotice(), files };
}

/** Bundles modules into the folder of a package, with their declarations and the sources of these. */
async function built(item: Bundle & { name?: string }, target: string): Promise<Bundled> {
  await rm(STAGING, { recursive: true, force: true });
  await Promise.all([mkdir(STAGING), mkdir(target, { recursive: true })]);
  const [bundled] = await Promise.all([bundle(item, STAGING), writeDeclarations(item, STAGING)]);
  await Promise.all([copySources(STAGING, target), omitPackagedSources(STAGING)]);
  if (!item.hasSources) await moveMaps(STAGING, `${target}-maps`);
  await rename(STAGING, join(target, "dist"));
  return bundled;
}

async function copied(files: readonly string[], target: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(file, join(target, file));
  }
}

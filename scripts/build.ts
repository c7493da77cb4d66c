import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "./packages/bundle.js";
import { writeDeclarations } from "./packages/declarations.js";
import { manifestOf, type RootManifest } from "./packages/manifest.js";
import { notices } from "./packages/notices.js";
import { PACKAGES, READMES } from "./packages/packages.js";
import { copySources, omitPackagedSources } from "./packages/sources.js";

// Builds the packages that other repos install, each as a folder below dist/ that `npm pack` and `npm publish` take.

/** As deep as `dist` in a package, so that source maps find the sources in both. */
const STAGING = ".build";

const root: RootManifest = JSON.parse(await readFile("package.json", "utf8"));
await rm("dist", { recursive: true, force: true });
for (const item of PACKAGES) {
  const target = join("dist", item.name);
  await rm(STAGING, { recursive: true, force: true });
  await Promise.all([mkdir(STAGING), mkdir(target, { recursive: true })]);
  const [{ imported, included }] = await Promise.all([bundle(item, STAGING), writeDeclarations(item, STAGING)]);
  await Promise.all([copySources(STAGING, target), omitPackagedSources(STAGING)]);
  await rename(STAGING, join(target, "dist"));
  if (included.size > 0) await writeFile(join(target, "NOTICES.md"), await notices(included));
  for (const file of item.files) await cp(file, join(target, file));
  await cp(join(READMES, `${item.name}.md`), join(target, "README.md"));
  await writeFile(join(target, "package.json"), `${JSON.stringify(manifestOf(item, imported, root), null, 2)}\n`);
}

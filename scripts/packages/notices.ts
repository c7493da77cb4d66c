import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Licenses that let a package be part of another one, if its notice is kept. */
const PERMISSIVE = /^\(?(MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)\b/;

interface Manifest {
  name: string;
  version: string;
  license?: string;
  /** The form of old packages. */
  licenses?: { type: string }[];
}

/**
 * The names, versions and licenses of packages that are part of a bundle, as their licenses require.
 *
 * @param folders of the packages
 * @throws Error for a package whose license is missing or not permissive
 */
export async function notices(folders: Iterable<string>): Promise<string> {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const { name, version, licenses: [earlier] = [], license = earlier?.type } = manifest;
    if (license === undefined || !PERMISSIVE.test(license)) {
      throw new Error(`${folder} has the license ${license}. Let it be a dependency (packages.ts), or do without it.`);
    }
    const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
    const text = file === undefined ? "" : (await readFile(join(folder, file), "utf8")).trim();
    texts.set(`${name} ${version}`, `## ${name} ${version} (${license})\n\n${text}`.trim());
  }
  const sorted = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return `# Packages that are part of this one\n\n${sorted.join("\n\n")}\n`;
}

/** The license of this repo, for packages that contain its code and are not ours. */
export async function ownNotice(): Promise<string> {
  const { name }: Manifest = JSON.parse(await readFile("package.json", "utf8"));
  const license = (await readFile("LICENSE", "utf8")).trim();
  return `# Code of others in this package\n\n## ${name}: the files below \`src\` and \`dist/src\`\n\n${license}\n`;
}

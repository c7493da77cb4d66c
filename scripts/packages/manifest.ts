import type { Package } from "./packages.js";

/** The parts of this repo's package.json that the packages repeat. */
export interface RootManifest {
  version: string;
  license: string;
  engines: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/**
 * The package.json of a package. Its dependencies are the packages that its code imports, in the versions of this repo.
 *
 * @param imported names of packages
 * @throws Error if this repo's package.json lacks one of them
 */
export function manifestOf(
  { name, description, fields, optionalPeers }: Package,
  imported: ReadonlySet<string>,
  root: RootManifest,
): object {
  const versions = { ...root.devDependencies, ...root.dependencies };
  const names = [...imported].toSorted();
  const missing = names.find((dependency) => versions[dependency] === undefined);
  if (missing !== undefined) throw new Error(`${name} imports ${missing}. Add it to package.json.`);
  const dependencies = names.filter((dependency) => !optionalPeers.includes(dependency));
  const { version, license, engines } = root;
  return {
    name,
    version,
    description,
    license,
    type: "module",
    ...fields,
    files: ["dist", "generated", "src", "CHANGELOG.md", "NOTICES.md"],
    engines: { node: engines.node },
    dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, versions[dependency]])),
    // Any version, so that npm installs the package beside whatever version a repo has.
    peerDependencies: Object.fromEntries(optionalPeers.map((peer) => [peer, "*"])),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((peer) => [peer, { optional: true }])),
  };
}

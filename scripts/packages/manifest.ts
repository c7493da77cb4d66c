import type { RuntimeNeeds } from "#client-package/manifest.js";
import type { Bundle, Package } from "./packages.js";

/** The parts of this repo's package.json that the packages repeat. */
export interface RootManifest {
  version: string;
  license: string;
  engines: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/**
 * The packages that bundled code needs, in the versions of this repo.
 *
 * @param imported names of packages
 * @throws Error if this repo's package.json lacks one of them
 */
export function needsOf({ optionalPeers }: Bundle, imported: ReadonlySet<string>, root: RootManifest): RuntimeNeeds {
  const versions = { ...root.devDependencies, ...root.dependencies };
  const names = [...imported].toSorted().filter((name) => !optionalPeers.includes(name));
  const dependencies = Object.fromEntries(
    names.map((name) => {
      const version = versions[name];
      if (version === undefined) throw new Error(`The packages import ${name}. Add it to package.json.`);
      return [name, version];
    }),
  );
  const { node = "*" } = root.engines;
  return { engines: { node }, dependencies, optionalPeers };
}

/** The package.json of a package of commands. Its dependencies are the packages that its code imports. */
export function manifestOf(item: Package, imported: ReadonlySet<string>, root: RootManifest): object {
  const { name, description, fields } = item;
  const { engines, dependencies, optionalPeers } = needsOf(item, imported, root);
  const { version, license } = root;
  return {
    name,
    version,
    description,
    license,
    type: "module",
    ...fields,
    engines,
    dependencies,
    // Any version, so that npm installs the package beside whatever version a repo has.
    peerDependencies: Object.fromEntries(optionalPeers.map((peer) => [peer, "*"])),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((peer) => [peer, { optional: true }])),
  };
}

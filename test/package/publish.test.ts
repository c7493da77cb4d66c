import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { expect, inject, test } from "vitest";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
}
const manifest: Manifest = JSON.parse(await readFile("package.json", "utf8"));

test("publint reports nothing, except that `browser` is used", async () => {
  const tarball = await readFile(inject("tarball"));
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  // `browser` replaces one module inside the package. Conditions in `imports` would need a build before every test.
  expect(messages.filter(({ code }) => code !== "USE_EXPORTS_OR_IMPORTS_BROWSER")).toEqual([]);
});

test("arethetypeswrong finds the types of every entry", async () => {
  const result = await checkPackage(createPackageFromTarballData(await readFile(inject("tarball"))));
  if (!result.types) throw new Error("arethetypeswrong finds no types.");
  // Versions of Node that cannot read `exports`, or cannot require ESM, are not supported.
  const problems = result.problems.filter(
    (problem) =>
      problem.kind !== "CJSResolvesToESM" && !("resolutionKind" in problem && problem.resolutionKind === "node10"),
  );
  expect(problems).toEqual([]);
  expect(Object.keys(result.entrypoints)).toEqual(
    expect.arrayContaining([".", "./types", "./msw", "./tanstack-query"]),
  );
});

test("the package has the build, its sources, the contract and the documentation", () => {
  const { stdout } = spawnSync("tar", ["-tzf", inject("tarball")], { encoding: "utf8" });
  const files = stdout
    .trim()
    .split("\n")
    .map((file) => file.replace(/^package\//, ""));
  expect([...new Set(files.map((file) => file.split("/")[0]))].toSorted()).toEqual(
    ["CHANGELOG.md", "LICENSE", "README.md", "dist", "generated", "package.json", "src"].toSorted(),
  );
  const maps = files.filter((each) => /^dist\/.*\.map$/.test(each));
  expect(maps.length).toBeGreaterThan(0);
  for (const map of maps) {
    expect(files).toContain(map.slice(0, -".map".length));
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(map, "utf8"));
    for (const source of sources) expect(files, `a source of ${map}`).toContain(join(dirname(map), source));
  }
});

test("a repo that imports the client installs openapi-fetch and nothing else", () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
  }
});

test("optional peers admit any version, so that npm installs the package, except the exact versions of Prism", () => {
  for (const [name, range] of Object.entries(manifest.peerDependencies)) {
    const isPrism = name.startsWith("@stoplight/prism-");
    expect(range, name).toBe(isPrism ? manifest.devDependencies[name] : "*");
    expect(manifest.devDependencies, name).toHaveProperty([name]);
  }
});

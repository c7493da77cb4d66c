import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
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

test("publint reports nothing", async () => {
  const tarball = await readFile(inject("tarball"));
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  expect(messages).toEqual([]);
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
  expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining([".", "./types"]));
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
  for (const file of files.filter((each) => each.startsWith("dist/"))) {
    const source = file.replace("dist/", "").replace(/(\.d)?\.[jt]s(\.map)?$/, ".ts");
    expect(files, `the source of ${file}`).toContain(source);
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

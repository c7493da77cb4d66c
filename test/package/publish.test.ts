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

test("publint finds nothing", async () => {
  const tarball = await readFile(inject("tarball"));
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  expect(messages).toEqual([]);
});

test("every entry has its types, as arethetypeswrong sees it", async () => {
  const result = await checkPackage(createPackageFromTarballData(await readFile(inject("tarball"))));
  if (!result.types) throw new Error("arethetypeswrong finds no types at all.");
  // What cannot read `exports`, or cannot require ESM, is older than the versions of Node that are supported.
  const problems = result.problems.filter(
    (problem) =>
      problem.kind !== "CJSResolvesToESM" && !("resolutionKind" in problem && problem.resolutionKind === "node10"),
  );
  expect(problems).toEqual([]);
  expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining([".", "./types"]));
});

test("what is packed is the build, its sources, the contract and what says how to use them", () => {
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

test("whoever imports the client gets openapi-fetch and nothing else", () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
  }
});

test("optional peers admit any version, lest npm refuses the package; Prism's parts are exact, lest later ones come in", () => {
  for (const [name, range] of Object.entries(manifest.peerDependencies)) {
    const isPrism = name.startsWith("@stoplight/prism-");
    expect(range, name).toBe(isPrism ? manifest.devDependencies[name] : "*");
    expect(manifest.devDependencies, name).toHaveProperty([name]);
  }
});

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { describe, expect, inject, test } from "vitest";

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
}
const root: Manifest = JSON.parse(await readFile("package.json", "utf8"));
const tarballs = inject("tarballs");

describe.each([
  {
    name: "team-api",
    tarball: tarballs.client,
    entries: [".", "./types", "./msw", "./tanstack-query"],
    more: ["src"],
    hasMaps: true,
    maximum: 600,
  },
  {
    name: "team-api-tools",
    tarball: tarballs.tools,
    entries: [".", "./vitest"],
    more: ["NOTICES.md", "runtime.json"],
    hasMaps: false,
    maximum: 320,
  },
])("the package $name", ({ name, tarball, entries, more, hasMaps, maximum }) => {
  const files = spawnSync("tar", ["-tzf", tarball], { encoding: "utf8" })
    .stdout.trim()
    .split("\n")
    .map((file) => file.replace(/^package\//, ""));
  const manifest: Manifest = JSON.parse(
    spawnSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" }).stdout,
  );

  test("publint reports nothing, except that `browser` is used", async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(await readFile(tarball)).buffer },
      strict: true,
    });
    // `browser` replaces one module inside the package. Conditions in `imports` would need a build before every test.
    expect(messages.filter(({ code }) => code !== "USE_EXPORTS_OR_IMPORTS_BROWSER")).toEqual([]);
  });

  test("arethetypeswrong finds the types of every entry", async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
    if (!result.types) throw new Error("arethetypeswrong finds no types.");
    // Versions of Node that cannot read `exports`, or cannot require ESM, are not supported.
    const problems = result.problems.filter(
      (problem) =>
        problem.kind !== "CJSResolvesToESM" && !("resolutionKind" in problem && problem.resolutionKind === "node10"),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(entries));
  });

  test("has the build, the contract and the documentation, and each source map its sources", () => {
    expect([...new Set(files.map((file) => file.split("/")[0]))].toSorted()).toEqual(
      [...more, "CHANGELOG.md", "LICENSE", "README.md", "dist", "generated", "package.json"].toSorted(),
    );
    const maps = files.filter((each) => /^dist\/.*\.map$/.test(each));
    expect(maps.length > 0).toBe(hasMaps);
    for (const file of maps) {
      expect(files).toContain(file.slice(0, -".map".length));
      const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(
        readFileSync(join("dist", name, file), "utf8"),
      );
      for (const [index, source] of map.sources.entries()) {
        const isEmbedded = typeof map.sourcesContent?.[index] === "string";
        if (source.includes("node_modules")) expect(isEmbedded, source).toBe(false);
        else if (!isEmbedded) expect(files, `a source of ${file}`).toContain(join(dirname(file), source));
      }
    }
  });

  test(`has at most ${maximum} files, because npm takes seconds for a thousand`, () => {
    expect(files.length).toBeLessThanOrEqual(maximum);
  });

  test("has the version of this repo, and its dependencies in the versions of this repo", () => {
    expect(manifest).toMatchObject({ name, version: root.version });
    const versions = { ...root.devDependencies, ...root.dependencies };
    for (const [each, version] of Object.entries(manifest.dependencies)) expect(version, each).toBe(versions[each]);
  });
});

const manifestOf = async (name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join("dist", name, "package.json"), "utf8"));

test("a repo that imports the client installs nothing else", async () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = await manifestOf("team-api");
  expect(Object.keys(dependencies)).toEqual([]);
  for (const name of Object.keys(peerDependencies)) {
    expect(peerDependenciesMeta[name], name).toEqual({ optional: true });
  }
});

test("a repo that installs the tools installs SQLite with them, and nothing else, except Vitest for tests by Vitest", async () => {
  const { dependencies, peerDependencies } = await manifestOf("team-api-tools");
  expect(Object.keys(dependencies)).toEqual(["libsql"]);
  expect(Object.keys(peerDependencies)).toEqual(["vitest"]);
});

test("the tools name each package that is part of them, with its license", async () => {
  const notices = await readFile("dist/team-api-tools/NOTICES.md", "utf8");
  const heads = notices.split("\n").filter((line) => line.startsWith("## "));
  expect(heads.length).toBeGreaterThan(100);
  for (const head of heads) expect(head).toMatch(/^## \S+ \d+\.\d+\.\d+\S* \(.+\)$/);
  const chunks = "dist/team-api-tools-maps/chunks";
  const sources = (await readdir(chunks)).flatMap((file) => {
    const map: { sources: string[] } = JSON.parse(readFileSync(join(chunks, file), "utf8"));
    return map.sources;
  });
  const names = new Set(sources.flatMap((each) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(each)?.[1] ?? []));
  expect(names.size).toBeGreaterThan(100);
  for (const name of names)
    expect(
      heads.some((head) => head.startsWith(`## ${name} `)),
      name,
    ).toBe(true);
});

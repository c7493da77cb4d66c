import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { consumer } from "../package/consumer.js";

const OPTIONS = {
  target: "ES2022",
  module: "nodenext",
  lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: ["node"],
  strict: true,
  // Declarations are tested in test/package.
  skipLibCheck: true,
  noEmit: true,
};

test.each([["server-handlers", ["fastify"], [200, 404, 201, 422]]])(
  "the recipe %s compiles and runs with the package",
  async (name, packages, want) => {
    const { folder, node } = await consumer([...packages, "@types/node"], {
      "tsconfig.json": JSON.stringify({ compilerOptions: OPTIONS }),
      "recipe.ts": await readFile(`test/recipes/${name}.ts`, "utf8"),
      "use.ts": await readFile(`test/recipes/fixtures/${name}.ts`, "utf8"),
    });
    expect((await node([resolve("node_modules/typescript/bin/tsc")])).stdout).toBe("");
    await build({
      entryPoints: [join(folder, "use.ts")],
      outfile: join(folder, "use.js"),
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      logLevel: "silent",
    });
    const { stdout, stderr } = await node(["use.js"]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(want);
  },
);

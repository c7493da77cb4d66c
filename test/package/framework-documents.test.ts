import { copyFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Cleanup } from "#test/products/cleanup.js";
import { npmFolder } from "#test/products/npm-folder.js";
import { removeFolder } from "#test/products/remove-folder.js";
import { ended, startNode } from "../command-line.js";

// The documents of frameworks in test/documents/writers/ are what small servers write. This installs the frameworks outside of the
// project, and lets them write their documents again.

const SERVERS = resolve("test/documents/writers/servers");
const WRITERS = resolve("test/documents/writers");

/** tsx runs TypeScript with decorators. */
const FRAMEWORKS = {
  ...{ name: "tsx", version: "4.23.15" },
  beside: [
    ...["@nestjs/core@11.2.10", "@nestjs/common@11.2.10", "@nestjs/platform-express@11.2.10", "@nestjs/swagger@11.4.7"],
    ...["reflect-metadata@0.2.2", "rxjs@7.8.2", "tsoa@6.6.0", "express@5.3.0", "@types/express@5.0.6"],
    ...["@types/multer@2.3.0", "typescript@5.9.3", "hono@4.13.19", "@hono/zod-openapi@1.6.3", "zod@4.6.7"],
    ...["fastify@5.12.8", "@fastify/swagger@9.9.3", "elysia@1.4.30", "@elysiajs/openapi@1.4.16"],
  ],
};
const DECORATORS = { experimentalDecorators: true, target: "ES2022", module: "esnext", moduleResolution: "bundler" };
const TSOA = {
  ...{ entryFile: "server.mts", controllerPathGlobs: ["server.mts"] },
  noImplicitAdditionalProperties: "silently-remove-extras",
  spec: { outputDirectory: ".", specVersion: 3, name: "tsoa tickets", version: "1.0.0" },
};

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

test.for(["nestjs", "tsoa", "hono", "fastify-swagger", "elysia"])(
  "%s writes the committed document",
  { timeout: 600_000 },
  async (writer) => {
    const modules = await npmFolder(cleanup, FRAMEWORKS);
    const folder = await mkdtemp(join(modules, "server-"));
    cleanup.add(() => removeFolder(folder));
    await copyFile(join(SERVERS, `${writer}.txt`), join(folder, "server.mts"));
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: DECORATORS }));
    await writeFile(join(folder, "tsoa.json"), JSON.stringify(TSOA));
    await writeFile(join(folder, "package.json"), '{ "type": "module", "name": "server", "version": "1.0.0" }');
    const bin = (path: string) => join(modules, "node_modules", path);
    const args = writer === "tsoa" ? [bin("@tsoa/cli/dist/cli.js"), "spec"] : [bin("tsx/dist/cli.mjs"), "server.mts"];
    const run = await ended(startNode(args, {}, folder));
    expect(run).toMatchObject({ code: 0 });
    const written = writer === "tsoa" ? await readFile(join(folder, "swagger.json"), "utf8") : run.stdout;
    expect(JSON.parse(written)).toEqual(JSON.parse(await readFile(join(WRITERS, `${writer}.json`), "utf8")));
  },
);

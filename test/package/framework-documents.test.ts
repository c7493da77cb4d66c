import { copyFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atServer, writeClients } from "#test/documents/writers/clients.js";
import { Cleanup } from "#test/products/cleanup.js";
import { npmFolder } from "#test/products/npm-folder.js";
import { removeFolder } from "#test/products/remove-folder.js";
import { stopProcess } from "#test/products/stop-process.js";
import { ended, startNode } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

// The documents of frameworks in test/documents/writers/ are what small servers write. This installs the frameworks outside of the
// project, lets them write their documents again, and sends the ten calls of a user to each server.

const SERVERS = resolve("test/documents/writers/servers");
const WRITERS = resolve("test/documents/writers");

/** tsx runs TypeScript with decorators. */
const FRAMEWORKS = {
  ...{ name: "tsx", version: "4.23.15" },
  beside: [
    ...["@nestjs/core@11.2.10", "@nestjs/common@11.2.10", "@nestjs/platform-express@11.2.10", "@nestjs/swagger@11.4.7"],
    ...["reflect-metadata@0.2.2", "rxjs@7.8.2", "tsoa@6.6.0", "express@5.3.0", "@types/express@5.0.6", "multer@2.5.0"],
    ...["@types/multer@2.3.0", "typescript@5.9.3", "hono@4.13.19", "@hono/zod-openapi@1.6.3", "zod@4.6.7"],
    ...["fastify@5.12.8", "@fastify/swagger@9.9.3", "@fastify/multipart@10.1.9", "elysia@1.4.30"],
    ...["@elysiajs/openapi@1.4.16", "@hono/node-server@2.1.9"],
  ],
};
const DECORATORS = { experimentalDecorators: true, target: "ES2022", module: "esnext", moduleResolution: "bundler" };
const TSOA = {
  ...{ entryFile: "server.ts", controllerPathGlobs: ["server.ts"] },
  noImplicitAdditionalProperties: "silently-remove-extras",
  spec: { outputDirectory: ".", specVersion: 3, name: "tsoa tickets", version: "1.0.0" },
  routes: { routesDir: ".", esm: true },
};
const NAMES = ["nestjs", "tsoa", "hono", "fastify-swagger", "elysia"];

const cleanup = new Cleanup();
let clients: string;
beforeAll(async () => {
  clients = await temporaryFolder("frameworks");
  await writeClients(clients);
});
afterAll(() => cleanup.run());

test.for(NAMES)(
  "%s writes the committed document, and its server answers ten calls",
  { timeout: 600_000 },
  async (writer) => {
    const modules = await npmFolder(cleanup, FRAMEWORKS);
    const folder = await mkdtemp(join(modules, "server-"));
    cleanup.add(() => removeFolder(folder));
    await copyFile(join(SERVERS, `${writer}.txt`), join(folder, "server.ts"));
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: DECORATORS }));
    await writeFile(join(folder, "tsoa.json"), JSON.stringify(TSOA));
    await writeFile(join(folder, "package.json"), '{ "type": "module", "name": "server", "version": "1.0.0" }');
    const bin = (path: string) => join(modules, "node_modules", path);
    const server = [bin("tsx/dist/cli.mjs"), "server.ts"];
    const run = await ended(
      startNode(writer === "tsoa" ? [bin("@tsoa/cli/dist/cli.js"), "spec-and-routes"] : server, {}, folder),
    );
    expect(run).toMatchObject({ code: 0 });
    const written = writer === "tsoa" ? await readFile(join(folder, "swagger.json"), "utf8") : run.stdout;
    expect(JSON.parse(written)).toEqual(JSON.parse(await readFile(join(WRITERS, `${writer}.json`), "utf8")));

    const process = startNode(server, { PORT: "0" }, folder);
    cleanup.add(() => stopProcess(process));
    const url = await addressOf(process);
    await atServer(url, async () => {
      const { results, missing } = await import(join(clients, `${writer}.json`, "use.ts"));
      expect(results.filter((result: string) => !result.endsWith(" ok"))).toEqual([]);
      expect(results.length).toBeGreaterThanOrEqual(10);
      expect(await missing()).toMatch(/^There is no (such )?ticket/);
    });
  },
);

/** The first line of a server that listens. */
async function addressOf({ stdout, stderr }: ReturnType<typeof startNode>): Promise<string> {
  const errors: string[] = [];
  stderr?.on("data", (chunk) => errors.push(String(chunk)));
  if (stdout) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error(`The server ended: ${errors.join("")}`);
}

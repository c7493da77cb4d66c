import { copyFile, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sample } from "#test/sample.js";
import { serve } from "../server.js";
import { CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { type Consumer, consumer } from "./consumer.js";

const PACKAGES = [
  "@tanstack/query-core",
  "@tanstack/react-query",
  "@types/react",
  "@types/react-dom",
  "ajv",
  "ajv-formats",
  "msw",
  "react",
  "react-dom",
];

const OPTIONS = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  module: "esnext",
  moduleResolution: "bundler",
  jsx: "react-jsx",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  // The declarations of the other packages do not all compile. Those of the entries are tested by their use.
  skipLibCheck: true,
  noEmit: true,
};

let repo: Consumer;
beforeAll(async () => {
  repo = await consumer(PACKAGES, {
    "tsconfig.json": JSON.stringify({ compilerOptions: OPTIONS }),
    "index.html": '<!doctype html><title></title><body><script type="module" src="/page.tsx"></script>',
    "page.tsx": await readFile("test/package/fixtures/page.tsx", "utf8"),
  });
});

const COMPILERS = [
  ["7", "typescript7"],
  ["6", "typescript6"],
  ["5.9", "typescript"],
] as const;

test.each(sample(COMPILERS, 3))("TypeScript %s compiles an app with React, TanStack Query and MSW", async (_, name) => {
  const { stdout, code } = await repo.node([resolve(`node_modules/${name}/bin/tsc`)]);
  expect({ stdout, code }).toEqual({ stdout: "", code: 0 });
});

/** The command of Vite, which Vitest has installed. */
const VITE = join(
  dirname(createRequire(createRequire(import.meta.url).resolve("vitest/package.json")).resolve("vite/package.json")),
  "bin/vite.js",
);

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };

test.skipIf(!CHROMIUM)("the app that Vite builds runs in a page, on the handlers of MSW", async () => {
  const { code, stderr } = await repo.node([VITE, "build", "--logLevel", "error"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const files = join(repo.folder, "dist");
  await copyFile("node_modules/msw/lib/mockServiceWorker.js", join(files, "mockServiceWorker.js"));
  const site = await serve(async ({ url }, response) => {
    const path = url === "/" ? "/index.html" : url;
    const text = await readFile(join(files, path), "utf8").catch(() => undefined);
    response.writeHead(text === undefined ? 404 : 200, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    response.end(text);
  });
  const browser = await startBrowser(CHROMIUM ?? "");
  try {
    await browser.show(`${site.url}/`, { width: 800 });
    await expect.poll(() => browser.evaluate<string>("document.title")).not.toBe("");
    expect(JSON.parse(await browser.evaluate<string>("document.title"))).toEqual({
      email: await browser.evaluate("document.querySelector('p').textContent"),
      same: true,
      none: 404,
      failure: "GET /api/suppressions/nobody%40example.com",
      added: "suppression",
      more: false,
      wrong: "function",
    });
    expect(site.seen.filter(({ url }) => url.startsWith("/api"))).toEqual([]);
  } finally {
    await browser.close();
    await site.close();
  }
});

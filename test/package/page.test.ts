import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
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

test.skipIf(!CHROMIUM)("the app runs in a page, on the handlers of MSW (needs /usr/bin/chromium)", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(repo.folder, "page.tsx")],
    bundle: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    logLevel: "silent",
  });
  const worker = await readFile("node_modules/msw/lib/mockServiceWorker.js", "utf8");
  const files: Record<string, [type: string, text: string]> = {
    "/page.js": ["text/javascript", outputFiles[0]?.text ?? ""],
    "/mockServiceWorker.js": ["text/javascript", worker],
    "/": ["text/html", '<!doctype html><title></title><body><script type="module" src="/page.js"></script>'],
  };
  const site = await serve(({ url }, response) => {
    const [type, text] = files[url] ?? ["text/plain", ""];
    response.writeHead(type === "text/plain" ? 404 : 200, { "content-type": type }).end(text);
  });
  const browser = await startBrowser(CHROMIUM ?? "");
  try {
    await browser.show(`${site.url}/`, { width: 800 });
    await expect.poll(() => browser.evaluate<string>("document.title"), { timeout: 30_000 }).not.toBe("");
    expect(JSON.parse(await browser.evaluate<string>("document.title"))).toEqual({
      email: await browser.evaluate("document.querySelector('p').textContent"),
      same: true,
      none: 404,
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

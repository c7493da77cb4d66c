import { createServer } from "node:http";
import { build } from "esbuild";
import { Window } from "happy-dom";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { urlOnceListening } from "#cli/listening.js";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { replaceGlobals } from "../replaced-globals.js";
import { type Browser, CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { SCREENS } from "./screens.js";
import type { Walk } from "./walk.js";

/** How many resources each collection has at the start, where the document has no examples of them. */
const ROWS = 23;

function expectLife({ first, all, added, heading, left, error }: Walk, text: string): void {
  expect(error).toBe("");
  expect(first.length).toBeGreaterThan(0);
  expect(all.length, "scrolling shows further pages").toBeGreaterThan(first.length);
  expect(added.toSorted()).toEqual([...all, text].toSorted());
  expect(heading).toBe(text);
  if (left) expect(left.toSorted()).toEqual([...all].toSorted());
}

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "bypass" }));
afterAll(() => server.close());

test.each(Object.entries(SCREENS))(
  "a React screen of %s lists, scrolls, adds, shows and deletes with MSW, without code of a mock",
  async (_, { spec, screen, texts: [text] }) => {
    const document = await loadDocument(spec);
    const places = Object.fromEntries(
      operationsOf(document).map(({ id, method, path }) => [id, [method, path] as const]),
    );
    server.use(...contractHandlers<Record<string, never>>(document, places).handlers({}, { state: true, rows: ROWS }));
    const window = new Window({ url: "https://app.example.com" });
    const { FormData, Event, navigator, document: page } = window;
    const restore = replaceGlobals({ window, document: page, FormData, Event, navigator });
    const [{ show }, { walk }] = await Promise.all([import("./app.js"), import("./walk.js")]);
    const place = globalThis.document.createElement("div");
    globalThis.document.body.append(place);
    const root = show({ ...screen, url: "https://api.example.com" }, place);
    try {
      expectLife(await walk(text, screen.canDelete), text);
    } finally {
      root.unmount();
      // React ends its work a moment later.
      await new Promise((resolve) => setTimeout(resolve, 50));
      restore();
    }
  },
);

describe.skipIf(!CHROMIUM)(`in Chromium${CHROMIUM ? "" : " (skipped: it is not installed)"}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(CHROMIUM ?? "");
  });
  afterAll(() => browser?.close());

  test.each(Object.entries(SCREENS))(
    "a React screen of %s lists, scrolls, adds, shows and deletes against the mock, without code of a mock",
    async (_, { spec, screen, texts: [, text] }) => {
      const mock = await startMock({ spec, port: 0, state: true, rows: ROWS });
      const { outputFiles } = await build({
        stdin: {
          contents:
            'import { show } from "./app.ts"; import { walk } from "./walk.ts"; Object.assign(globalThis, { show, walk });',
          resolveDir: "test/frontend",
        },
        ...{ bundle: true, write: false, format: "iife", platform: "browser" },
        define: { "process.env.NODE_ENV": '"production"' },
      });
      const page = `<!doctype html><title>Screen</title><div id="place"></div><script>${outputFiles[0]?.text}</script>`;
      const host = createServer((_request, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8").end(page.replace(/<\/(?=script>.)/g, "<\\/"));
      });
      const url = await urlOnceListening(
        host,
        "127.0.0.1",
        0,
        new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(undefined))),
      );
      try {
        await browser.show(url, { width: 800 });
        const shown = `show(${JSON.stringify({ ...screen, url: mock.url })}, document.getElementById("place"))`;
        const walked = await browser.evaluate<Walk>(`${shown}; walk(${JSON.stringify(text)}, ${screen.canDelete})`);
        expectLife(walked, text);
      } finally {
        host.closeAllConnections();
        host.close();
        await mock.close();
      }
    },
  );
});

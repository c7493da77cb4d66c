import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { valueAt } from "#openapi/document/pointer.js";
import { readUrl } from "#openapi/files/read-url.js";
import { loadDocument, loadWithFiles } from "#openapi/load/load.js";
import { serve, type TestServer, unusedUrl } from "../server.js";

const HEAD = "openapi: 3.1.1\ninfo: {title: T, version: '1'}\n";
const SELF_CONTAINED = JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {} });

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  other = await serve((_, response) => response.end("get: {summary: Other}\n"));
  const files: Record<string, string> = {
    "/v1/openapi.yaml": `${HEAD}paths: {/a: {$ref: paths/a.yaml}}\n`,
    "/v1/paths/a.yaml": "get: {summary: A, x-more: [{$ref: more.yaml}]}\n",
    "/v1/paths/more.yaml": "more: true\n",
    "/v1/openapi.json": SELF_CONTAINED,
    "/v1/foreign.yaml": `${HEAD}paths: {/a: {$ref: '${other.url}/a.yaml'}}\n`,
    "/v1/forwarded.yaml": `${HEAD}paths: {/a: {$ref: leave.yaml}}\n`,
    "/v1/missing.yaml": `${HEAD}paths: {/a: {$ref: gone.yaml}}\n`,
    "/page.html": "<!DOCTYPE html><title>Sign in</title>",
    "/large.json": `{"openapi": "${"3".repeat(5000)}"}`,
  };
  const redirects: Record<string, string> = {
    "/latest": "/v1/openapi.yaml",
    "/v1/leave.yaml": `${other.url}/a.yaml`,
    "/endless": "/endless",
  };
  server = await serve(({ url }, response) => {
    const path = url.split("?")[0] ?? "";
    const location = redirects[path];
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (path === "/slow") response.write("openapi: 3.1.1\n");
    else response.writeHead(files[path] === undefined ? 404 : 200).end(files[path]);
  });
});
afterAll(() => Promise.all([server.close(), other.close()]));

describe("a document at a URL", () => {
  test.each(["/v1/openapi.yaml", "/latest", "/v1/openapi.yaml?token=s3cret"])(
    "%s is read with the files that it refers to",
    async (path) => {
      const { document, files } = await loadWithFiles(server.url + path);
      expect(valueAt(document, "#/paths/~1a/get")).toEqual({ summary: "A", "x-more": [{ more: true }] });
      expect(files).toEqual([]);
    },
  );

  test("is requested once if it is JSON that refers only to itself", async () => {
    const before = server.seen.length;
    expect(await loadDocument(`${server.url}/v1/openapi.json`)).toMatchObject({ openapi: "3.1.1" });
    expect(server.seen.length - before).toBe(1);
  });

  test.each([
    ["/v1/foreign.yaml", /foreign\.yaml at #\/paths\/~1a: .*has another origin than the document/],
    ["/v1/forwarded.yaml", /forwarded\.yaml at #\/paths\/~1a: .*has another origin than the document/],
    ["/v1/missing.yaml", /missing\.yaml at #\/paths\/~1a: .*gone\.yaml cannot be read: the server responds with 404/],
    ["/gone.yaml?token=s3cret", /\/gone\.yaml cannot be read: the server responds with 404/],
    ["/endless", /\/endless cannot be read: it leads to more than 5 redirects/],
    ["/page.html", /page\.html/],
  ])("%s is reported", async (path, message) => {
    const error: unknown = await loadDocument(server.url + path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "DocumentError" });
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain("s3cret");
    expect(other.seen).toEqual([]);
  });

  test("is not read with a user and password in the URL, which messages do not show", async () => {
    const url = server.url.replace("//", "//anna:s3cret@");
    const error: unknown = await loadDocument(url).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("a URL with a user or password is not supported");
    expect(String(error)).not.toContain("s3cret");
  });

  test("of a server that does not run is reported", async () => {
    await expect(loadDocument(await unusedUrl())).rejects.toThrow(/cannot be read: .*ECONNREFUSED.*Check the address/);
  });

  test("is given up after a time, and after a size", async () => {
    const limits = { timeout: 200, size: 1000 };
    await expect(readUrl(`${server.url}/slow`, undefined, limits)).rejects.toThrow("it took longer than 0.2 s");
    await expect(readUrl(`${server.url}/large.json`, undefined, limits)).rejects.toThrow("is larger than 1000 bytes");
  });
});

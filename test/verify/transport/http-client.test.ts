import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { serve, type TestServer } from "#test/server.js";
import { directConnection } from "#verify/transport/connection.js";
import { type HttpRequest, type HttpResponse, sendByHttp } from "#verify/transport/http-client.js";

const connection = directConnection();
let server: TestServer;
afterEach(() => server.close());

async function sendTo(
  respond: (response: ServerResponse) => void,
  request: Partial<HttpRequest> = {},
  maxBody = 1000,
  timeout = 5000,
): Promise<HttpResponse> {
  server = await serve((_request, response) => respond(response));
  const { method = "GET", headers = new Headers(), body } = request;
  return sendByHttp(connection, { url: `${server.url}/`, method, headers, body }, { timeout, maxBody });
}

const LIMITS = { timeout: 5000, maxBody: 1000 };
const TEXT = "née ".repeat(20);

test("https to a server that speaks http is named, with the correction", async () => {
  server = await serve((_request, response) => response.end());
  const url = server.url.replace("http:", "https:");
  const sending = sendByHttp(connection, { url, method: "GET", headers: new Headers(), body: undefined }, LIMITS);
  await expect(sending).rejects.toThrow(/^the server speaks http here: write http:\/\/ in place of https:\/\/$/);
});

test("time in which the process was busy is not time of the server", async () => {
  const sending = sendTo(
    (response) => {
      const begun = performance.now();
      while (performance.now() - begun < 300) {
        // As a run is that compiles schemas.
      }
      response.end();
    },
    {},
    1000,
    200,
  );
  expect((await sending).status).toBe(200);
});

describe("the body of a response is read without its content codings", () => {
  test.each([
    { coding: "gzip", bytes: gzipSync(TEXT) },
    { coding: "x-gzip", bytes: gzipSync(TEXT) },
    { coding: "GZIP", bytes: gzipSync(TEXT) },
    { coding: "br", bytes: brotliCompressSync(TEXT) },
    { coding: "deflate", bytes: deflateSync(TEXT) },
    { coding: "identity", bytes: Buffer.from(TEXT) },
    { coding: "gzip, br", bytes: brotliCompressSync(gzipSync(TEXT)) },
    { coding: "gzip without the last bytes", header: "gzip", bytes: gzipSync(TEXT).subarray(0, -8) },
    { coding: "an unknown one, which is left", header: "zstd", bytes: Buffer.from(TEXT) },
  ])("$coding", async ({ coding, header = coding, bytes }) => {
    const { body, truncated } = await sendTo((response) => {
      response.writeHead(200, { "content-encoding": header }).end(bytes);
    });
    expect(body.toString()).toBe(TEXT);
    expect(truncated).toBe(false);
  });

  test.each(["gzip", "br"])("a response to HEAD has no body, and %s changes nothing", async (coding) => {
    const { status, body } = await sendTo(
      (response) => void response.writeHead(200, { "content-encoding": coding }).end(),
      { method: "HEAD" },
    );
    expect([status, body.length]).toEqual([200, 0]);
  });

  test("bytes that are not in the coding are an error with the reason", async () => {
    const sending = sendTo((response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("plain"));
    await expect(sending).rejects.toThrow("incorrect header check");
  });

  test("six codings are an error", async () => {
    const codings = Array(6).fill("gzip").join(",");
    const sending = sendTo((response) => void response.writeHead(200, { "content-encoding": codings }).end());
    await expect(sending).rejects.toThrow("the body has 6 content codings");
  });

  test("a small body that decodes to a large one is read up to the limit", async () => {
    const { body, truncated } = await sendTo((response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
    });
    expect(truncated).toBe(true);
    expect(body.length).toBeLessThan(1_000_000);
  });
});

describe("a request is framed as HTTP requires", () => {
  const ok = (response: ServerResponse) => void response.writeHead(204).end();
  test("a DELETE with a body has its length", async () => {
    await sendTo(ok, { method: "DELETE", body: "née" });
    expect(server.seen[0]).toMatchObject({ method: "DELETE", body: "née", headers: { "content-length": "4" } });
  });

  test("a form has the boundary that its media type names", async () => {
    const form = new FormData();
    form.set("name", "kim");
    await sendTo(ok, { method: "POST", body: form });
    const { headers, body } = server.seen[0] ?? {};
    const [, boundary = "none"] = /^multipart\/form-data; boundary=(.+)$/.exec(headers?.["content-type"] ?? "") ?? [];
    expect(body).toContain(`--${boundary}`);
    expect(body).toContain('name="name"');
  });

  test("a POST without a body has the length 0", async () => {
    await sendTo(ok, { method: "POST" });
    expect(server.seen[0]?.headers).toMatchObject({ "content-length": "0" });
  });

  test("headers of the request replace the usual ones", async () => {
    await sendTo(ok, { headers: new Headers({ Accept: "application/json" }) });
    expect(server.seen[0]?.headers).toMatchObject({ accept: "application/json", "accept-encoding": "gzip, br" });
  });
});

test("a redirect is not followed, and each Set-Cookie is kept", async () => {
  const { status, headers } = await sendTo((response) => {
    response.writeHead(302, { location: "/elsewhere", "set-cookie": ["a=1", "b=2"] }).end();
  });
  expect([status, headers.getSetCookie()]).toEqual([302, ["a=1", "b=2"]]);
  expect(server.seen).toHaveLength(1);
});

test("a body that ends before its length is an error, not a shorter body", async () => {
  const sending = sendTo((response) => {
    response.writeHead(200, { "content-length": 100 }).write("half", () => response.destroy());
  });
  await expect(sending).rejects.toThrow(/aborted|ECONNRESET/);
});

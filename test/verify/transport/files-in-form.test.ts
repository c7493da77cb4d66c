import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { serve } from "#test/server.js";
import { documentOf } from "#test/verify/small-document.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import { singleCredential } from "#verify/model/target/target.js";
import { curl } from "#verify/transport/curl.js";
import { prepareRequest } from "#verify/transport/prepare-request.js";

const FILE = { type: "string", format: "binary" };
const PROPERTIES: JsonObject = {
  title: { type: "string" },
  file: FILE,
  more: { type: "array", items: FILE },
  table: { type: "string", contentMediaType: "text/csv" },
  photo: {},
};
const ENCODING: JsonObject = { table: { contentType: "text/csv" }, photo: { contentType: "image/png" } };
const VALUE = { title: "a", file: 'it\'s\n"b"', more: ["c", "d"], table: "e,f", photo: "g" };

/** The parts of a form as a parser of the platform reads them: files have a name. */
async function partsOf(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<string[]> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  const shown = [...form].map(async ([name, value]) =>
    typeof value === "string" ? `${name}: ${value}` : `${name}: ${value.name} ${value.type} ${value.size}`,
  );
  return Promise.all(shown);
}

async function prepared(baseUrl: string, value: JsonObject) {
  const form = { schema: { type: "object", properties: PROPERTIES }, encoding: ENCODING };
  const paths = { "/a": { post: { requestBody: { content: { "multipart/form-data": form } }, responses: {} } } };
  const [operation] = operationsOf(documentOf(paths));
  if (!operation) throw new Error("There is no operation.");
  const body = { type: "multipart/form-data", value, source: GENERATED };
  const target = { baseUrl, credentials: { own: singleCredential("s3cret", "KEY") }, headers: {} };
  return prepareRequest({ operation, parameters: [], body }, target, {});
}

const WANTED = [
  "title: a",
  "file: file.bin application/octet-stream 8",
  "more: more.bin application/octet-stream 1",
  "more: more.bin application/octet-stream 1",
  "table: table.csv text/csv 3",
  expect.stringMatching(/^photo: photo\.png image\/png \d\d+$/),
];

test("the files of a form have a name and a media type, and a picture is one", async () => {
  const { init } = await prepared("http://127.0.0.1:9", VALUE);
  const sent = new Request("http://127.0.0.1:9", { method: "POST", body: init.body ?? null });
  const bytes = new Uint8Array(await sent.arrayBuffer());
  expect(await partsOf(bytes, sent.headers.get("content-type") ?? "")).toEqual(WANTED);
  expect(Buffer.from(bytes).includes(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe(true);
});

test("a field that is left out is no file", async () => {
  const { init } = await prepared("http://127.0.0.1:9", { title: "a", file: null });
  expect(init.body instanceof FormData && [...init.body]).toEqual([["title", "a"]]);
});

test("the command that repeats the request sends the same files", async () => {
  const received: string[][] = [];
  const server = await serve(({ body, headers }, response) => {
    void partsOf(Uint8Array.from(Buffer.from(body, "latin1")), String(headers["content-type"])).then((parts) => {
      received.push(parts);
      response.end();
    });
  });
  try {
    const { sent } = await prepared(server.url, VALUE);
    await promisify(execFile)("sh", ["-c", curl(sent)]);
  } finally {
    await server.close();
  }
  expect(received).toEqual([WANTED]);
});

import { describe, expect, test } from "vitest";
import { bound, type Call, connect } from "#client/connect.js";
import { filesMediaType } from "#client/extras.js";
import { singleCall } from "#client/single-operation.js";
import { operationDescriptor } from "#generate/client/descriptor.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { extras } from "../all-extras.js";

const OBJECT: JsonObject = { schema: { type: "object" } };

/** The request that a client sends for an operation with these contents. */
async function sent(
  contents: { request?: JsonObject; response?: JsonObject },
  input: object,
  headers: Record<string, string> = {},
): Promise<Request> {
  const post = {
    ...(contents.request && { requestBody: { content: contents.request } }),
    responses: { "200": { description: "", ...(contents.response && { content: contents.response }) } },
  };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/things": { post } } };
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("no operation");
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request.clone());
    return new Response(null, { status: 204 });
  };
  const connection = connect({ baseUrl: "http://api.test", fetch }, {}, () => Promise.reject(new Error("unused")));
  const call = bound<Call<unknown, object>>(
    connection,
    singleCall({ ...operationDescriptor(document, operation), extras }),
  );
  await call(input, { headers });
  const [request] = requests;
  if (!request) throw new Error("nothing was sent");
  return request;
}

describe("the client accepts the documented media types", () => {
  test.each<[JsonObject | undefined, string]>([
    [undefined, "*/*"],
    [{ "application/json": OBJECT }, "application/json"],
    [{ "text/plain": OBJECT, "application/json": OBJECT }, "application/json, text/plain;q=0.9"],
    [{ "*/*": OBJECT }, "application/json, */*;q=0.9"],
  ])("%j as %s", async (response, want) => {
    expect((await sent(response ? { response } : {}, {})).headers.get("accept") ?? "*/*").toBe(want);
  });

  test("but a header of the call counts more", async () => {
    const request = await sent({ response: { "application/json": OBJECT } }, {}, { Accept: "text/csv" });
    expect(request.headers.get("accept")).toBe("text/csv");
  });
});

const FORM = { "multipart/form-data": OBJECT };
const EITHER = { "application/json": OBJECT, "text/csv": { schema: { type: "string" } }, ...FORM };

describe("a body is written by one media type, which its header names", () => {
  test.each<[title: string, request: JsonObject, body: unknown, headers: Record<string, string>, RegExp, RegExp]>([
    ["JSON by default", EITHER, { a: 1 }, {}, /^application\/json$/, /^\{"a":1\}$/],
    ["a text by a header", EITHER, "a,b", { "Content-Type": "text/csv" }, /^text\/csv$/, /^a,b$/],
    [
      "a form by a header, with its boundary",
      EITHER,
      { f: new File(["x"], "f.txt") },
      { "content-type": "multipart/form-data" },
      /^multipart\/form-data; boundary=/,
      /filename="f.txt"/,
    ],
    [
      "an object of a form as JSON",
      FORM,
      { meta: { a: 1 } },
      {},
      /^multipart/,
      /Content-Type: application\/json\r\n\r\n\{"a":1\}/,
    ],
    ["a range as a usual type", { "image/*": {} }, new Blob(["x"]), {}, /^image\/png$/, /^x$/],
    [
      "a range as the type of a file",
      { "image/*": {} },
      new Blob(["x"], { type: "image/gif" }),
      {},
      /^image\/gif$/,
      /^x$/,
    ],
    ["any type as JSON for an object", { "*/*": OBJECT }, { a: 1 }, {}, /^application\/json$/, /^\{"a":1\}$/],
    [
      "a suffix as a type that has it",
      { "application/*+json": OBJECT },
      [1],
      {},
      /^application\/x\.any\+json$/,
      /^\[1\]$/,
    ],
  ])("%s", async (_, request, body, headers, type, text) => {
    const received = await sent({ request }, { body }, headers);
    expect(received.headers.get("content-type")).toMatch(type);
    expect(await received.text()).toMatch(text);
  });
});

test.each<[string, unknown, string]>([
  ["a file", { file: new File(["x"], "x") }, "multipart/form-data"],
  ["a list with a file", { files: [new Blob(["x"])] }, "multipart/form-data"],
  ["no file, though one is possible", { title: "a", file: undefined }, "application/json"],
  ["a text", "a", "application/json"],
])("a body with %s is sent in a form only if JSON cannot carry it", (_, body, want) => {
  expect(filesMediaType(body, "application/json")).toBe(want);
});

describe("a response is read as the type that its data has", () => {
  const TEXT = { schema: { type: "string" } };
  const FILE = { schema: { type: "string", format: "binary" } };
  const LISTED = { "text/plain": OBJECT, "application/json": OBJECT };
  const CSV = { "application/json": OBJECT, "text/csv": TEXT };

  test.each<[title: string, content: JsonObject, input: object, type: string, body: string, want: unknown]>([
    ["JSON of any media type", { "*/*": OBJECT }, {}, "application/json", '{"a":1}', { a: 1 }],
    ["no text where an object is described", { "*/*": OBJECT }, {}, "text/plain", "no", "UnreadableResponse"],
    ["a text of any media type", { "*/*": TEXT }, {}, "text/plain", "yes", "yes"],
    ["a text of any media type as JSON", { "*/*": TEXT }, {}, "application/json", '"yes"', "yes"],
    [
      "a file of any media type, also if it is a text",
      { "*/*": FILE },
      {},
      "text/plain",
      "yes",
      new Blob(["yes"], { type: "text/plain" }),
    ],
    ["anything that no schema describes", { "*/*": {} }, {}, "text/plain", "yes", "yes"],
    [
      "a text that NestJS documents as JSON",
      { "application/json": TEXT },
      {},
      "text/html; charset=utf-8",
      "yes",
      "yes",
    ],
    ["the same if it looks like a number", { "application/json": TEXT }, {}, "text/plain", "12", "12"],
    ["a text of JSON", { "application/json": TEXT }, {}, "application/json", '"yes"', "yes"],
    ["a text of JSON without a type", { "application/json": TEXT }, {}, "", '"yes"', "yes"],
    ["JSON that a framework labels as a text", LISTED, {}, "text/plain", '{"a":1}', { a: 1 }],
    ["no text beside JSON, unless the call asks for it", CSV, {}, "text/csv", "a,b", "UnreadableResponse"],
    ["the text that the call asks for", CSV, { accept: "text/csv" }, "text/csv", "a,b", "a,b"],
    [
      "no JSON where the call asks for a text",
      CSV,
      { accept: "text/csv" },
      "application/json",
      "{}",
      "UnreadableResponse",
    ],
  ])("%s", async (_, content, input, type, body, want) => {
    const accepted: (string | null)[] = [];
    const fetch = async (request: Request) => {
      accepted.push(request.headers.get("accept"));
      return new Response(new TextEncoder().encode(body), { headers: type ? { "content-type": type } : {} });
    };
    const get = { responses: { "200": { description: "", content } } };
    const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/things": { get } } };
    const [operation] = operationsOf(document);
    const connection = connect({ baseUrl: "http://api.test", fetch }, {}, () => Promise.reject(new Error("unused")));
    const descriptor = { ...operationDescriptor(document, operation ?? expect.fail()), extras };
    const result = await connection.send(descriptor, input);
    if ("accept" in input) expect(accepted).toEqual([input.accept]);
    expect(result.ok ? result.data : result.failure?.name).toEqual(want);
  });
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, chai, describe, expect, test, vi } from "vitest";
import { bruno } from "#export/bruno.js";
import { collectionOf } from "#export/collection.js";
import { exportCommand } from "#export/command.js";
import { httpFile } from "#export/http-file.js";
import { postman } from "#export/postman.js";
import type { ExportedFile, Format } from "#export/written.js";
import { type Mock, startMock } from "#mock/mock.js";
import { asList, asObject, asText, type OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { temporaryFolder } from "../temporary.js";

let document: OpenApiDocument;
let mock: Mock;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
  mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
});
afterAll(() => mock.close());

/** A request as a tool would read it from an export. */
interface Read {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  status: string;
  /** Whether it sends the key of the collection. */
  isInheriting: boolean;
}

const statusIn = (text: string) => /Documented response: (\w+)\./.exec(text)?.[1] ?? "";

function pairs(lines: string): [string, string][] {
  return [...lines.matchAll(/^ *([^:\n]+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
}

const READERS: Record<string, [Format, (files: ExportedFile[]) => Read[]]> = {
  postman: [
    postman,
    ([file]) =>
      asList(JSON.parse(file?.[1] ?? "").item)
        .flatMap((folder) => asList(asObject(folder).item))
        .map((item) => {
          const { method, url, header, body, description, auth } = asObject(asObject(item).request);
          return {
            ...{ isInheriting: auth === undefined },
            ...{ method: String(method), url: String(url), status: statusIn(String(description)) },
            headers: asList(header).map((each) => [String(asObject(each).key), String(asObject(each).value)]),
            body: asText(asObject(body).raw),
          };
        }),
  ],
  bruno: [
    bruno,
    (files) =>
      files
        .filter(([path]) => /^\w+\/[^/]+\.bru$/.test(path) && !path.startsWith("environments/"))
        .map(([, text]) => {
          const block = (name: string) => new RegExp(`^${name} \\{\n(.*?)\n\\}$`, "ms").exec(text)?.[1];
          const method = /^(get|post|put|patch|delete) \{$/m.exec(text)?.[1] ?? "";
          return {
            method: method.toUpperCase(),
            url: /url: (.*)/.exec(block(method) ?? "")?.[1] ?? "",
            headers: pairs(block("headers") ?? ""),
            body: block("body:json"),
            status: statusIn(text),
            isInheriting: /auth: inherit/.test(text),
          };
        }),
  ],
  http: [
    httpFile,
    ([file]) =>
      (file?.[1] ?? "")
        .split(/^### .*\n/m)
        .slice(1)
        .map((text) => {
          const [head = "", ...body] = text.trim().split("\n\n");
          const [comment = "", line = "", ...headers] = head.split("\n");
          const [method = "", url = ""] = line.split(" ");
          const content = body.join("\n\n") || undefined;
          return {
            method,
            url,
            headers: pairs(headers.join("\n")),
            body: content,
            status: statusIn(comment),
            isInheriting: false,
          };
        }),
  ],
};

describe("the examples in the format", () => {
  test.each(Object.keys(READERS))("%s get their documented responses from the mock", async (format) => {
    const [render, read] = READERS[format] ?? [postman, () => []];
    const requests = read(render(await collectionOf(document)).files);
    expect(requests.length).toBe(operationsOf(document).flatMap(examplePairs).length);
    const variables = (text: string) => text.replace("{{baseUrl}}", mock.url).replace("{{apiKey}}", "any-key");
    for (const { method, url, headers, body, status, isInheriting } of requests) {
      const own = headers.map(([name, value]): [string, string] => [name, variables(value)]);
      const sent = [...own, ...(isInheriting ? [["Authorization", "Bearer any-key"] satisfies [string, string]] : [])];
      const response = await fetch(variables(url), { method, headers: sent, body: body ?? null });
      expect(String(response.status)[0], `${method} ${url}`).toBe(status[0]);
    }
  });
});

/** The items of a Postman collection, with the folder's name. */
const itemsOf = ([file]: ExportedFile[]) =>
  asList(JSON.parse(file?.[1] ?? "").item).flatMap((folder) => asList(asObject(folder).item).map(asObject));

describe("a collection", () => {
  test("has the key once, from which requests inherit it, and the responses of the document", async () => {
    const collection = await collectionOf(document);
    const { files } = postman(collection);
    const { auth } = JSON.parse(files[0]?.[1] ?? "");
    expect(auth).toEqual({ type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] });
    const items = itemsOf(files);
    expect(JSON.stringify(items.map(({ request }) => request))).not.toContain("Authorization");
    const saved = items.flatMap(({ response }) => asList(response).map(asObject));
    expect(saved).toHaveLength(items.length);
    expect(saved).toContainEqual(expect.objectContaining({ name: "unknown", code: 404, status: "Not Found" }));
    const [list] = saved.filter(({ name }) => name === "complaints");
    expect(JSON.parse(String(list?.body))).toHaveProperty("data.0.origin", "complaint");

    const [, auths = ""] = bruno(collection).files.find(([path]) => path === "collection.bru") ?? [];
    expect(auths).toBe("auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{apiKey}}\n}\n");
    const [, request = ""] = bruno(collection).files.find(([path]) => path === "listSuppressions/complaints.bru") ?? [];
    expect(request).toContain('        "origin": "complaint",'.trimStart());
    expect(request).toMatch(/^example \{\n {2}name: complaints$/m);
  });

  test.each([
    [200, "application/json; charset=utf-8", []],
    [299, "application/json", []],
    [404, "application/json", ["the status is 2XX"]],
    [200, "application/jsonx", ["the media type is application/json"]],
    [500, "text/html", ["the status is 2XX", "the media type is application/json"]],
  ])("asserts the documented response: %i with %s", async (code, type, wanted) => {
    const [item] = itemsOf(postman(await collectionOf(document)).files).filter(({ name }) => name === "complaints");
    const script = asList(asObject(asObject(asList(item?.event)[0]).script).exec).join("\n");
    const failed: string[] = [];
    const check = (name: string, assertion: () => void) => {
      try {
        assertion();
      } catch {
        failed.push(name);
      }
    };
    const pm = { test: check, expect: chai.expect, response: { code, headers: { get: () => type } } };
    Reflect.construct(Function, ["pm", script])(pm);
    expect(failed).toEqual(wanted);
  });

  test("has an own key in a request that needs another one, and none in the requests that need none", async () => {
    const file = join(await temporaryFolder("export"), "spec.json");
    const get = (security?: object[]) => ({
      get: { ...(security && { security }), responses: { "204": { description: "" } } },
    });
    const securitySchemes = {
      Key: { type: "apiKey", in: "header", name: "X-Key" },
      Other: { type: "apiKey", in: "query", name: "other" },
    };
    const paths = { "/a": get(), "/b": get(), "/c": get([{ Other: [] }]), "/d": get([]) };
    const info = { title: "T", version: "1" };
    await writeFile(
      file,
      JSON.stringify({ openapi: "3.1.1", info, components: { securitySchemes }, security: [{ Key: [] }], paths }),
    );
    const { files } = postman(await collectionOf(await loadDocument(file)));
    expect(JSON.parse(files[0]?.[1] ?? "").auth).toEqual({
      type: "apikey",
      apikey: [
        { key: "key", value: "X-Key", type: "string" },
        { key: "value", value: "{{apiKey}}", type: "string" },
        { key: "in", value: "header", type: "string" },
      ],
    });
    expect(itemsOf(files).map(({ request }) => [asObject(request).url, asObject(request).auth])).toEqual([
      ["{{baseUrl}}/a", undefined],
      ["{{baseUrl}}/b", undefined],
      ["{{baseUrl}}/c?other={{apiKey}}", { type: "noauth" }],
      ["{{baseUrl}}/d", { type: "noauth" }],
    ]);
  });
});

test("a key in the query, a cookie or HTTP Basic is the variable, unencoded", async () => {
  const scheme = (definition: object) => ({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://{host}/v1/", variables: { host: { default: "api.example.com" } } }],
    components: { securitySchemes: { Key: definition } },
    security: [{ Key: [] }],
    paths: { "/things": { get: { responses: { "204": { description: "None." } } } } },
  });
  const requestWith = async (definition: object) => {
    const file = join(await temporaryFolder("export"), "spec.json");
    await writeFile(file, JSON.stringify(scheme(definition)));
    const { baseUrl, requests } = await collectionOf(await loadDocument(file));
    expect(baseUrl).toBe("https://api.example.com/v1");
    return { path: requests[0]?.path, headers: requests[0]?.headers };
  };
  expect(await requestWith({ type: "apiKey", in: "query", name: "key" })).toEqual({
    path: "/things?key={{apiKey}}",
    headers: [],
  });
  expect(await requestWith({ type: "apiKey", in: "cookie", name: "key" })).toEqual({
    path: "/things",
    headers: [["Cookie", "key={{apiKey}}"]],
  });
  expect(await requestWith({ type: "http", scheme: "basic" })).toEqual({
    path: "/things",
    headers: [["Authorization", "Basic {{apiKey}}"]],
  });
});

test("the command writes a collection, and replaces none without --force", async () => {
  const out = await temporaryFolder("export");
  expect(await exportCommand(["--format", "http", "--out", out])).toBe(0);
  const file = join(out, "requests.http");
  expect(await readFile(file, "utf8")).toContain("@baseUrl = ");
  await writeFile(file, "mine");
  await expect(exportCommand(["--format", "http", "--out", out])).rejects.toThrow(
    `${file} exists. Replace it with --force`,
  );
  expect(await readFile(file, "utf8")).toBe("mine");
  expect(await exportCommand(["--format", "http", "--out", out, "--force"])).toBe(0);
  await expect(exportCommand(["--format", "curl"])).rejects.toThrow(
    "--format curl is not valid. Use postman, bruno or http.",
  );
});

test.each([
  ["postman", false],
  ["bruno", false],
  ["http", false],
  ["postman", true],
  ["bruno", true],
  ["http", true],
])("the command for %s asks for a key only if a request sends one: %s", async (format, hasKey) => {
  const folder = await temporaryFolder("export");
  const file = join(folder, "spec.json");
  const security = hasKey ? [{ Key: [] }] : [];
  const components = { securitySchemes: { Key: { type: "http", scheme: "bearer" } } };
  const paths = { "/a": { get: { operationId: "a", security, responses: { "204": { description: "Done." } } } } };
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, components, paths }));
  const log = vi.spyOn(console, "log").mockReturnValue();
  try {
    expect(await exportCommand(["--format", format, "--spec", file, "--out", join(folder, "out")])).toBe(0);
    expect(log.mock.calls.join("\n").includes("Set apiKey")).toBe(hasKey);
  } finally {
    log.mockRestore();
  }
});

test("an operation without an example has generated values, and one without a possible value is listed", async () => {
  const file = join(await temporaryFolder("export"), "spec.json");
  const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
  const responses = { "201": { description: "Created.", content: { "application/json": { example: { id: 7 } } } } };
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 2 } } };
  const paths = {
    "/a": { post: { operationId: "a", requestBody: body(schema), responses } },
    "/b": {
      post: { operationId: "b", requestBody: body({ allOf: [{ type: "string" }, { type: "number" }] }), responses },
    },
  };
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths }));
  const { requests, generated, leftOut } = await collectionOf(await loadDocument(file));
  expect(requests.map(({ operation, example }) => [operation, example])).toEqual([["a", "generated values"]]);
  expect(generated).toBe(1);
  expect(requests[0]?.response.saved).toEqual({ type: "application/json", text: '{\n  "id": 7\n}' });
  expect(leftOut).toEqual([{ operation: "b", reason: expect.stringContaining("no value for the body") }]);
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
          const { method, url, header, body, description } = asObject(asObject(item).request);
          return {
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
        .filter(([path]) => path.endsWith(".bru") && !path.startsWith("environments/"))
        .map(([, text]) => {
          const block = (name: string) => new RegExp(`^${name} \\{\n(.*?)\n\\}$`, "ms").exec(text)?.[1];
          const method = /^(get|post|put|patch|delete) \{$/m.exec(text)?.[1] ?? "";
          return {
            method: method.toUpperCase(),
            url: /url: (.*)/.exec(block(method) ?? "")?.[1] ?? "",
            headers: pairs(block("headers") ?? ""),
            body: block("body:json"),
            status: statusIn(text),
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
          return { method, url, headers: pairs(headers.join("\n")), body: content, status: statusIn(comment) };
        }),
  ],
};

describe("the examples in the format", () => {
  test.each(Object.keys(READERS))("%s get their documented responses from the mock", async (format) => {
    const [render, read] = READERS[format] ?? [postman, () => []];
    const requests = read(render(await collectionOf(document)).files);
    expect(requests.length).toBe(operationsOf(document).flatMap(examplePairs).length);
    const variables = (text: string) => text.replace("{{baseUrl}}", mock.url).replace("{{apiKey}}", "any-key");
    for (const { method, url, headers, body, status } of requests) {
      const sent = headers.map(([name, value]): [string, string] => [name, variables(value)]);
      const response = await fetch(variables(url), { method, headers: sent, body: body ?? null });
      expect(String(response.status)[0], `${method} ${url}`).toBe(status[0]);
    }
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

test("an operation without an example has generated values, and one without a possible value is listed", async () => {
  const file = join(await temporaryFolder("export"), "spec.json");
  const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
  const responses = { "201": { description: "Created." } };
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
  expect(leftOut).toEqual([{ operation: "b", reason: expect.stringContaining("no value for the body") }]);
});

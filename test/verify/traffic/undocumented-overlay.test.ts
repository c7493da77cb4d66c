import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { parseYaml } from "#openapi/files/yaml.js";
import { applyOverlay } from "#openapi/overlay/apply-overlay.js";
import { runHere } from "#test/run-here.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { Contract } from "#verify/model/contract.js";
import { headersOf } from "#verify/traffic/recorded-exchange.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { undocumentedOverlay } from "#verify/traffic/undocumented-overlay.js";

const ROOM: JsonObject = { type: "object", properties: { id: { type: "string" } } };
const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Rooms", version: "1" },
  paths: {
    "/rooms/{id}": {
      get: {
        operationId: "getRoom",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { "200": { description: "A room.", content: { "application/json": { schema: ROOM } } } },
      },
    },
  },
};
const ORIGIN = "https://api.example.com/v1";
const JSON_TYPE = { "content-type": "application/json" };

interface Row {
  method?: string;
  url: string;
  sent?: Record<string, string>;
  status?: number;
  received?: Record<string, string>;
  body?: string;
}

const ROWS: readonly Row[] = [
  { url: `${ORIGIN}/rooms/7`, body: '{"id":"7","beds":2,"note":null,"tags":["sea"]}' },
  { url: `${ORIGIN}/rooms/8`, body: '{"id":"8","beds":2,"note":"by the sea"}' },
  { url: `${ORIGIN}/rooms/9`, status: 404, received: { "content-type": "application/problem+json" }, body: "{}" },
  { url: `${ORIGIN}/rooms/9`, status: 500, received: {}, body: "" },
  {
    method: "PUT",
    url: `${ORIGIN}/rooms/7/guests/42?notify=true`,
    sent: JSON_TYPE,
    status: 204,
    received: {},
    body: "",
  },
  { url: `${ORIGIN}/shared/Canary-7f3a9c/file`, sent: { authorization: "Bearer Canary-7f3a9c" }, body: "{}" },
  { url: `${ORIGIN}/favicon.ico`, received: { "content-type": "image/png" }, body: "" },
  { url: `${ORIGIN}/nowhere`, status: 404, body: "{}" },
  { method: "OPTIONS", url: `${ORIGIN}/rooms/7`, sent: { "access-control-request-method": "PUT" }, body: "" },
  { url: "https://fonts.example.org/inter.json", body: "{}" },
];

async function trafficOf(document: OpenApiDocument): Promise<Traffic> {
  const traffic = new Traffic({ contract: new Contract(document), name: "test", keyVariable: "KEY" });
  for (const { method = "GET", url, sent = {}, status = 200, received = JSON_TYPE, body = "" } of ROWS) {
    await traffic.check({
      request: {
        method,
        url: new URL(url),
        headers: headersOf(Object.entries(sent)),
        body: method === "PUT" ? "{}" : "",
      },
      response: { status, headers: headersOf(Object.entries(received)), body },
      duration: 1,
    });
  }
  return traffic;
}

test("statuses, fields and operations that only the traffic has become an overlay, which the document accepts", async () => {
  const { undocumented, secrets } = await trafficOf(DOCUMENT);
  const { overlay, leftOut } = await undocumentedOverlay(DOCUMENT, undocumented, secrets.current);
  const seen = "Seen in traffic.";
  const room = "$.paths['/rooms/{id}'].get.responses";
  const path = { in: "path", required: true, schema: { type: "string" } };
  expect(overlay?.actions.map(({ target, update }) => [target, update])).toEqual([
    [room, { "404": { description: seen, content: { "application/problem+json": { schema: {} } } } }],
    [`${room}['200'].content['application/json'].schema`, { properties: { beds: { type: "number" } } }],
    [`${room}['200'].content['application/json'].schema`, { properties: { note: {} } }],
    [`${room}['200'].content['application/json'].schema`, { properties: { tags: { type: "array" } } }],
    [
      "$.paths",
      {
        "/rooms/{id}/guests/{id2}": {
          put: {
            parameters: [
              { name: "id", ...path },
              { name: "id2", ...path },
              { name: "notify", in: "query", schema: { type: "string" } },
            ],
            requestBody: { content: { "application/json": { schema: {} } } },
            responses: { "204": { description: seen } },
          },
        },
      },
    ],
    ["$.paths", { "/shared/{id}/file": expect.anything() }],
  ]);
  expect(leftOut).toBe(2);
  if (!overlay) return;
  const after = await trafficOf(await applyOverlay(DOCUMENT, overlay, "the overlay"));
  expect(after.unknown).toEqual(new Set(["GET /favicon.ico", "GET /nowhere"]));
  expect((await undocumentedOverlay(DOCUMENT, after.undocumented, after.secrets.current)).overlay).toBeUndefined();
});

test("preflight requests and other addresses are counted, and are no operations that the document lacks", async () => {
  const { undocumented, unknown } = await trafficOf(DOCUMENT);
  expect([undocumented.preflights, undocumented.elsewhere]).toEqual([1, 1]);
  expect([...unknown].join()).not.toMatch(/fonts|OPTIONS|Canary/);
});

test("for a Swagger document, the overlay has the form of Swagger 2.0", async () => {
  const folder = await temporaryFolder("overlay");
  const [spec, har, file] = ["swagger.json", "run.har", "more.yaml"].map((name) => join(folder, name));
  const swagger = {
    swagger: "2.0",
    info: { title: "Rooms", version: "1" },
    host: "api.example.com",
    basePath: "/v1",
    paths: { "/rooms": { get: { responses: { "200": { description: "Rooms." } } } } },
  };
  await writeFile(spec ?? "", JSON.stringify(swagger));
  const entry = (url: string, status: number) => ({
    request: { method: "GET", url: ORIGIN + url, headers: [], bodySize: 0 },
    response: { status, headers: [], content: { size: 2, mimeType: "application/json", text: "{}" } },
  });
  const log = { entries: [entry("/rooms", 410), entry("/rooms", 200), entry("/rooms/7", 200)] };
  await writeFile(har ?? "", JSON.stringify({ log }));
  const { stdout } = await runHere(verifyCommand, [
    ...["--spec", `${spec}`, "--har", `${har}`, "--suggest-overlay", `${file}`, "--reports", folder],
  ]);
  expect(stdout).toMatch(/^The contract has no operation for: GET \/rooms\/7\.$/m);
  expect(stdout).toMatch(/^Overlay: .*more\.yaml \(2 additions\)$/m);
  const { actions } = Object(parseYaml(await readFile(file ?? "", "utf8"), "more.yaml"));
  const parameters = [{ name: "id", in: "path", required: true, type: "string" }];
  const response = { description: "Seen in traffic." };
  expect(actions.map(({ update }: { update: unknown }) => update)).toEqual([
    { "410": response },
    { "/rooms/{id}": { get: { parameters, responses: { "200": response } } } },
  ]);
});

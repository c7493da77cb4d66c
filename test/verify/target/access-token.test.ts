import { readdir, readFile, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { UserError } from "#cli/user-error.js";
import type { JsonObject } from "#openapi/document/document.js";
import { runHere } from "#test/run-here.js";
import { json, type ReceivedRequest, serve, type TestServer, unusedUrl } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { withFile } from "#verify/target/file/configuration.js";
import { resolveTarget } from "#verify/target/resolve-target.js";
import { verifyTarget } from "#verify/verify-target.js";
import { documentOf, jsonResponse, REJECTED } from "../small-document.js";

const SECRET = "canary:secret/1234+x";
const TOKEN = "canary-token-5678-abcd";
const CLIENT = `clientId: "\${CLIENT_ID}", clientSecret: "\${CLIENT_SECRET}"`;
const ENVIRONMENT = { CLIENT_ID: "client~one", CLIENT_SECRET: SECRET, KEY: "other-key-1234" };

for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);

const servers: TestServer[] = [];
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const { close } of servers) await close();
});

type Respond = (request: ReceivedRequest, response: ServerResponse) => void;

async function start(respond: Respond): Promise<TestServer> {
  const server = await serve(respond);
  servers.push(server);
  return server;
}

const issue: Respond = (_, response) =>
  json(response, 200, { access_token: TOKEN, token_type: "bearer", expires_in: 60 });

/** A document with an operation that needs a token. */
function documentWith(flows: JsonObject) {
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string", maxLength: 3 } } };
  const get = {
    operationId: "readThing",
    security: [{ OAuth: [] }],
    responses: { 200: jsonResponse(schema, { name: "a" }), 401: REJECTED },
  };
  const securitySchemes = { OAuth: { type: "oauth2", flows }, Key: { type: "apiKey", in: "header", name: "X-Key" } };
  return { ...documentOf({ "/thing": { get } }), components: { securitySchemes } };
}

const documentFor = (tokenUrl: string) => documentWith({ clientCredentials: { tokenUrl, scopes: {} } });

async function fileWith(baseUrl: string, credentials: string, more = ""): Promise<string> {
  const file = join(await temporaryFolder("oauth"), "staging.yaml");
  await writeFile(file, `baseUrl: ${baseUrl}\ncredentials: { ${credentials} }\n${more}\n`);
  return file;
}

async function resolve(
  credentials: string,
  { tokenUrl = "", baseUrl = "http://127.0.0.1:1", more = "", plan = false },
) {
  const targetFile = await fileWith(baseUrl, credentials, more);
  const document = tokenUrl === "" ? documentWith({}) : documentFor(tokenUrl);
  return (await resolveTarget(await withFile({ spec: "", targetFile, plan }), document, {}, ENVIRONMENT)).target;
}

/** A server that accepts the token alone, and sends it back in a wrong response, with the secret. */
const guarded: Respond = ({ headers }, response) => {
  if (headers.authorization !== `Bearer ${TOKEN}`) json(response, 401, {});
  else json(response, 200, { name: `${TOKEN} ${SECRET} ${btoa(SECRET)}` });
};

test("the token is fetched once, with the client as HTTP Basic, and sent with every request of a run", async () => {
  const tokens = await start(issue);
  const api = await start(({ headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${TOKEN}`;
    json(response, isKnown ? 200 : 401, isKnown ? { name: "a" } : {});
  });
  const folder = await temporaryFolder("oauth");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(documentFor(`${tokens.url}/token?tenant=a`)));
  const report = await verifyTarget({ spec, targetFile: await fileWith(api.url, `OAuth: { ${CLIENT} }`) }, {});
  expect(report).toMatchObject({ verdict: "passed" });
  expect(api.seen.some(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
  expect(tokens.seen).toMatchObject([
    { method: "POST", url: "/token?tenant=a", body: "grant_type=client_credentials" },
  ]);
  expect(tokens.seen[0]?.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${btoa("client~one:canary%3Asecret%2F1234%2Bx")}`,
  });
});

test("neither the output nor a report shows the secret and the token; reproduction lines name a variable", async () => {
  const tokens = await start(issue);
  const api = await start(guarded);
  const folder = await temporaryFolder("oauth");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(documentFor(tokens.url)));
  const args = ["--spec", spec, "--target", await fileWith(api.url, `OAuth: { ${CLIENT} }`)];
  const reports = ["--reports", join(folder, "reports"), "--har-out", join(folder, "reports", "run.har")];
  const { code, stdout, stderr } = await runHere(verifyCommand, [...args, ...reports]);
  expect(stderr).toBe("");
  expect(code).toBe(1);
  expect(stdout).toContain('-H "Authorization: Bearer $OAUTH_ACCESS_TOKEN"');
  const read = (name: string) => readFile(join(folder, "reports", name), "utf8");
  const everything = [stdout, ...(await Promise.all((await readdir(join(folder, "reports"))).map(read)))].join("\n");
  for (const secret of [TOKEN, SECRET, btoa(SECRET).slice(0, -3)]) expect(everything).not.toContain(secret);
  for (const name of ["report.json", "run.har"])
    expect(await read(name)).toContain("$OAUTH_ACCESS_TOKEN $CLIENT_SECRET");
});

test("scopes are sent, the token URL of the file replaces the document's, and another team has its own client", async () => {
  const tokens = await start(({ headers }, response) =>
    json(response, 200, { access_token: headers.authorization?.slice(6) }),
  );
  const own = `OAuth: { ${CLIENT}, tokenUrl: ${tokens.url}/own, scopes: [read, write] }`;
  const other = `otherTeam: { clientId: "\${KEY}", clientSecret: "\${KEY}" }`;
  const { credentials } = await resolve(`${own}, ${other}`, { tokenUrl: "/v1/token", baseUrl: `${tokens.url}/v2` });
  const requests = tokens.seen.map(({ url, body }) => `${url} ${body}`).toSorted();
  expect(requests).toEqual([
    "/own grant_type=client_credentials&scope=read+write",
    "/v1/token grant_type=client_credentials",
  ]);
  expect(credentials.otherTeam?.["*"]).toMatchObject({
    value: btoa("other-key-1234:other-key-1234"),
    variable: "OTHER_TEAM_ACCESS_TOKEN",
  });
});

test("a plan fetches no token", async () => {
  const { credentials } = await resolve(`OAuth: { ${CLIENT} }`, { tokenUrl: await unusedUrl(), plan: true });
  expect(Object.keys(credentials.own ?? {})).toEqual(["OAuth"]);
});

/** The message of the UserError for a target file, which is one line without the secret. */
async function messageFor(credentials: string, settings: Parameters<typeof resolve>[1]): Promise<string> {
  const error = await resolve(credentials, settings).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error("A UserError is expected.", { cause: error });
  for (const secret of [SECRET, TOKEN, "\n"]) expect(error.message).not.toContain(secret);
  expect(error.message).toMatch(/staging\.yaml:(\d+:)? credentials\.\w+/);
  return error.message;
}

test.each<[title: string, respond: Respond, message: RegExp]>([
  [
    "a wrong secret",
    (_, response) => json(response, 401, { error: "invalid_client", error_description: SECRET }),
    /credentials\.OAuth: the token server http:\S+\/token responded with 401 \(invalid_client\)\. Check tokenUrl, clientId, /,
  ],
  ["an error code that is a sentence", (_, response) => json(response, 400, { error: `no ${SECRET}` }), /with 400\. /],
  [
    "an error code that is the secret in hexadecimal",
    (_, response) => json(response, 400, { error: Buffer.from(SECRET).toString("hex") }),
    /responded with 400 \(\$CLIENT_SECRET\)\. /,
  ],
  ["a redirect", (_, response) => response.writeHead(302, { location: "/b" }).end(), /responded with 302\. /],
  ["HTML", (_, response) => response.end(`<p>${SECRET}`), /responded with a body that is not JSON\. Check tokenUrl\./],
  ["no token", (_, response) => json(response, 200, { token: TOKEN }), /responded without an access_token/],
  [
    "a token with a line break",
    (_, response) => json(response, 200, { access_token: "a\nb" }),
    /without an access_token/,
  ],
  [
    "a token of another type",
    (_, response) => json(response, 200, { access_token: TOKEN, token_type: "DPoP" }),
    /issues tokens of another type than Bearer/,
  ],
  [
    "a response that never ends",
    (_, response) => response.write("{"),
    /did not respond \(nothing complete within 300 ms\)/,
  ],
  [
    "a closed connection",
    (_, response) => response.destroy(),
    /did not respond \(ECONNRESET\)\. Check tokenUrl, and proxy/,
  ],
])("a token server with %s is a UserError, which shows no secret", async (_, respond, message) => {
  const { url } = await start(respond);
  expect(await messageFor(`OAuth: { ${CLIENT} }`, { tokenUrl: `${url}/token`, more: "timeout: 300" })).toMatch(message);
});

test("a token server that cannot be reached is a UserError", async () => {
  const tokenUrl = await unusedUrl();
  expect(await messageFor(`OAuth: { ${CLIENT} }`, { tokenUrl })).toMatch(/did not respond \(ECONNREFUSED\)\. Check /);
});

test("the token request is sent through the proxy of the target", async () => {
  const settings = { tokenUrl: "http://tokens.example/token", more: `proxy: ${await unusedUrl()}` };
  expect(await messageFor(`OAuth: { ${CLIENT} }`, settings)).toMatch(
    /tokens\.example\/token did not respond \(ECONNREFUSED\)/,
  );
});

test.each<[title: string, credentials: string, message: RegExp]>([
  [
    "no token URL in the file and the document",
    `OAuth: { ${CLIENT} }`,
    /OAuth: the contract has no tokenUrl of a clientCredentials flow\. Add tokenUrl: https:/,
  ],
  [
    "a token URL of another kind",
    `OAuth: { ${CLIENT}, tokenUrl: "file:///etc" }`,
    /tokenUrl is not an http or https URL/,
  ],
  ["a scheme without a token", `Key: { ${CLIENT} }`, /the contract has no OAuth flow for this scheme\. Write its key/],
  [
    "a literal secret",
    `OAuth: { clientId: "\${KEY}", clientSecret: "${SECRET}" }`,
    /clientSecret: this is not a variable\. Write/,
  ],
  ["no secret", `OAuth: { clientId: "\${KEY}" }`, /credentials\.OAuth: it must have required property 'clientSecret'/],
  [
    "an unknown setting",
    `OAuth: { ${CLIENT}, scope: a }`,
    /credentials\.OAuth\.scope: this is not a setting\. Did you mean `scopes`\?/,
  ],
])("a target file with %s is a UserError, which shows no secret", async (_, credentials, message) => {
  expect(await messageFor(credentials, {})).toMatch(message);
});

test("one client for two teams is a UserError", async () => {
  const credentials = `OAuth: { ${CLIENT} }, otherTeam: { ${CLIENT} }`;
  const message = await messageFor(credentials, { tokenUrl: "http://a.example" });
  expect(message).toMatch(/credentials\.OAuth: this is the same key as credentials\.otherTeam, which proves nothing/);
});

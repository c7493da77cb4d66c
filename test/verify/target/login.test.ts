import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { UserError } from "#cli/user-error.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { json, type ReceivedRequest, serve, type TestServer, unusedUrl } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyTarget } from "#verify/verify-target.js";
import { documentOf, jsonResponse, REJECTED } from "../small-document.js";

const PASSWORD = "canary pass wörd 12";
vi.stubEnv("LOGIN_USER", "kim@example.com");
vi.stubEnv("LOGIN_PASSWORD", PASSWORD);
vi.stubEnv("CLIENT", "client-1234");

const servers: TestServer[] = [];
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const { close } of servers) await close();
});

async function start(respond: (request: ReceivedRequest, response: ServerResponse) => void): Promise<TestServer> {
  const server = await serve(respond);
  servers.push(server);
  return server;
}

const JSON_BODY = { "application/json": { schema: { type: "object" } } };
const FORM_BODY = { "application/x-www-form-urlencoded": { schema: { type: "object" } } };

/** A document with a login, and an operation that needs its token. */
function documentWith(scheme: JsonObject, content: JsonObject = JSON_BODY): JsonObject {
  const thing = { type: "object", required: ["name"], properties: { name: { type: "string", maxLength: 6 } } };
  const get = {
    operationId: "readThing",
    security: [{ key: [] }],
    responses: { 200: jsonResponse(thing, { name: "a" }), 401: REJECTED },
  };
  const post = {
    operationId: "signIn",
    requestBody: { required: true, content },
    responses: { 200: jsonResponse({ type: "object" }, {}), "4XX": REJECTED },
  };
  const remove = {
    operationId: "removeThing",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    responses: {},
  };
  return {
    ...documentOf({ "/thing": { get }, "/sessions": { post }, "/things/{id}": { post: remove } }),
    components: { securitySchemes: { key: scheme } },
  };
}

const BEARER = { type: "http", scheme: "bearer" };

async function run(url: string, settings: string, document: JsonObject, more = {}) {
  const folder = await temporaryFolder("login");
  const [spec, targetFile] = [join(folder, "openapi.json"), join(folder, "staging.yaml")];
  await writeFile(spec, JSON.stringify(document));
  await writeFile(targetFile, `baseUrl: ${url}\n${settings}\n`);
  return verifyTarget({ spec, targetFile, ...more }, {});
}

const LOGIN = (body = `{ email: "\${LOGIN_USER}", password: "\${LOGIN_PASSWORD}" }`, token = "/data/token") =>
  `login: { operation: signIn, body: ${body}, token: ${token} }`;

/** A server whose login issues tokens, and that accepts the last ones for a time. */
function issuing({
  seconds,
  lasts = Number.POSITIVE_INFINITY,
  header = "authorization",
  scheme = "Bearer ",
}: {
  seconds?: number;
  lasts?: number;
  header?: string;
  scheme?: string;
}) {
  const valid = new Map<string, number>();
  const sent: string[] = [];
  const respond = ({ method, url, headers, body }: ReceivedRequest, response: ServerResponse) => {
    if (url === "/sessions" && method === "POST") {
      const form = new URLSearchParams(body);
      const { email, password } = body.startsWith("{") ? JSON.parse(body) : Object.fromEntries(form);
      if (email !== "kim@example.com" || password !== PASSWORD) return json(response, 422, { error: password });
      const token = `canary-token-${valid.size + 1}-x8f2`;
      valid.set(token, Date.now() + lasts);
      sent.push(token);
      return json(response, 200, { data: { token, ...(seconds && { expires_in: seconds }) } });
    }
    if (url !== "/thing" || method !== "GET") return json(response, 405, {});
    const key = String(headers[header] ?? "");
    const ends = key.startsWith(scheme) ? valid.get(key.slice(scheme.length)) : undefined;
    if (ends === undefined || ends < Date.now()) return json(response, 401, {});
    return setTimeout(() => json(response, 200, { name: "a" }), 40);
  };
  return { respond, sent };
}

test.each<[title: string, document: JsonObject, server: Parameters<typeof issuing>[0]]>([
  ["a bearer token, by JSON", documentWith(BEARER), {}],
  ["a bearer token, by a form", documentWith(BEARER, FORM_BODY), {}],
  ["an OAuth token", documentWith({ type: "oauth2", flows: {} }), {}],
  ["an apiKey", documentWith({ type: "apiKey", in: "header", name: "X-Session" }), { header: "x-session", scheme: "" }],
])("the token of a login is sent with all other requests: %s", async (_, document, settings) => {
  const { respond } = issuing(settings);
  const api = await start(respond);
  const report = await run(api.url, LOGIN(), document, { only: ["readThing"] });
  expect(report).toMatchObject({ verdict: "passed" });
  expect(api.seen.filter(({ url }) => url === "/sessions")).toHaveLength(1);
});

test("a token is renewed before it ends, and reports show neither the old one nor the new one", async () => {
  const { respond, sent } = issuing({ seconds: 0.4, lasts: 400 });
  const api = await start((request, response) => {
    if (request.url === "/thing" && request.headers.authorization?.endsWith("-x8f2") && sent.length > 1) {
      // A wrong response that repeats every token.
      return json(response, 200, { name: sent.join(" "), password: PASSWORD });
    }
    return respond(request, response);
  });
  const report = await run(api.url, `${LOGIN()}\nrate: 12`, documentWith(BEARER), { only: ["readThing"] });
  expect(sent.length).toBeGreaterThan(1);
  const text = JSON.stringify(report);
  expect(text).toContain("$LOGIN_TOKEN");
  expect(text).not.toMatch(/canary/);
  const failures = report.cases.filter(({ outcome }) => outcome.verdict === "failed").map(({ name }) => name);
  expect(failures.filter((name) => !/rejects|example/.test(name))).toEqual([]);
});

test("an access token of an OAuth client is renewed before it ends", async () => {
  const ends = new Map<string, number>();
  const tokens = await start((_, response) => {
    const token = `canary-access-${ends.size}-77`;
    ends.set(token, Date.now() + 500);
    json(response, 200, { access_token: token, token_type: "Bearer", expires_in: 0.5 });
  });
  const api = await start(({ headers }, response) => {
    const isValid = (ends.get(String(headers.authorization).slice(7)) ?? 0) > Date.now();
    json(response, isValid ? 200 : 401, isValid ? { name: "a" } : {});
  });
  const flows = { clientCredentials: { tokenUrl: tokens.url, scopes: {} } };
  const settings = `credentials: { key: { clientId: "\${CLIENT}", clientSecret: "\${LOGIN_PASSWORD}" } }\nrate: 10`;
  vi.stubEnv("LOGIN_PASSWORD", "plain-secret-1");
  const report = await run(api.url, settings, documentWith({ type: "oauth2", flows }), { only: ["readThing"] }).finally(
    () => vi.stubEnv("LOGIN_PASSWORD", PASSWORD),
  );
  expect(report).toMatchObject({ verdict: "passed" });
  expect(ends.size).toBeGreaterThan(1);
});

test("the key of another team comes from a login of its own, and reports show neither its password nor its token", async () => {
  vi.stubEnv("OTHER_PASSWORD", "canary-other-secret");
  const sent: string[] = [];
  const api = await start(({ method, url, headers, body }, response) => {
    if (url === "/sessions" && method === "POST") {
      const { email, password } = JSON.parse(body);
      if (password !== PASSWORD && password !== "canary-other-secret") return json(response, 422, {});
      return json(response, 200, { data: { token: `canary-of-${email}` } });
    }
    sent.push(String(headers.authorization));
    // A server that responds with the key, and knows the key of the team alone.
    const isOwn = headers.authorization === "Bearer canary-of-kim@example.com";
    return json(response, isOwn ? 200 : 403, isOwn ? { name: "canary-of-ada@example.com" } : {});
  });
  const other = `credentials: { otherTeam: { login: { operation: signIn, body: { email: ada@example.com, password: "\${OTHER_PASSWORD}" }, token: /data/token } } }`;
  const report = await run(api.url, `${LOGIN()}\n${other}`, documentWith(BEARER), { only: ["readThing"] });
  expect(sent).toContain("Bearer canary-of-kim@example.com");
  expect(api.seen.filter(({ url }) => url === "/sessions")).toHaveLength(2);
  const text = JSON.stringify(report);
  expect(text).toContain("OTHER_TEAM_LOGIN_TOKEN");
  expect(text).not.toMatch(/canary/);
});

test.each<[title: string, secret: string | undefined]>([
  ["of a public client", undefined],
  ["of a client with a secret", "plain-secret-1"],
])(
  "a refresh token %s gets the access tokens of a run, and the one that replaces it gets the next",
  async (_, secret) => {
    vi.stubEnv("REFRESH", "canary-refresh-0");
    vi.stubEnv("CLIENT_SECRET", secret ?? "unused");
    const ends = new Map<string, number>();
    let valid = "canary-refresh-0";
    const tokens = await start(({ headers, body }, response) => {
      const form = new URLSearchParams(body);
      const basic = secret && `Basic ${btoa(`client-1234:${secret}`)}`;
      const isClient = basic ? headers.authorization === basic : form.get("client_id") === "client-1234";
      if (!isClient || form.get("grant_type") !== "refresh_token" || form.get("refresh_token") !== valid) {
        return json(response, 400, { error: "invalid_grant" });
      }
      valid = `canary-refresh-${ends.size + 1}`;
      const token = `canary-access-${ends.size}-77`;
      ends.set(token, Date.now() + 500);
      return json(response, 200, { access_token: token, token_type: "Bearer", expires_in: 0.5, refresh_token: valid });
    });
    const api = await start(({ headers }, response) => {
      const isValid = (ends.get(String(headers.authorization).slice(7)) ?? 0) > Date.now();
      // A wrong response that repeats the refresh tokens.
      json(response, isValid ? 200 : 401, isValid ? { name: `canary-refresh-0 ${valid}` } : {});
    });
    const flows = {
      authorizationCode: { refreshUrl: tokens.url, tokenUrl: "/wrong", authorizationUrl: "/", scopes: {} },
    };
    const own = secret === undefined ? "" : `, clientSecret: "\${CLIENT_SECRET}"`;
    const settings = `credentials: { key: { clientId: "\${CLIENT}"${own}, refreshToken: "\${REFRESH}" } }\nrate: 10`;
    const report = await run(api.url, settings, documentWith({ type: "oauth2", flows }), { only: ["readThing"] });
    expect(ends.size).toBeGreaterThan(1);
    expect(
      report.cases.flatMap(({ outcome }) => (outcome.verdict === "skipped" ? outcome.reason : [])),
    ).not.toContainEqual(expect.stringContaining("could not be renewed"));
    expect(JSON.stringify(report)).not.toMatch(/canary/);
  },
);

test("a plan sends no login", async () => {
  const report = await run(await unusedUrl(), LOGIN(), documentWith(BEARER), { plan: true, only: ["readThing"] }).catch(
    (error: unknown) => error,
  );
  expect(String(report)).not.toContain("signIn did not respond");
});

test.each<[title: string, settings: string, message: RegExp]>([
  [
    "a wrong password",
    LOGIN(`{ email: "\${LOGIN_USER}", password: wrong }`),
    /login: signIn responded with 422\. Check login\.body: its variables/,
  ],
  [
    "another place of the token",
    LOGIN(undefined, "/token"),
    /login: the response of signIn has no text at \/token that a header can carry\. It has \/data\. Write the place/,
  ],
  [
    "an unknown operation",
    "login: { operation: signin, body: {}, token: /a }",
    /login\.operation: the contract has no operation signin\. Did you mean `signIn`\?/,
  ],
  [
    "an operation with parameters",
    "login: { operation: removeThing, body: {}, token: /a }",
    /login\.operation: the path of removeThing has parameters/,
  ],
  [
    "an operation without a body",
    "login: { operation: readThing, body: {}, token: /a }",
    /login\.operation: readThing has no body of JSON or of a form/,
  ],
  [
    "a variable that is not set",
    LOGIN(`{ user: { name: "\${NOT_SET}" } }`),
    /login\.body\.user\.name: the environment variable NOT_SET is not set/,
  ],
  [
    "the same body as that of another team",
    `${LOGIN()}\ncredentials: { otherTeam: { ${LOGIN()} } }`,
    /credentials\.otherTeam: this is the same login as `login`, which proves nothing/,
  ],
  [
    "a wrong password for another team",
    `${LOGIN()}\ncredentials: { otherTeam: { ${LOGIN("{ email: a }")} } }`,
    /credentials\.otherTeam\.login: signIn responded with 422\. Check credentials\.otherTeam\.login\.body/,
  ],
  [
    "a client without a secret and a refresh token",
    `credentials: { key: { clientId: "\${CLIENT}" } }`,
    /credentials\.key: it must have/,
  ],
  ["no token", "login: { operation: signIn, body: {} }", /login: it must have required property 'token'/],
  [
    "another key for the same header",
    `${LOGIN()}\nheaders: { Authorization: "\${CLIENT}" }`,
    /headers\.Authorization: a key under credentials sets this header too/,
  ],
  ["credentials: none", `${LOGIN()}\ncredentials: none`, /login: credentials: none says that the server has no keys/],
])("a login with %s is a UserError, which shows no secret", async (_, settings, message) => {
  const { respond } = issuing({});
  const api = await start(respond);
  const error: unknown = await run(api.url, settings, documentWith(BEARER)).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error("A UserError is expected.", { cause: error });
  expect(error.message).toMatch(message);
  expect(error.message).not.toMatch(/canary|\n/);
});

test.each<[string, schema: JsonObject, verdict: string]>([
  ["passes", { type: "object", required: ["data"] }, "passed"],
  ["fails if its response lacks what the contract requires", { type: "object", required: ["user"] }, "failed"],
])("a login that the file allows is sent with the credentials of the file, and %s", async (_, schema, verdict) => {
  const { respond } = issuing({});
  const api = await start(respond);
  const document = documentWith(BEARER);
  const responses = { 200: { description: "Done.", content: { "application/json": { schema } } }, "4XX": REJECTED };
  const signIn = valueAt(document, "/paths/~1sessions/post");
  const more = { only: ["signIn › usual values"], allowWrites: "creations" } as const;
  const settings = `${LOGIN()}\nallowed: [signIn]`;
  Object.assign(asObject(signIn), { responses });
  const report = await run(api.url, settings, document, more);
  expect(report).toMatchObject({ verdict, counts: { skipped: 0 } });
  const sent = api.seen.filter(({ url }) => url === "/sessions").map(({ body }) => JSON.parse(body));
  expect(sent.length).toBeGreaterThan(1);
  for (const body of sent) expect(body).toEqual({ email: "kim@example.com", password: PASSWORD });
  expect(JSON.stringify(report)).not.toMatch(/canary/);
});

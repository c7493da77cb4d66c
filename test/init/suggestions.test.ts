import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { initCommand } from "#init/command.js";
import { loginOperation } from "#init/login-operation.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { runHere } from "../run-here.js";
import { referenceContract } from "../team-api/reference-contract.js";
import { temporaryFolder } from "../temporary.js";

const text = { type: "string" };
const json = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const made = (schema: JsonObject) => ({ 201: { description: "Made.", ...json(schema) } });
const ITEM = { type: "object", properties: { id: text, name: text } };
const LIST = {
  get: { operationId: "list", responses: { 200: { description: "All.", ...json({ type: "array", items: ITEM }) } } },
};

/** A shelf whose books can be deleted, a log whose entries nothing removes, and a login. */
const SHOP: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://api.example.com/v1/" }],
  security: [{ Key: [] }],
  components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/books": { ...LIST, post: { operationId: "addBook", requestBody: json(ITEM), responses: made(ITEM) } },
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { operationId: "getBook", responses: { 200: { description: "One.", ...json(ITEM) } } },
      delete: { operationId: "deleteBook", responses: { 204: { description: "Gone." } } },
    },
    "/entries": {
      get: { ...LIST.get, operationId: "listEntries" },
      post: { operationId: "addEntry", requestBody: json(ITEM), responses: made(ITEM) },
    },
    "/sign-in": {
      post: {
        operationId: "signIn",
        requestBody: json({ type: "object", properties: { email: text, password: text } }),
        responses: {
          200: {
            description: "In.",
            ...json({ type: "object", properties: { data: { properties: { access_token: text } } } }),
          },
        },
      },
    },
  },
};

async function targetFile(
  document: OpenApiDocument,
  ...args: string[]
): Promise<Record<"text" | "stdout" | "workflow", string>> {
  const folder = await temporaryFolder("init");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(document));
  const { stdout, stderr, code } = await runHere(initCommand, ["--out", folder, "--spec", spec, ...args]);
  if (code !== 0) throw new Error(stderr);
  const [text, workflow] = await Promise.all(
    ["staging.yaml", ".github/workflows/verify-staging.yml"].map((name) => readFile(join(folder, name), "utf8")),
  );
  return { text: text ?? "", stdout, workflow: workflow ?? "" };
}

test("the target file has the first server of the document, and names nothing else to set but the key", async () => {
  const { text: written, stdout } = await targetFile(SHOP);
  expect(written).toMatch(/^baseUrl: https:\/\/api\.example\.com\/v1$/m);
  expect(stdout).toMatch(/^Set in the environment: TEAM_API_KEY\.$/m);
});

test.each<[string, JsonObject, string]>([
  [
    "a server on this machine is no staging server",
    { servers: [{ url: "http://127.0.0.1:3000" }] },
    "https://staging.example.com",
  ],
  ["a relative server is not an address", { servers: [{ url: "/v1" }] }, "https://staging.example.com"],
])("%s", async (_, change, want) => {
  expect((await targetFile({ ...SHOP, ...change })).text).toMatch(new RegExp(`^baseUrl: ${want}$`, "m"));
});

test("an address that is not an http URL is refused", async () => {
  await expect(targetFile(SHOP, "--base-url", "stage.example.com")).rejects.toThrow(
    "--base-url stage.example.com is not an http(s) URL. Example: --base-url https://staging.example.com",
  );
});

test("below the level of writes, the target file names the operations that need creations, with the line to add", async () => {
  const { text: written } = await targetFile(SHOP);
  expect(written).toMatch(/^# writes: reversible$[\s\S]*^# {3}addEntry\n#.*\n# writes: creations$/m);
  expect(written).not.toMatch(/^# {3}(addBook|signIn)$/m);
});

test("our own contract names addSuppression, because no documented operation removes a suppression", async () => {
  const { text: written } = await targetFile(await referenceContract());
  expect(written).toMatch(/^# {3}addSuppression\n(# {3}\w+\n)*#.*\n# writes: creations$/m);
});

test("the login of the document is suggested, with a variable for each field", async () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the form of variables in the file
  const want = { email: "${LOGIN_EMAIL}", password: "${LOGIN_PASSWORD}" };
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the form of variables in the file
  expect(loginOperation(SHOP)).toEqual({ operation: "signIn", body: want, token: "/data/access_token" });
  expect((await targetFile(SHOP)).text).toMatch(/^# login: \{operation: signIn, /m);
});

const CREDENTIALS = json({ type: "object", properties: { username: text, password: text } });
const TOKENS = { 200: { description: "A token.", ...json({ type: "object", properties: { token: text } }) } };
const WITH_TOKEN = { requestBody: CREDENTIALS, responses: TOKENS };

/** A document whose POST operations all take a password and return a token, each with its path, name and summary. */
function withTokens(...posts: [path: string, operationId: string, summary?: string][]): OpenApiDocument {
  const paths = posts.map(([path, operationId, summary]) => [path, { post: { operationId, summary, ...WITH_TOKEN } }]);
  return { ...SHOP, paths: Object.fromEntries(paths) };
}

test.each<[string, Parameters<typeof withTokens>, string | undefined]>([
  [
    "FastAPI",
    [
      ["/auth/register", "register_auth_register_post", "Register"],
      ["/auth/login", "login_auth_login_post"],
    ],
    "login_auth_login_post",
  ],
  [
    "signup and signin",
    [
      ["/users/signup", "signup"],
      ["/users/signin", "signin"],
    ],
    "signin",
  ],
  [
    "OAuth",
    [
      ["/users/sign-up", "a"],
      ["/oauth/token", "b"],
    ],
    "b",
  ],
  [
    "a session after users",
    [
      ["/users", "createUser"],
      ["/session", "createSession"],
    ],
    "createSession",
  ],
  [
    "a renewal before the login",
    [
      ["/auth/refresh", "refreshToken"],
      ["/token/refresh/", "b"],
      ["/auth", "authenticate"],
    ],
    "authenticate",
  ],
  [
    "a login by its summary",
    [
      ["/accounts/enter", "enter", "Create an account"],
      ["/enter", "b", "Log in with a password"],
    ],
    "b",
  ],
  [
    "a new password",
    [
      ["/auth/reset-password", "resetPassword"],
      ["/password", "changePassword"],
    ],
    undefined,
  ],
  ["a registration alone", [["/auth/register", "register", "Register, and get a token"]], undefined],
  ["users alone", [["/users", "post_users"]], undefined],
  ["one that does both", [["/auth/google", "a", "Log in or sign up"]], "a"],
  ["one without such words", [["/enter", "enter"]], "enter"],
])("the login that is suggested is not a registration or a renewal, in any order: %s", (_, posts, want) => {
  for (const ordered of [posts, posts.toReversed()]) {
    expect(loginOperation(withTokens(...ordered))?.operation).toBe(want);
  }
});

test("a login that is a comment has its variables as comments in the workflow, and the last lines name them", async () => {
  const { workflow, stdout } = await targetFile(SHOP);
  expect(workflow).toContain(`      TEAM_API_KEY: \${{ secrets.TEAM_API_KEY }}
      # For the login of staging.yaml, in place of the keys:
      # LOGIN_EMAIL: \${{ secrets.LOGIN_EMAIL }}
      # LOGIN_PASSWORD: \${{ secrets.LOGIN_PASSWORD }}
`);
  expect(stdout).toMatch(/^Set in the environment: TEAM_API_KEY\.$/m);
  expect(stdout).toMatch(/^With the login of .*staging\.yaml, set LOGIN_EMAIL and LOGIN_PASSWORD in their place\.$/m);
});

test("the login is used where the environment has its values and no key; the workflow then has its variables", async () => {
  vi.stubEnv("LOGIN_EMAIL", "kim@example.com");
  vi.stubEnv("LOGIN_PASSWORD", "Canary-7f3a9c");
  const used = await targetFile(SHOP);
  vi.stubEnv("TEAM_API_KEY", "a-key");
  const withKey = await targetFile(SHOP);
  vi.unstubAllEnvs();
  expect(used.text).toMatch(/^login: \{operation: signIn, /m);
  expect(used.text).toMatch(/^# credentials:\n/m);
  expect(used.stdout).not.toContain("Set in");
  expect(used.workflow).toContain("\n      LOGIN_PASSWORD: ");
  expect(withKey.workflow).toContain("\n      # LOGIN_PASSWORD: ");
  expect(withKey.text).toMatch(/^# login: /m);
  expect(withKey.text).toMatch(/^credentials:\n/m);
});

const SCHEMES = { Key: { type: "http", scheme: "bearer" }, Session: { type: "apiKey", in: "cookie", name: "sid" } };

test.each<[string, JsonObject[], Record<string, string>, string[]]>([
  ["one of two alternatives", [{ Key: [] }, { Session: [] }], {}, ["Key"]],
  ["the alternative whose key is set", [{ Key: [] }, { Session: [] }], { TEAM_API_KEY_SESSION: "a" }, ["Session"]],
  ["both keys of one alternative", [{ Key: [], Session: [] }], {}, ["Key", "Session"]],
  ["no key where none is needed", [{}], {}, []],
])("the target file has %s as settings, and the others as comments", async (_, security, environment, want) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { text: written } = await targetFile({ ...SHOP, security, components: { securitySchemes: SCHEMES } });
  vi.unstubAllEnvs();
  const keys = /^credentials:\n((?: .*\n)*)/m.exec(written)?.[1] ?? "";
  expect([...keys.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)).toEqual(want);
});

const USER = { username: "kim", password: "Canary-7f3a9c", usernameField: "email", passwordField: "password" };
const SIGN_IN = { endpoint: "/sign-in", verb: "POST", payloadUserPwd: USER, contentType: "application/json" };
const TOKEN = { extractFromField: "/data/access_token", httpHeaderName: "Authorization", headerPrefix: "Bearer " };

async function withAuth(content: unknown) {
  const auth = join(await temporaryFolder("auth"), "auth.yaml");
  await writeFile(auth, JSON.stringify(content));
  return targetFile(SHOP, "--auth", auth);
}

test("the login of an authentication file of Web Fuzzing Commons is used, without its password", async () => {
  const template = { loginEndpointAuth: { token: TOKEN } };
  const { text: written } = await withAuth({
    auth: [{ name: "kim", loginEndpointAuth: SIGN_IN }],
    authTemplate: template,
  });
  expect(written).toMatch(/^login: \{operation: signIn, /m);
  expect(written).toContain("{LOGIN_EMAIL}");
  expect(written).toContain("token: /data/access_token");
  expect(written).not.toContain("Canary");
});

test.each([
  ["no user", { auth: [] }, /has no list `auth` with a user/],
  [
    "a login elsewhere",
    { auth: [{ name: "a", loginEndpointAuth: { ...SIGN_IN, endpoint: "/in" } }] },
    /POST \/in is not an/,
  ],
  ["a login by cookies", { auth: [{ name: "a", loginEndpointAuth: SIGN_IN }] }, /Cookies are not supported/],
])("an authentication file with %s is an error that says so", async (_, content, message) => {
  await expect(withAuth(content)).rejects.toThrow(message);
});

test("fixed headers of an authentication file need no login: their value is the key", async () => {
  const fixedHeaders = [{ name: "Authorization", value: "Bearer Canary-7f3a9c" }];
  const { text: written } = await withAuth({ auth: [{ name: "kim", fixedHeaders }] });
  expect(written).not.toMatch(/signIn|Canary/);
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { json } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { failuresOf } from "./failures.js";
import { documentOf, jsonResponse, type Respond, verifyServer } from "./small-document.js";
import { readTarget } from "./target/read-target.js";

const THING: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const PATHS: JsonObject = {
  "/thing": { get: { responses: { "200": jsonResponse(THING, { id: "a" }), "401": { description: "No key." } } } },
};

const securedBy = (schemes: JsonObject, security: JsonObject[]): JsonObject => ({
  components: { securitySchemes: schemes },
  security,
});
const http = (scheme: string) => ({ type: "http", scheme });
const apiKey = (name: string) => ({ type: "apiKey", in: "header", name });

/** A server that admits some values of `Authorization`. */
const admitting =
  (isValid: (authorization: string) => boolean): Respond =>
  ({ headers, method }, response) =>
    method !== "GET"
      ? json(response, 405, {})
      : isValid(headers.authorization ?? "")
        ? json(response, 200, { id: "a" })
        : json(response, 401, {});

const KEY = "kim:tk_Live7Qw4abc9";
const BASIC = `Basic ${btoa(KEY)}`;
const token = (name: string) => `${name} ${KEY}`;

test.each<[title: string, schemes: JsonObject, security: JsonObject[], admitted: string[]]>([
  [
    "Basic or Bearer",
    { login: http("basic"), token: http("bearer") },
    [{ login: [] }, { token: [] }],
    [BASIC, token("Bearer")],
  ],
  [
    "Bearer or Basic",
    { login: http("basic"), token: http("bearer") },
    [{ token: [] }, { login: [] }],
    [BASIC, token("Bearer"), token("Basic")],
  ],
  [
    "Bearer or Token",
    { jwt: http("bearer"), tok: http("Token") },
    [{ jwt: [] }, { tok: [] }],
    [token("Bearer"), token("Token")],
  ],
  ["Token alone", { tok: http("token") }, [{ tok: [] }], [token("token"), token("Token")]],
  [
    "Bearer, or a key that is the whole header",
    { jwt: http("bearer"), raw: apiKey("authorization") },
    [{ jwt: [] }, { raw: [] }],
    [token("Bearer"), KEY],
  ],
  [
    "Basic at other operations",
    { jwt: http("bearer"), login: http("Basic") },
    [{ jwt: [] }],
    [token("Bearer"), BASIC, token("Basic")],
  ],
])("a scheme that the document has is not another one: %s", async (_, schemes, security, admitted) => {
  const target = { credentials: { own: singleCredential(KEY, "KEY") } };
  const { results } = await verifyServer(
    PATHS,
    admitting((sent) => admitted.includes(sent)),
    target,
    {
      extensions: securedBy(schemes, security),
    },
  );
  expect(failuresOf(results)).toEqual([]);
  expect(
    results.filter(({ name, outcome }) => name.includes("unknown key") && outcome.verdict === "passed"),
  ).toHaveLength(1);
});

test.each(["Token", "Basic", "token", "GenieKey"])(
  "the scheme that a key begins with is not another one: %s",
  async (scheme) => {
    const key = `${scheme} tk_Live7Qw4abc9`;
    const { results } = await verifyServer(
      PATHS,
      admitting((sent) => sent.toLowerCase().startsWith(`${scheme.toLowerCase()} `) && sent.endsWith(key.slice(-15))),
      { credentials: { own: singleCredential(key, "KEY") } },
      { extensions: securedBy({ raw: apiKey("Authorization"), jwt: http("bearer") }, [{ raw: [] }, { jwt: [] }]) },
    );
    expect(failuresOf(results)).toEqual([]);
  },
);

test.each([
  ["Basic or Bearer", [{ login: [] }, { token: [] }]],
  ["Bearer or Basic", [{ token: [] }, { login: [] }]],
])("a key without a colon is not sent as user and password: %s", async (_, security) => {
  const key = "tk_Live7Qw4abc9";
  const { results } = await verifyServer(
    PATHS,
    admitting((sent) => sent === `Bearer ${key}`),
    { credentials: { own: singleCredential(key, "KEY") } },
    { extensions: securedBy({ login: http("basic"), token: http("bearer") }, security) },
  );
  expect(failuresOf(results)).toEqual([]);
  expect(results.some(({ outcome }) => outcome.verdict === "passed")).toBe(true);
});

const OAUTH2 = {
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { all: "" } } },
};

test.each<[title: string, scheme: JsonObject, scopes: string[]]>([
  ["a Bearer token", http("bearer"), []],
  ["a key in a header", apiKey("X-Key"), []],
  ["a scope that the token lacks", OAUTH2, ["all"]],
])("a key may lack access to an operation, although the document has no 403: %s", async (_, scheme, scopes) => {
  const respond: Respond = ({ url, method, headers }, response) => {
    const isKnown = [headers["x-key"], headers.authorization?.slice("Bearer ".length)].includes(KEY);
    json(response, method !== "GET" ? 405 : url === "/all" ? 403 : isKnown ? 200 : 401, { id: "a" });
  };
  const get: JsonObject = { responses: { "200": jsonResponse(THING, { id: "a" }) } };
  const paths = { ...PATHS, "/all": { get } };
  const extensions = securedBy({ key: scheme }, [{ key: scopes }]);
  const target = { credentials: { own: singleCredential(KEY, "KEY") }, hasExampleData: false };
  expect(failuresOf((await verifyServer(paths, respond, target, { extensions })).results)).toEqual([]);
  const open = { ...PATHS, "/all": { get: { security: [], ...get } } };
  expect(failuresOf((await verifyServer(open, respond, target, { extensions })).results)).toContainEqual(
    expect.stringContaining("403, but the document lists only 200"),
  );
});

const DIRECTUS = "Bearer 9f2c41d7a0b84e6f";

/** The settings of a file, with which a server is verified. */
async function settingsFrom(
  text: string,
  extensions: JsonObject,
  environment: Record<string, string>,
): Promise<Partial<Target>> {
  const file = join(await temporaryFolder("keys"), "staging.yaml");
  await writeFile(file, `baseUrl: http://127.0.0.1:1\n${text}\n`);
  const { credentials = {}, headers } = await readTarget(file, { ...documentOf(PATHS), ...extensions }, environment);
  return { credentials, headers };
}

test.each<[title: string, settings: string, value: string, extensions: JsonObject]>([
  [
    "an apiKey in the header Authorization",
    `credentials: { key: "\${KEY}" }`,
    DIRECTUS,
    securedBy({ key: apiKey("Authorization") }, [{ key: [] }]),
  ],
  [
    "a key of several words in a header",
    `credentials: { key: "\${KEY}" }`,
    "Token token=9f2c41d7a0b84e6f, email=kim@example.com",
    securedBy({ key: apiKey("Authorization") }, [{ key: [] }]),
  ],
  [
    "headers.Authorization in place of a documented key",
    `headers: { Authorization: "\${KEY}" }`,
    "Token 9f2c41d7a0b84e6f",
    securedBy({ jwt: http("bearer") }, [{ jwt: [] }]),
  ],
  ["headers.authorization for a document without keys", `headers: { authorization: "\${KEY}" }`, DIRECTUS, {}],
])("a key with spaces is sent as it is, and not shown: %s", async (_, text, value, extensions) => {
  const settings = await settingsFrom(text, extensions, { KEY: value });
  const echo: Respond = ({ headers, method }, response) => {
    if (method !== "GET") return json(response, 405, {});
    // An error that repeats the key, and the part behind its scheme.
    if (headers.authorization !== value) return json(response, 401, { sent: headers.authorization });
    return json(response, 200, { id: 7, whole: value, part: value.split(/ (.*)/s)[1], encoded: btoa(value) });
  };
  const { results, requests } = await verifyServer(PATHS, echo, settings, { extensions });
  expect(requests.some(({ headers }) => headers.authorization === value)).toBe(true);
  expect(failuresOf(results)).toEqual([expect.stringContaining("the body at /id must be string")]);
  const [, part = ""] = value.split(/ (?:token=)?([^ ,]+)/);
  const shown = JSON.stringify(results);
  for (const secret of [value, part, btoa(value)]) expect(shown).not.toContain(secret);
  expect(shown).toContain("$KEY");
  const hasSecurity = Object.keys(extensions).length > 0;
  expect(results.some(({ suite, outcome }) => suite === "authentication" && outcome.verdict === "passed")).toBe(
    hasSecurity,
  );
});

test.each<[title: string, settings: string, environment: Record<string, string>, message: RegExp]>([
  [
    "a key that is written in the file",
    "headers: { Authorization: Token canary }",
    {},
    /headers\.Authorization: this is a key\. Write it as \$\{NAME\}, a variable that holds the whole value/,
  ],
  [
    "two values of one header",
    `headers: { Authorization: "\${KEY}" }\ncredentials: { jwt: "\${TOKEN}" }`,
    { KEY: "Token canary", TOKEN: "canary2" },
    /headers\.Authorization: a key under credentials sets this header too\. Omit one of them/,
  ],
  [
    "a scheme that is sent anyway",
    `credentials: { jwt: "\${KEY}" }`,
    { KEY: "Bearer canary" },
    /credentials\.jwt: KEY begins with the scheme, which every request has already\. Give the key alone/,
  ],
  [
    "a space at the end",
    `credentials: { jwt: "\${KEY}" }`,
    { KEY: "canary " },
    /credentials\.jwt: KEY holds a character that a header cannot carry: a space at its beginning or end/,
  ],
])("%s is an error that shows no key", async (_, text, environment, message) => {
  const extensions = securedBy({ jwt: http("bearer") }, [{ jwt: [] }]);
  const error: unknown = await settingsFrom(text, extensions, environment).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain("canary");
});

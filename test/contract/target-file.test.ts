import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTargetFile } from "../../src/contract/target-file.js";
import { loadDocument } from "../../src/openapi/load.js";
import { temporaryFolder } from "../temporary.js";

const SECRET = "canary-secret-1234";

const ENVIRONMENT = { KEY: SECRET, OTHER: "other-secret-1234" };

async function read(text: string, contract = "openapi/openapi.yaml") {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(file, text);
  return readTargetFile(file, await loadDocument(contract), ENVIRONMENT);
}

test("a target file gives keys, values, limits and what is allowed", async () => {
  const target = await read(`baseUrl: https://staging.example.com
credentials: { BearerAuth: "\${KEY}", otherTeam: "\${OTHER}" }
values: { revokeOauthGrant: { oauth_grant_id: { active: [a, b] } } }
headers: { X-Gate: "\${KEY}", X-Env: staging }
writes: allow
timeout: 2000
rate: 5
provision: ./provision.mjs
`);
  expect(target).toMatchObject({
    baseUrl: "https://staging.example.com",
    keys: {
      own: { BearerAuth: { variable: "KEY", value: SECRET } },
      otherTeam: { "*": { variable: "OTHER", value: "other-secret-1234" } },
    },
    values: { revokeOauthGrant: { oauth_grant_id: { active: ["a", "b"] } } },
    headers: { "X-Gate": { variable: "KEY", value: SECRET }, "X-Env": "staging" },
    writes: true,
    timeout: 2000,
    rate: 5,
    provision: expect.stringMatching(/^\/.*provision\.mjs$/),
  });
});

test.each<[string, string, RegExp]>([
  [
    "an unset variable",
    `credentials: { BearerAuth: '\${UNSET}' }`,
    /credentials\.BearerAuth: the environment variable UNSET is not set\./,
  ],
  [
    "a literal secret",
    `credentials: { BearerAuth: ${SECRET} }`,
    /credentials\.BearerAuth is no variable\. Write it as \$\{NAME\}/,
  ],
  ["an unknown scheme", `credentials: { Basic: '\${KEY}' }`, /no security scheme of this name\. It has BearerAuth;/],
  [
    "an unknown operation",
    "values: { listGrants: { id: { x: 1 } } }",
    /values\.listGrants: the contract has no operation listGrants\. It has revokeOauthGrant, /,
  ],
  [
    "an unknown parameter",
    "values: { revokeOauthGrant: { id: { active: 1 } } }",
    /has no parameter id\. It has oauth_grant_id\./,
  ],
  [
    "an unknown example",
    "values: { revokeOauthGrant: { oauth_grant_id: { activ: 1 } } }",
    /has no example activ\. It has alreadyRevoked, unknown, active\./,
  ],
  ["an unknown setting", "write: allow", /the file has no setting "write"\./],
  ["writes other than allowed", "writes: true", /writes must be "allow", or left out\./],
  [
    "one key in two roles",
    `credentials: { BearerAuth: '\${KEY}', otherTeam: '\${KEY}' }`,
    /credentials\.BearerAuth and credentials\.otherTeam are the same key, which proves nothing\./,
  ],
  ["a proxy that is no URL", "proxy: canary", /proxy is no URL of a proxy\. Write http:\/\/host:port/],
  ["a proxy of another kind", "proxy: socks5://u:canary@127.0.0.1:1", /proxy is no URL of a proxy\./],
  [
    "a header that cannot be named so",
    "headers: { 'bad name': x }",
    /"headers\.bad name": no header can have this name\./,
  ],
  [
    "a header with a line break",
    'headers: { X-Y: "a\\nb" }',
    /headers\.X-Y holds a character that no header can carry/,
  ],
  [
    "a key among the headers",
    "headers: { authorization: canary }",
    /headers\.authorization: keys stand under credentials/,
  ],
  [
    "a header of the framing",
    "headers: { Content-Length: '5' }",
    /headers\.Content-Length: each request has one of its own/,
  ],
  ["no YAML", "credentials: [", /staging\.yaml: is no YAML/],
])("%s is told in one line, and no secret is repeated", async (_, line, message) => {
  const error = await read(`baseUrl: https://staging.example.com\n${line}\n`).then(
    () => new Error("It was read."),
    (thrown: Error) => thrown,
  );
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain("canary");
  expect(error.message).not.toContain("\n");
});

test.each([
  ["carries a key", "x-desk-key", /headers\.x-desk-key: keys stand under credentials/],
  [
    "is a parameter",
    "X-Desk",
    /headers\.X-Desk: the contract has a parameter of this name, which each case gives by itself\./,
  ],
])(
  "a header that %s in another contract is refused: cases leave it out, and expect a refusal",
  async (_, name, message) => {
    const text = `baseUrl: https://staging.example.com\nheaders: { ${name}: "\${KEY}" }\n`;
    await expect(read(text, "test/documents/parcels.yaml")).rejects.toThrow(message);
  },
);

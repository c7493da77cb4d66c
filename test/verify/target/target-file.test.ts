import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import { loadDocument } from "#openapi/load/load.js";
import { TARGET_KEYS, targetFile } from "#test/bench/target.js";
import { temporaryFolder } from "#test/temporary.js";
import { readTarget } from "./read-target.js";

const SECRET = "canary-secret-1234";

const ENVIRONMENT = { KEY: SECRET, OTHER: "other-secret-1234" };

async function read(text: string, contract = "openapi/openapi.yaml") {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(file, text);
  return readTarget(file, await loadDocument(contract), ENVIRONMENT);
}

test("a target file sets keys, values, limits and permissions", async () => {
  const target = await read(`baseUrl: https://staging.example.com
credentials: { BearerAuth: "\${KEY}", otherTeam: "\${OTHER}" }
values: { revokeOauthGrant: { oauth_grant_id: { active: [a, b] } } }
headers: { X-Gate: "\${KEY}", X-Env: staging }
writes: reversible
allowed: [addSuppression]
timeout: 2000
rate: 5
parallel: 3
provision: ./provision.mjs
`);
  expect(target).toMatchObject({
    baseUrl: "https://staging.example.com",
    credentials: {
      own: { BearerAuth: { variable: "KEY", value: SECRET } },
      otherTeam: { "*": { variable: "OTHER", value: "other-secret-1234" } },
    },
    values: { revokeOauthGrant: { oauth_grant_id: { active: ["a", "b"] } } },
    headers: { "X-Gate": { variable: "KEY", value: SECRET }, "X-Env": "staging" },
    writes: "reversible",
    allowed: new Set(["addSuppression"]),
    limits: { timeout: 2000, rate: 5, parallel: 3 },
    provision: expect.stringMatching(/^\/.*provision\.mjs$/),
  });
});

test.each<[title: string, line: string, message: RegExp]>([
  [
    "an unknown operation that is allowed",
    "allowed: [publishEverything]",
    /staging\.yaml:2: allowed\.0: the contract has no operation publishEverything\. Use one of (\w+, )*revokeOauthGrant, .* Or name the contract that the file is for: --spec FILE, or spec in a program$/,
  ],
  [
    "an unset variable",
    `credentials: { BearerAuth: '\${UNSET}' }`,
    /credentials\.BearerAuth: the environment variable UNSET is not set\./,
  ],
  ...["constructor", "__proto__", "toString"].map((name): [string, string, RegExp] => [
    `a variable with the name ${name}, which every object has`,
    `credentials: { BearerAuth: '\${${name}}' }`,
    new RegExp(`credentials\\.BearerAuth: the environment variable ${name} is not set\\.`),
  ]),
  [
    "a literal secret",
    `credentials: { BearerAuth: ${SECRET} }`,
    /staging\.yaml:2: credentials\.BearerAuth: this is not a variable\. Write it as \$\{NAME\}/,
  ],
  [
    "an unknown security scheme",
    `credentials: { Basic: '\${KEY}' }`,
    /credentials\.Basic: the contract has no security scheme of this name\. It has BearerAuth\b.* Or name the contract that the file is for: --spec FILE, or spec in a program$/,
  ],
  [
    "a misspelt security scheme",
    `credentials: { BearerAuht: '\${KEY}' }`,
    /credentials\.BearerAuht: the contract has no security scheme of this name\. Did you mean `BearerAuth`\?$/,
  ],
  [
    "a misspelt actor",
    `credentials: { BearerAuth: '\${KEY}', otherteam: '\${OTHER}' }`,
    /credentials\.otherteam: the contract has no security scheme of this name\. Did you mean `otherTeam`\?$/,
  ],
  [
    "an unknown operation",
    "values: { listGrants: { id: { x: 1 } } }",
    /values\.listGrants: the contract has no operation listGrants\. Use one of (\w+, )*revokeOauthGrant, /,
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
  ["an unknown setting", "write: allow", /write: this is not a setting\. Did you mean `writes`\?/],
  ["a limit that no option could have", "timeout: 99999999999", /timeout: it must be <= 100000000\./],
  ["another value of writes than a level", "writes: allow", /writes: use one of reversible, creations\./],
  [
    "the same key for two roles",
    `credentials: { BearerAuth: '\${KEY}', otherTeam: '\${KEY}' }`,
    /credentials\.BearerAuth: this is the same key as credentials\.otherTeam, which proves nothing\./,
  ],
  ["a proxy that is not a URL", "proxy: canary", /proxy: it is not the URL of a proxy\. Write http:\/\/host:port/],
  ["a proxy of another kind", "proxy: socks5://u:canary@127.0.0.1:1", /proxy: it is not the URL of a proxy\./],
  ["an invalid header name", "headers: { 'bad name': x }", /headers\."bad name": this is not a header name\./],
  [
    "a header with a line break",
    'headers: { X-Y: "a\\nb" }',
    /headers\.X-Y: it holds a character that a header cannot carry/,
  ],
  [
    "a key among the headers",
    "headers: { authorization: canary }",
    /headers\.authorization: this is a key\. Write it as \$\{NAME\}/,
  ],
  [
    "a header of the framing",
    "headers: { Content-Length: '5' }",
    /headers\.Content-Length: every request sets this header\. Omit it\./,
  ],
  ["more requests at once than a run can send", "parallel: 1e9", /staging\.yaml:2: parallel: .*1,?000/],
  ["invalid YAML", "credentials: [", /staging\.yaml: this is not valid YAML \(line \d+\): [a-z ,]+\.$/],
])("%s is a UserError of one line that repeats no secret", async (_, line, message) => {
  const error = await read(`baseUrl: https://staging.example.com\n${line}\n`).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error("A UserError is expected.", { cause: error });
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain("canary");
  expect(error.message).not.toContain("\n");
});

test.each([
  ["baseURL", "Did you mean `baseUrl`?"],
  ["base_url", "Did you mean `baseUrl`?"],
])("%s in place of the address is named at its line, and not the address that it leaves out", async (name, advice) => {
  const text = `writes: reversible\n${name}: https://staging.example.com\n`;
  await expect(read(text)).rejects.toThrow(`staging.yaml:2: ${name}: this is not a setting. ${advice}`);
});

test.each([
  ["carries a key", "x-desk-key", /headers\.x-desk-key: keys belong under credentials/],
  [
    "is a parameter",
    "X-Desk",
    /headers\.X-Desk: the contract has a parameter of this name, which every test case sets\. Omit it\./,
  ],
])("a header that %s of the contract is a UserError, because test cases vary it", async (_, name, message) => {
  const text = `baseUrl: https://staging.example.com\nheaders: { ${name}: "\${KEY}" }\n`;
  await expect(read(text, "test/documents/parcels.yaml")).rejects.toThrow(message);
});

test("the target file of the bench is one that a run reads", async () => {
  const folder = await temporaryFolder("bench-target");
  const file = join(folder, "target.yaml");
  await writeFile(file, targetFile("http://127.0.0.1:4020", resolve("src/team-api/sandbox/provision.ts")));
  const target = await readTarget(file, await loadDocument("openapi/openapi.yaml"), TARGET_KEYS);
  expect(target).toMatchObject({ baseUrl: "http://127.0.0.1:4020", writes: "reversible" });
});

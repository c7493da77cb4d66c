import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { referenceContract } from "#test/team-api/reference-contract.js";
import { temporaryFolder } from "#test/temporary.js";
import { REQUEST_BODY } from "#verify/model/target/target.js";
import type { Addition } from "#verify/report/additions.js";
import { targetFileText } from "#verify/target/target-file-text.js";
import { TARGET_FILE_SCHEMA } from "#verify/target/target-schema.js";
import { movedSettings } from "#verify/target/text/kept-settings.js";
import { readTarget } from "./read-target.js";

const document = await referenceContract();
const FACTS = {
  document,
  options: "--target staging.yaml",
  baseUrl: "https://staging.example.com",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of variables in target files
  credentials: { BearerAuth: "${KEY}" },
};

const lacked = (...setting: string[]): Addition => ({
  setting,
  isList: false,
  reasons: [],
  cases: ["the case"],
  operations: ["it"],
});

const ADDITIONS = [
  lacked("values", "retrieveSuppression", "suppression", "bounce"),
  lacked("credentials", "outsideBeta"),
  lacked("writes", "reversible"),
  lacked("allowed", "addSuppression"),
];

test("a file with the settings that a run lacked has all lines of the file without a run, and those settings", () => {
  const linesOf = (additions: Addition[]) =>
    targetFileText({ ...FACTS, additions })
      .split("\n")
      .map((line) => line.replace(/^[# ]+/, ""));
  const [before, after] = [linesOf([]), linesOf(ADDITIONS)];
  expect(before.filter((line) => !after.includes(line))).toEqual([]);
  expect(after.filter((line) => !before.includes(line))).toEqual([
    "Needed by the case.",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of variables in target files
    "outsideBeta: ${OUTSIDE_BETA_KEY}",
    "Needed by the case.",
    "Needed by the case.",
    "Operations to send although they may change data that the run did not create.",
    "allowed:",
    "These may do more than create a resource. Read what they do before you allow them:",
    "Needed by the case.",
    "- addSuppression",
  ]);
});

test("a value that a run lacked is a comment with a placeholder, so that the file runs as it is", async () => {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  const text = targetFileText({ ...FACTS, additions: ADDITIONS });
  await writeFile(file, text);
  const environment = { KEY: "a", SAME_TEAM_KEY: "b", OTHER_TEAM_KEY: "c", OUTSIDE_BETA_KEY: "c" };
  const read = () => readTarget(file, document, environment);
  await expect(read()).resolves.toMatchObject({ writes: "none", values: {} });
  const filled = text.replace(/^# values:[\s\S]*?bounce: VALUE$/m, (lines) => lines.replaceAll(/^# /gm, ""));
  await writeFile(file, filled.replace("bounce: VALUE", "bounce: an-id"));
  await expect(read()).resolves.toMatchObject({
    writes: "none",
    values: { retrieveSuppression: { suppression: { bounce: "an-id" } } },
  });
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the form of variables in target files
const IN_USE = {
  baseUrl: "https://staging.example.com",
  allowedOrigins: ["https://files.example.com"],
  credentials: {
    BearerAuth: "${KEY}",
    otherTeam: { clientId: "${ID}", clientSecret: "${SECRET}", tokenUrl: "/token" },
  },
  values: {
    retrieveSuppression: { suppression: { bounce: "an-id" } },
    addSuppression: { requestBody: { email: "a@b" } },
  },
  parameters: { id: "an-import" },
  writes: "creations",
  removals: { addSuppression: "revokeOauthGrant" },
  allowed: ["revokeOauthGrant"],
  rate: 5,
  parallel: 2,
  timeout: 4000,
  settle: 0,
  headers: { "X-Trace": "a", "X-Tenant": "${TENANT}" },
  proxy: "${PROXY}",
  clientCertificate: { ca: "../ca.pem" },
  provision: "./modules/provision.mjs",
  exclude: { listSuppressions: "It is slow." },
  severities: { checks: { converted: "failure" } },
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the form of variables in target files

test("each setting of the file in use stays, with paths from the folder of the new file", async () => {
  const folder = await temporaryFolder("target");
  const [used, next] = [join(folder, "used.yaml"), join(folder, "next", "staging.yaml")];
  await mkdir(join(folder, "next"));
  await writeFile(used, JSON.stringify(IN_USE));
  const kept = movedSettings(IN_USE, folder, next);
  const { baseUrl, credentials } = IN_USE;
  await writeFile(
    next,
    targetFileText({ document, options: "", baseUrl, credentials, writes: "creations", kept, additions: ADDITIONS }),
  );
  const environment = { KEY: "a", ID: "b", SECRET: "c", TENANT: "d", PROXY: "http://127.0.0.1:1" };
  const [before, after] = [
    await readTarget(used, document, environment),
    await readTarget(next, document, environment),
  ];
  expect(after).toEqual(before);
  expect(Object.keys(IN_USE).filter((name) => !(name in TARGET_FILE_SCHEMA.properties))).toEqual([]);
});

test("a setting of target files that stays is tested above, or names the contract", () => {
  const tested = [...Object.keys(IN_USE), "login", "spec", "overlays", "known"];
  expect(Object.keys(TARGET_FILE_SCHEMA.properties).toSorted()).toEqual(tested.toSorted());
});

test("operations to allow are apart by what they may do, those that only read first", () => {
  const forReason = (operation: string, reason: string) => ({ ...lacked("allowed", operation), reasons: [reason] });
  const additions = [forReason("revokeOauthGrant", "it ends a grant"), forReason("findThings", "it may do more")];
  const find: JsonObject = { post: { operationId: "findThings", responses: { 200: { description: "All." } } } };
  const paths = { ...asObject(document.paths), "/find": find };
  expect(targetFileText({ ...FACTS, document: { ...document, paths }, additions })).toContain(`# allowed:
#   # By their names, these read or calculate:
#   # findThings: it may do more.
#   # Needed by the case.
#   - findThings
#   # These change, end or reach something, by their names or methods. Allow them on a server that is yours alone:
#   # revokeOauthGrant: it ends a grant.
`);
});

test("values of one path that a run was shown are offered together; values to consume are not", async () => {
  const ofRun: Readonly<Record<string, { owner: string; repo?: string }[]>> = {
    owner: [{ owner: "kim" }, { owner: "lee" }],
    repo: [
      { owner: "lee", repo: "one" },
      { owner: "kim", repo: "two" },
      { owner: "lee", repo: "three" },
    ],
  };
  const additions = [lacked("parameters", "owner"), lacked("parameters", "repo")];
  const text = targetFileText({ ...FACTS, parents: (_, name) => ofRun[name] ?? [], additions });
  expect(text).toContain(`#   owner: lee\n`);
  expect(text).toContain(`#   # The run was shown this one, and "three". It would create below it.\n#   repo: one\n`);
  const consumed = { ...lacked("values", "revokeOauthGrant", "oauth_grant_id"), isList: true };
  const parents = () => [{ oauth_grant_id: "of-others" }];
  expect(targetFileText({ ...FACTS, parents, additions: [consumed] })).not.toContain("of-others");
});

test("a file is valid when the signs before all of its optional settings are removed", async () => {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  const isSetting = (line: string) => /^ *# *((?!yaml-)[-\w]+:( [^ ]+)?|\w+: \[.*\]|- \w+)$/.test(line);
  const text = targetFileText({ ...FACTS, additions: ADDITIONS })
    .split("\n")
    .map((line) => (isSetting(line) ? line.replace("# ", "") : line))
    .join("\n");
  await writeFile(file, text.replaceAll("VALUE", "a-value"));
  const environment = { KEY: "a", SAME_TEAM_KEY: "b", OTHER_TEAM_KEY: "c", OUTSIDE_BETA_KEY: "c" };
  const target = await readTarget(file, document, environment);
  expect(target).toMatchObject({ writes: "reversible", limits: { rate: 20, parallel: 8, timeout: 10_000 } });
  expect(Object.keys(target.credentials ?? {})).toEqual(["own", "outsideBeta", "sameTeam", "otherTeam"]);
  expect(Object.keys(target.values)).toEqual(["retrieveSuppression", "revokeOauthGrant", "retrieveContactImport"]);
  expect(target.allowed).toEqual(new Set(["addSuppression"]));
});

test("a lacked value is described by its schema, not by the name of the schema", () => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const schema = { $ref: "#/components/schemas/Number" };
  const paths: JsonObject = {
    "/things/{thing}": {
      put: {
        operationId: "setThing",
        parameters: [{ name: "thing", in: "path", required: true, schema }],
        requestBody: { content },
        responses: {},
      },
    },
  };
  const schemas = { Number: { $ref: "#/components/schemas/Whole" }, Whole: { type: "integer" }, Thing: { title: "T" } };
  const additions = [lacked("values", "setThing", "thing"), lacked("values", "setThing", REQUEST_BODY)];
  const text = targetFileText({ ...FACTS, document: { ...document, paths, components: { schemas } }, additions });
  expect(text).toContain('A path parameter: {"type":"integer"}');
  expect(text).toContain('A body of application/json: {"title":"T"}');
});

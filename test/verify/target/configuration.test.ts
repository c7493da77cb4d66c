import { chown, mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { UserError } from "#cli/user-error.js";
import type { JsonObject } from "#openapi/document/document.js";
import { temporaryFolder } from "#test/temporary.js";
import { withFile } from "#verify/target/file/configuration.js";
import { resolveTarget, type TargetSettings } from "#verify/target/resolve-target.js";
import { documentOf } from "../small-document.js";

const OPERATIONS = ["listThings", "deleteThing", "createThing"];
const PATHS: JsonObject = Object.fromEntries(
  OPERATIONS.map((operationId) => [
    `/${operationId}`,
    { get: { operationId, responses: { "200": { description: "" } } } },
  ]),
);
const DOCUMENT = {
  ...documentOf(PATHS),
  components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } } },
};
const ENVIRONMENT = { KEY: "key-1234", OTHER: "other-1234" };

const before = process.cwd();
afterEach(() => process.chdir(before));

/** Writes files into a folder, and makes one of its folders the working directory. */
async function project(files: Record<string, string>, folder = "."): Promise<string> {
  const root = await temporaryFolder("configuration");
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  await mkdir(join(root, folder), { recursive: true });
  process.chdir(join(root, folder));
  return root;
}

async function target(settings: TargetSettings = {}) {
  const found = await withFile(settings);
  return (await resolveTarget(found, DOCUMENT, {}, ENVIRONMENT)).target;
}

const TWO_TARGETS = `credentials: { Key: "\${KEY}" }
headers: { X-Env: shared, X-Team: a }
exclude: { deleteThing: it has no trash }
rate: 5
allowed: [createThing]
targets:
  staging:
    baseUrl: https://staging.example.com
    headers: { X-Env: staging }
    exclude: { createThing: it sends mail }
    allowed: [deleteThing]
  local:
    baseUrl: http://127.0.0.1:3000
    writes: reversible
    rate: 50
`;

describe("a target of the configuration file", () => {
  test("has its own settings and the shared ones: names are merged, any other setting is replaced", async () => {
    await project({ "team-api.yaml": TWO_TARGETS });
    expect(await target({ targetFile: "staging" })).toMatchObject({
      baseUrl: "https://staging.example.com",
      credentials: { own: { Key: { value: "key-1234" } } },
      headers: { "X-Env": "staging", "X-Team": "a" },
      excluded: new Map([
        ["deleteThing", "it has no trash"],
        ["createThing", "it sends mail"],
      ]),
      allowed: new Set(["deleteThing"]),
      rate: 5,
      writes: "none",
    });
    expect(await target({ targetFile: "local" })).toMatchObject({
      baseUrl: "http://127.0.0.1:3000",
      excluded: new Map([["deleteThing", "it has no trash"]]),
      rate: 50,
      writes: "reversible",
    });
  });

  test("is found from a folder below, and its paths are relative to the file", async () => {
    const text = "baseUrl: http://a\nspec: api/openapi.yaml\noverlays: [api/more.yaml]\nknown: known.yaml\n";
    const files = { ".git/HEAD": "", "api/openapi.yaml": "", "api/more.yaml": "" };
    await project({ "team-api.yaml": text, ...files }, "src/deep");
    expect(await withFile({})).toMatchObject({
      spec: "../../api/openapi.yaml",
      overlays: ["../../api/more.yaml"],
      known: "../../known.yaml",
      file: { name: "../../team-api.yaml" },
    });
  });

  test("is not found above the root of the repository", async () => {
    await project({ "team-api.yaml": "baseUrl: http://a\n", "repo/.git/HEAD": "" }, "repo/src");
    expect((await withFile({})).file).toBeUndefined();
  });

  test("is found from a folder below a worktree or submodule, whose .git is a file", async () => {
    await project({ "team-api.yaml": "baseUrl: http://a\n", ".git": "gitdir: elsewhere\n" }, "src");
    expect((await withFile({})).file?.name).toBe("../team-api.yaml");
  });

  test.each([
    ["work", undefined],
    [".", "team-api.yaml"],
  ])("is that of the working directory alone outside of a repository: from %s, it is %s", async (folder, name) => {
    await project({ "team-api.yaml": "baseUrl: http://a\n" }, folder);
    expect((await withFile({})).file?.name).toBe(name);
  });

  test("stays that of the nearest folder, whatever the folders above have", async () => {
    await project(
      { ".git/HEAD": "", "team-api.yaml": "baseUrl: http://a\n", "api/team-api.yaml": "baseUrl: http://b\n" },
      "api/src",
    );
    expect((await withFile({})).file?.name).toBe("../team-api.yaml");
  });
});

describe.runIf(process.getuid)("the owner of the configuration file", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** A file of a user whom this process is not, and who is not root. */
  async function fileOfAnother(): Promise<number> {
    const file = join(
      await project({ ".git/HEAD": "", "team-api.yaml": "baseUrl: http://a\n" }, "src"),
      "team-api.yaml",
    );
    // Root alone can give a file away.
    if (process.getuid?.() === 0) await chown(file, 4241, 4241);
    const { uid } = await stat(file);
    vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
    return uid;
  }

  test("who is another user is an error that names file and user, whether a target is named or not", async () => {
    const uid = await fileOfAnother();
    const problem = `../team-api.yaml: this file belongs to the user ${uid}, not to you`;
    await expect(withFile({})).rejects.toThrow(problem);
    await expect(withFile({ targetFile: "staging" })).rejects.toThrow(problem);
  });

  test("is checked for what a link leads to as well", async () => {
    await fileOfAnother();
    await mkdir("link");
    await symlink("../../team-api.yaml", "link/team-api.yaml");
    process.chdir("link");
    await expect(withFile({})).rejects.toThrow("team-api.yaml: this file belongs to the user");
  });

  test("does not matter if --target names the file", async () => {
    await fileOfAnother();
    expect((await withFile({ targetFile: "../team-api.yaml" })).file?.name).toBe("../team-api.yaml");
  });

  test("does not matter if --target names another file", async () => {
    await fileOfAnother();
    await writeFile("staging.yaml", "baseUrl: http://b\n");
    expect((await withFile({ targetFile: "staging.yaml" })).file?.name).toBe("staging.yaml");
  });

  test("may be the user, or root", async () => {
    const uid = await fileOfAnother();
    vi.spyOn(process, "getuid").mockReturnValue(uid);
    expect((await withFile({})).file?.name).toBe("../team-api.yaml");
  });
});

test("--spec replaces the contract and the overlays of the file", async () => {
  await project({ "team-api.yaml": "baseUrl: http://a\nspec: api.yaml\noverlays: [more.yaml]\n", "api.yaml": "" });
  expect(await withFile({ spec: "other.yaml" })).toMatchObject({ spec: "other.yaml", overlays: [] });
  expect(await withFile({ overlays: ["mine.yaml"] })).toMatchObject({ spec: "api.yaml", overlays: ["mine.yaml"] });
});

test("--base-url has the shared settings, and needs no target", async () => {
  await project({ "team-api.yaml": TWO_TARGETS });
  const { baseUrl, rate, credentials } = await target({ baseUrl: "http://127.0.0.1:1" });
  expect({ baseUrl, rate }).toEqual({ baseUrl: "http://127.0.0.1:1", rate: 5 });
  expect(credentials.own?.Key?.value).toBe("key-1234");
});

test("a name has precedence over a file of this name, and a path names the file", async () => {
  await project({ "team-api.yaml": TWO_TARGETS, staging: "baseUrl: http://file\n" });
  expect((await target({ targetFile: "staging" })).baseUrl).toBe("https://staging.example.com");
  const complete = await target({ targetFile: "./staging" });
  expect([complete.baseUrl, complete.rate]).toEqual(["http://file", undefined]);
});

test("severities are read by check, rule, cause and operation", async () => {
  const severities = `severities:
  checks: { headers: off, body: warning }
  rules: { header-invalid: warning }
  causes: { any-text: off }
  operations: { listThings: failure }
`;
  await project({ "team-api.yaml": `baseUrl: http://a\n${severities}` });
  expect((await target()).severities).toEqual({
    checks: { headers: "off", body: "warning" },
    causes: { "any-text": "off" },
    operations: { listThings: "failure" },
    rules: { "header-invalid": "warning" },
  });
});

describe("a run with a server of its own", () => {
  test("has the exclusions and severities of the file, and nothing that concerns other servers", async () => {
    await project({ "team-api.yaml": "exclude: { deleteThing: a reason }\nheaders: { X-Env: a }\n" });
    const found = await withFile<TargetSettings>({ embedded: "sandbox" });
    const started = { name: "ours", close: async () => {}, target: { baseUrl: "http://a", keepsState: true } };
    const api = { startSandbox: async () => ({ ...started, target: { ...OWN, ...started.target } }) };
    const resolved = await resolveTarget(found, DOCUMENT, api, ENVIRONMENT);
    expect(resolved.target.excluded).toEqual(new Map([["deleteThing", "a reason"]]));
    expect(resolved.target.headers).toEqual({});
  });
});

const OWN = { provision: undefined, credentials: {}, restart: { command: "", baseUrl: "", keys: {} } };

test.each<[problem: string, text: string, settings: TargetSettings, message: string | RegExp]>([
  [
    "a target that does not exist",
    TWO_TARGETS,
    { targetFile: "stagin" },
    "--target stagin: team-api.yaml has no target of this name, and there is no such file. Did you mean `staging`?",
  ],
  [
    "no target where there are several",
    TWO_TARGETS,
    {},
    "team-api.yaml has the targets staging, local. Name one (--target staging), or an address (--base-url URL).",
  ],
  [
    "the configuration file itself as a target",
    TWO_TARGETS,
    { targetFile: "./team-api.yaml" },
    "team-api.yaml has the targets staging, local. Name one (--target staging), or an address (--base-url URL).",
  ],
  [
    "a contract that does not exist",
    "baseUrl: http://a\nspec: nope.yaml\n",
    {},
    "team-api.yaml:2: spec: this file does not exist.",
  ],
  [
    "an overlay that does not exist",
    "baseUrl: http://a\noverlays:\n  - nope.yaml\n",
    {},
    "team-api.yaml:3: overlays.0: this file does not exist.",
  ],
  [
    "a target without an address",
    "rate: 5\ntargets:\n  staging: { rate: 2 }\n",
    { targetFile: "staging" },
    "team-api.yaml:3: targets.staging: baseUrl is missing. Write baseUrl: https://… here.",
  ],
  [
    "a misspelled setting of a target",
    "targets:\n  staging:\n    baseUrl: http://a\n    write: allow\n",
    { targetFile: "staging" },
    "team-api.yaml:4: targets.staging.write: this is not a setting. Did you mean `writes`?",
  ],
  [
    "a key in the file",
    "targets:\n  staging:\n    baseUrl: http://a\n    credentials: { Key: canary }\n",
    { targetFile: "staging" },
    /^team-api\.yaml:4: targets\.staging\.credentials\.Key: this is not a variable\. Write it as \$\{NAME\}/,
  ],
  [
    "an unset variable of a target",
    `targets:\n  staging:\n    baseUrl: http://a\n    credentials:\n      Key: \${UNSET}\n`,
    { targetFile: "staging" },
    "team-api.yaml:5: targets.staging.credentials.Key: the environment variable UNSET is not set.",
  ],
  [
    "an unset variable that targets share",
    `credentials:\n  Key: \${UNSET}\ntargets: { staging: { baseUrl: http://a } }\n`,
    { targetFile: "staging" },
    "team-api.yaml:2: credentials.Key: the environment variable UNSET is not set.",
  ],
  [
    "an unknown operation that is excluded",
    "baseUrl: http://a\nexclude:\n  listThings: a\n  deletThing: b\n",
    {},
    "team-api.yaml:4: exclude.deletThing: the contract has no operation deletThing. Did you mean `deleteThing`?",
  ],
  [
    "an exclusion without a reason",
    "baseUrl: http://a\nexclude: { listThings: '' }\n",
    {},
    /^team-api\.yaml:2: exclude\.listThings: write the reason\./,
  ],
  [
    "an unknown check",
    "baseUrl: http://a\nseverities:\n  checks: { header: off }\n",
    {},
    "team-api.yaml:3: severities.checks.header: this is not a check. Did you mean `headers`?",
  ],
  [
    "an unknown operation with a severity",
    "baseUrl: http://a\nseverities:\n  operations: { listThing: off }\n",
    {},
    "team-api.yaml:3: severities.operations.listThing: the contract has no operation listThing. Did you mean `listThings`?",
  ],
  [
    "an unknown severity",
    "baseUrl: http://a\nseverities: { causes: { a: error } }\n",
    {},
    "team-api.yaml:2: severities.causes.a: use one of off, warning, failure.",
  ],
  ["invalid YAML", "targets: [", {}, /^team-api\.yaml: this is not valid YAML \(line \d+\)/],
])("%s is a UserError that names the line, and says what to do", async (_, text, settings, message) => {
  await project({ "team-api.yaml": text });
  const error = await target(settings).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error("A UserError is expected.", { cause: error });
  if (typeof message === "string") expect(error.message).toBe(message);
  else expect(error.message).toMatch(message);
  expect(error.message).not.toContain("canary");
});

test.each([
  ["staging.yaml", /^--target staging\.yaml: there is no such file, and no team-api\.yaml that could name a target\./],
])("without a configuration file, %s that does not exist is a UserError", async (targetFile, message) => {
  await project({ "repo/.git/HEAD": "" }, "repo");
  await expect(withFile({ targetFile })).rejects.toThrow(message);
});

test("a target file with several targets is a UserError that names the configuration file", async () => {
  await project({ "other.yaml": "baseUrl: http://a\ntargets: { a: { baseUrl: http://a } }\n" });
  await expect(withFile({ targetFile: "other.yaml" })).rejects.toThrow(
    "other.yaml:2: targets: a target file has one target. Name this file team-api.yaml, and choose a target: --target NAME",
  );
});

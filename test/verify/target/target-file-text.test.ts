import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { referenceContract } from "#test/team-api/reference-contract.js";
import { temporaryFolder } from "#test/temporary.js";
import type { Addition } from "#verify/report/additions.js";
import { targetFileText } from "#verify/target/target-file-text.js";
import { readTarget } from "./read-target.js";

const document = await referenceContract();
const FACTS = {
  document,
  options: "--target staging.yaml",
  baseUrl: "https://staging.example.com",
  variables: { BearerAuth: "KEY" },
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

test("the settings of the target in use stay, and operations to allow are apart by their reasons", async () => {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  const kept = {
    values: { retrieveSuppression: { suppression: { "*": "an-id" } } },
    parameters: { id: "an-import" },
    allowed: new Set(["revokeOauthGrant"]),
    removals: new Map([["addSuppression", "revokeOauthGrant"]]),
    excluded: new Map([["listSuppressions", "It is slow."]]),
  };
  const forReason = (operation: string, reason: string) => ({ ...lacked("allowed", operation), reasons: [reason] });
  const additions = [
    forReason("addSuppression", "it reaches others"),
    forReason("listSuppressions", "it is a login"),
    forReason("retrieveSuppression", "it reaches others"),
  ];
  const text = targetFileText({ ...FACTS, writes: "creations", kept, additions });
  expect(text).toMatch(
    /^allowed:\n {2}- revokeOauthGrant\n {2}# it reaches others:\n( {2}# Needed by the case\.\n {2}# - \w+\n){2} {2}# it is a login:\n/m,
  );
  await writeFile(file, text);
  const target = await readTarget(file, document, { KEY: "a" });
  expect(target).toMatchObject({ ...kept, writes: "creations" });
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

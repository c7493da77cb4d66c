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

test("a value that a run lacked is a setting with a placeholder, which a person replaces", async () => {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  const text = targetFileText({ ...FACTS, additions: ADDITIONS });
  await writeFile(file, text);
  const environment = { KEY: "a", SAME_TEAM_KEY: "b", OTHER_TEAM_KEY: "c", OUTSIDE_BETA_KEY: "c" };
  const read = () => readTarget(file, document, environment);
  await expect(read()).rejects.toThrow("values.retrieveSuppression.suppression: it is still VALUE.");
  await writeFile(file, text.replace("bounce: VALUE", "bounce: an-id"));
  await expect(read()).resolves.toMatchObject({
    writes: "none",
    values: { retrieveSuppression: { suppression: { bounce: "an-id" } } },
  });
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

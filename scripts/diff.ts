import { parseArgs } from "node:util";
import { loadDocument } from "../src/openapi/load.js";
import { readBase } from "./diff/base.js";
import { judge } from "./diff/judge.js";
import { printed, versionFaults } from "./diff/print.js";
import { compareVersions, versionText } from "./diff/version.js";
import { CONTRACT, filesOfVersion, packageVersion, writeFiles } from "./release/versions.js";

const USAGE = `Compares ${CONTRACT} with another revision: what it says, and whether code written against what is generated
from that one still compiles.

  npm run diff -- BASE [options]

BASE is a commit, branch or tag, whose generated/openapi.json is taken, or a file.

  --bump   write the version that the changes lead to, if the contract's is lower, and generate anew

The version has to match the changes: breaking ones take a major version (a minor one while the major is 0), additions a
minor one, all others a patch. What is beta may break in a minor version. A higher version is fine.

Exit code: 0 the version matches, 1 it does not, 2 could not compare.`;

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { bump: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0) {
    throw new Error("Name one revision to compare with: npm run diff -- main, say, or a tag, or a file.");
  }
  const judgement = await judge(await readBase(named), await loadDocument(CONTRACT));
  console.log(printed(judgement, named));

  const faults = versionFaults(judgement, await packageVersion());
  if (faults.length > 0 && values.bump) {
    const { needed, revision } = judgement.versions;
    const version = versionText(compareVersions(needed, revision) > 0 ? needed : revision);
    const files = await filesOfVersion(version);
    await writeFiles(files);
    console.log(`\nThe version is ${version} now, in ${[...files.keys()].join(", ")}.`);
    return 0;
  }
  for (const fault of faults) console.error(`\n${fault}`);
  return faults.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

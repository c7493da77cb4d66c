import { parseArgs } from "node:util";
import semver from "semver";
import { loadDocument } from "../src/openapi/load.js";
import { errorText, UserError } from "../src/user-error.js";
import { readBase } from "./diff/base.js";
import { compare } from "./diff/compare.js";
import { printed, versionProblems } from "./diff/print.js";
import { CONTRACT, filesOfVersion, packageVersion, writeFiles } from "./release/versions.js";

const USAGE = `Compares ${CONTRACT} with another revision: the documents, and whether code written against the
generated code of that revision still compiles.

  npm run diff -- BASE [options]

BASE is a commit, branch or tag, whose generated/openapi.json is read, or a file.

  --bump   write the version that the changes need, if the contract's version is lower, and generate again

The version must match the changes. Breaking changes need a major version, additions a minor version, and all other
changes a patch. Before 1.0, minor versions may break. Beta operations may break in any minor version. A higher version
than needed is allowed.

Exit code: 0 the version matches, 1 it does not match, 2 could not compare.`;

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
  const [base, ...more] = positionals;
  if (base === undefined || more.length > 0) {
    throw new UserError("Name one revision to compare with. Example: npm run diff -- main");
  }
  const comparison = await compare(await readBase(base), await loadDocument(CONTRACT));
  console.log(printed(comparison, base));

  const problems = versionProblems(comparison, await packageVersion());
  if (problems.length > 0 && values.bump) {
    const { needed, revision } = comparison.versions;
    const version = semver.gt(needed, revision) ? needed : revision;
    const files = await filesOfVersion(version);
    await writeFiles(files);
    console.log(`\nThe version is now ${version}, in ${[...files.keys()].join(", ")}.`);
    return 0;
  }
  for (const problem of problems) console.error(`\n${problem}`);
  return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return 2;
});

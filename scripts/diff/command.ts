import { parseArgs } from "node:util";
import semver from "semver";
import { UserError } from "#cli/user-error.js";
import { loadDocument } from "#openapi/load/load.js";
import { exitCodeOf } from "../exit-code.js";
import { CONTRACT, filesOfVersion, packageVersion, writeFiles } from "../release/versions.js";
import { readBase } from "./base.js";
import { compare } from "./compare.js";
import { formatNamed } from "./formats.js";
import { versionNote, versionProblems } from "./print.js";
import type { Versions } from "./version.js";

const USAGE = `Compares ${CONTRACT} with another revision: the documents, and whether code written against the
generated code of that revision still compiles.

  npm run diff -- BASE [options]

BASE is a file or an http(s) URL. Without --spec it may be a commit, branch or tag, whose generated/openapi.json is read.

  --spec FILE   the document to compare with BASE: a file or an http(s) URL (default: ${CONTRACT})
  --format NAME text (default), markdown (for a pull request), github (annotations) or json
  --bump        write the version that the changes need, if the contract's version is lower, and generate again

The version must match the changes. Breaking changes need a major version, additions a minor version, and all other
changes a patch. Before 1.0, minor versions may break. Beta operations may break in any minor version. A higher version
than needed is allowed. If a version is not semantic, it must not break.

Exit code: 0 the version matches, 1 it does not match, 2 could not compare.`;

/**
 * Runs `npm run diff`. It prints its result and its errors.
 *
 * @returns the exit code
 */
export function diffCommand(args: string[]): Promise<number> {
  return exitCodeOf(main(args));
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      bump: { type: "boolean" },
      format: { type: "string", default: "text" },
      help: { type: "boolean" },
      spec: { type: "string", default: CONTRACT },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { spec } = values;
  const format = formatNamed(values.format);
  const isOwn = spec === CONTRACT;
  const [base, ...more] = positionals;
  if (base === undefined || more.length > 0) {
    throw new UserError("Name one revision to compare with. Example: npm run diff -- main");
  }
  if (values.bump && !isOwn) throw new UserError(`--bump changes ${CONTRACT} only. Leave it out, or leave out --spec.`);
  const comparison = await compare(await readBase(base, isOwn), await loadDocument(spec));
  console.log(format(comparison, base));
  const note = versionNote(comparison);
  if (note !== undefined && values.format !== "json") console.log(`\n${note}`);

  const problems = versionProblems(comparison, isOwn ? await packageVersion() : undefined);
  if (problems.length > 0 && values.bump && comparison.versions) {
    await bump(comparison.versions);
    return 0;
  }
  for (const problem of problems) console.error(`\n${problem}`);
  return problems.length > 0 ? 1 : 0;
}

async function bump({ needed, revision }: Versions): Promise<void> {
  const version = semver.gt(needed, revision) ? needed : revision;
  const files = await filesOfVersion(version);
  await writeFiles(files);
  console.log(`\nThe version is now ${version}, in ${[...files.keys()].join(", ")}.`);
}

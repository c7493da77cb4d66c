import semver from "semver";
import { command } from "#cli/command.js";
import { CONTRACT, commandLine } from "#cli/installation.js";
import { choice, flag, orDefault } from "#cli/option.js";
import { SPEC, SPEC_HEADERS } from "#cli/options.js";
import { UserError } from "#cli/user-error.js";
import { isUrl } from "#openapi/files/read-url.js";
import { type ReadOptions, readDocument } from "#openapi/load/load.js";
import { filesOfVersion, packageVersion, writeFiles } from "../release/versions.js";
import { COMPARED, readBase } from "./base.js";
import { compare } from "./compare.js";
import { FORMATS } from "./print/formats.js";
import { unacceptedBreak, versionNote, versionProblems } from "./print/print.js";
import type { Versions } from "./version.js";

/** `npm run diff`: compares the contract with another revision. */
export const diffCommand = command(
  {
    about: `Compares ${CONTRACT} with another revision: what the documents mean for callers, and whether
code written against the generated code of that revision still compiles.`,
    usage: commandLine("diff", "BASE [options]"),
    takesOperands: true,
    options: [
      {
        spec: { ...SPEC, help: `the document to compare with BASE: a file or an http(s) URL (default: ${CONTRACT})` },
        specHeaders: {
          ...SPEC_HEADERS,
          help: "a header that the documents at URLs need, such as 'Authorization: Bearer KEY'; repeatable. A BASE of another origin gets none",
        },
        format: orDefault(
          choice("--format NAME", "text, markdown (for a pull request), github (annotations) or json", FORMATS),
          FORMATS.text,
          "text",
        ),
        isWire: flag("--wire", "compare for callers only: without code that imports the generated types and client"),
        isAccepted: flag("--accept-breaking", "before 1.0, accept breaking changes, which need a minor version only"),
        isBump: flag(
          "--bump",
          "write the version that the changes need, if the contract's version is lower, and generate again",
        ),
      },
    ],
    notes: `BASE is a file or an http(s) URL. Without --spec it may be a commit, branch or tag, whose generated/openapi.json is read.

The version must match the changes. Breaking changes need a major version, additions a minor version, and all other
changes a patch. Before 1.0, minor versions may break, if you accept it by --accept-breaking. Beta operations may break
in any minor version. A higher version than needed is allowed. If a version is not semantic, it must not break.

Exit code: 0 the version matches, 1 it does not match or a break was not accepted, 2 could not compare.`,
  },
  async ({ spec, specHeaders, format, isWire, isAccepted, isBump }, operands) => {
    const isOwn = spec === CONTRACT;
    const [base, ...more] = operands;
    if (base === undefined || more.length > 0) {
      throw new UserError("Name one revision to compare with. Example: npm run diff -- main");
    }
    if (isBump && !isOwn) throw new UserError(`--bump changes ${CONTRACT} only. Leave it out, or leave out --spec.`);
    const revision = await readDocument({ spec, specHeaders, ...COMPARED }, (line) => console.error(line));
    const comparison = await compare(await readBase(base, isOwn, headersOfBase(base, spec, specHeaders)), revision, {
      isWire,
    });
    console.log(format(comparison, base));
    const note = versionNote(comparison);
    if (note !== undefined && format !== FORMATS.json) console.log(`\n${note}`);

    const unaccepted = isAccepted ? undefined : unacceptedBreak(comparison);
    const wrong = versionProblems(comparison, isOwn ? { packageVersion: await packageVersion(), base } : undefined);
    if (wrong.length > 0 && isBump && comparison.versions && unaccepted === undefined) {
      await bump(comparison.versions);
      return 0;
    }
    const problems = [...(unaccepted === undefined ? [] : [unaccepted]), ...wrong];
    for (const problem of problems) console.error(`\n${problem}`);
    return problems.length > 0 ? 1 : 0;
  },
);

/** The headers may hold a key for the server of `--spec`, which no other origin gets. */
function headersOfBase(base: string, spec: string, headers: ReadOptions["specHeaders"]): ReadOptions["specHeaders"] {
  if (!isUrl(spec)) return headers;
  const isSameOrigin = URL.canParse(base) && URL.canParse(spec) && new URL(base).origin === new URL(spec).origin;
  return isSameOrigin ? headers : [];
}

async function bump({ needed, revision }: Versions): Promise<void> {
  const version = semver.gt(needed, revision) ? needed : revision;
  const files = await filesOfVersion(version);
  await writeFiles(files);
  console.log(`\nThe version is now ${version}, in ${[...files.keys()].join(", ")}.`);
}

import { parseArgs } from "node:util";
import { UserError } from "#cli/user-error.js";
import { exitCodeOf } from "../exit-code.js";
import { CHECKS, type RunScript, requireChecks } from "./checks.js";
import { performRelease } from "./perform.js";
import { type Plan, planRelease, ReleaseBlocked } from "./plan.js";

const USAGE = `Makes a release: writes the changelog entry and one version for contract and package, generates generated/ again,
then commits and tags. Before that, the lint, the check of generated/, verify and the quick tests have to pass.

  npm run release -- [VERSION] [options]

VERSION is patch, minor, major or three numbers (default: the version that the changes since the last release need).

  --dry-run   run the checks, print the plan, and change nothing

Nothing is pushed. Exit code: 0 released or printed, 1 not released for the reason given, 2 could not run.`;

/**
 * Runs `npm run release` in the current folder. It prints its result and its errors.
 *
 * @param run runs the checks before the release (default: as npm scripts)
 * @returns the exit code
 */
export function releaseCommand(args: string[], run?: RunScript): Promise<number> {
  return exitCodeOf(main(args, run), (error) => (error instanceof ReleaseBlocked ? 1 : 2));
}

async function main(args: string[], run?: RunScript): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length > 1) throw new UserError(`Name one version, not ${positionals.join(" and ")}.`);
  const plan = await planRelease(positionals[0], new Date().toISOString().slice(0, 10));
  console.log(`Running ${CHECKS.map((script) => `npm run ${script.join(" ")}`).join(", ")}.`);
  await requireChecks(run);
  if (values["dry-run"]) {
    console.log(planText(plan));
    return 0;
  }
  await performRelease(plan);
  console.log(`Released ${plan.version} here, as commit and tag ${plan.tag}. To publish it: git push --follow-tags`);
  return 0;
}

function planText({ version, tag, after, entry, files }: Plan): string {
  return [
    `This would release ${version}${after ? `, after ${after}` : ", the first release"}. Nothing was changed.`,
    `Write:\n${[...files.keys()].map((file) => `  ${file}`).join("\n")}`,
    `Commit and tag:\n  Release ${version}\n  ${tag}`,
    `Changelog entry:\n${entry.replace(/^(?=.)/gm, "  ")}`,
  ].join("\n\n");
}

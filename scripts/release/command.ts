import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { flag } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { CHECK, type RunScript, requireCheck } from "./checks.js";
import { performRelease } from "./perform.js";
import { type Plan, planRelease, ReleaseBlocked } from "./plan.js";

/** `npm run release`, in the current folder. `run` runs the checks before the release (default: as npm scripts). */
export const releaseCommand = command(
  {
    about: `Makes a release: writes the changelog entry and one version for contract and package, generates generated/ again,
then commits and tags. Before that, npm run ${CHECK} has to pass: everything that CI runs.`,
    usage: commandLine("release", "[VERSION] [options]"),
    takesOperands: true,
    options: [
      {
        isDryRun: flag("--dry-run", "print the plan, check and change nothing"),
        isAccepted: flag("--accept-breaking", "before 1.0, accept breaking changes, which need a minor version only"),
      },
    ],
    notes: `VERSION is patch, minor, major or three numbers (default: the version that the changes since the last release need).

Nothing is pushed. Exit code: 0 released or printed, 1 not released for the reason given, 2 could not run.`,
  },
  ({ isDryRun, isAccepted }, versions, run?: RunScript) =>
    exitCodeOf(release(versions, { isDryRun, isAccepted }, run), (error) => (error instanceof ReleaseBlocked ? 1 : 2)),
);

interface ReleaseOptions {
  isDryRun: boolean;
  isAccepted: boolean;
}

async function release(
  versions: readonly string[],
  { isDryRun, isAccepted }: ReleaseOptions,
  run?: RunScript,
): Promise<number> {
  if (versions.length > 1) throw new UserError(`Name one version, not ${versions.join(" and ")}.`);
  const plan = await planRelease(versions[0], new Date().toISOString().slice(0, 10), isAccepted);
  if (isDryRun) {
    console.log(planText(plan));
    return 0;
  }
  if (plan.uncommitted !== "") throw new ReleaseBlocked(`${COMMIT_FIRST}\n${plan.uncommitted}`);
  await requireCheck(run);
  await performRelease(plan);
  console.log(`Released ${plan.version} here, as commit and tag ${plan.tag}. To publish it: git push --follow-tags`);
  return 0;
}

const COMMIT_FIRST = "These files are not committed. Commit them first:";

function planText({ version, tag, after, entry, files, uncommitted }: Plan): string {
  return [
    `This would release ${version}${after ? `, after ${after}` : ", the first release"}. Nothing was changed.`,
    ...(uncommitted === "" ? [] : [`${COMMIT_FIRST}\n${uncommitted}`]),
    `Write:\n${[...files.keys()].map((file) => `  ${file}`).join("\n")}`,
    `Run npm run ${CHECK}, which has to pass.`,
    `Commit and tag:\n  Release ${version}\n  ${tag}`,
    `Changelog entry:\n${entry.replace(/^(?=.)/gm, "  ")}`,
  ].join("\n\n");
}

import { parseArgs } from "node:util";
import { performRelease } from "./release/perform.js";
import { type Plan, planRelease, Refusal } from "./release/plan.js";

const USAGE = `Makes a release: the changelog's entry, one version for contract and package, generated/ anew, a commit and a tag.

  npm run release -- [VERSION] [options]

VERSION is patch, minor, major or three numbers. Without it, what the changes since the last release lead to.

  --dry-run   print what would be done, and change nothing

Nothing is pushed. Exit code: 0 done, 1 refused with the reason, 2 could not run.`;

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length > 1) throw new Error(`Name one version, not ${positionals.join(" and ")}.`);
  const plan = await planRelease(positionals[0], new Date().toISOString().slice(0, 10));
  if (values["dry-run"]) {
    console.log(told(plan));
    return 0;
  }
  await performRelease(plan);
  console.log(`Released ${plan.version} here, as commit and tag ${plan.tag}. To publish it: git push --follow-tags`);
  return 0;
}

function told({ version, tag, after, entry, files }: Plan): string {
  return [
    `This would release ${version}${after ? `, after ${after}` : ", the first release"}. Nothing was changed.`,
    `Write:\n${[...files.keys()].map((file) => `  ${file}`).join("\n")}`,
    `Commit and tag:\n  Release ${version}\n  ${tag}`,
    `Entry of the changelog:\n${entry.replace(/^(?=.)/gm, "  ")}`,
  ].join("\n\n");
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return error instanceof Refusal ? 1 : 2;
});

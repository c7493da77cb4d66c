import { rm } from "node:fs/promises";
import { CONTRACT, commandLine } from "../../src/cli/installation.js";
import { UserError } from "../../src/cli/user-error.js";
import type { ReadOptions } from "../../src/openapi/load/load.js";
import { capitalized } from "../../src/verify/report/wording.js";
import { errorOf, runRedocly } from "../redocly.js";
import { withoutConsequences } from "./consequences.js";
import { withCorrection } from "./corrections.js";
import { joinedOptions, requireKnownOptions } from "./joined-options.js";
import { loadingError } from "./loading-error.js";
import { LINT_FORMATS, printProblems, totalsOf } from "./print.js";
import { type LintReport, lintReports } from "./problem.js";
import { withProfile } from "./profile.js";
import { headerSettings, specHeadersOf } from "./spec-headers.js";

const HELP = `Checks a document by the rules of Redocly CLI, and by our own.

  ${commandLine("lint", "[options]")}

  --spec FILE         another document: a file or an http(s) URL
  --spec-header HEADER
                      a header that the document at a URL needs, such as
                      'Authorization: Bearer KEY'; repeatable
  --profile NAME      contract (the rules of redocly.yaml) or recommended
                      (default: by the document's extensions)
  --format NAME       ${LINT_FORMATS.slice(0, 5).join(", ")},
                      ${LINT_FORMATS.slice(5).join(", ")}
  --max-problems N    print at most so many (default: 100)
  --config FILE       another configuration of Redocly CLI
  --skip-rule NAME    leave out a rule; repeatable

One mistake is one problem: what it causes elsewhere is left out.
Exit code: 0 no error, 1 errors, 2 could not run.`;

/** `npm run lint`. @returns the exit code */
export async function lintCommand(given: readonly string[]): Promise<number> {
  // Redocly CLI names documents without an option.
  const args = joinedOptions(given).flatMap((arg) => (arg === "--spec" ? [] : [arg.replace(/^--spec=/, "")]));
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  requireKnownOptions(args);
  const format = textOf(args, "--format") ?? "codeframe";
  if (!LINT_FORMATS.includes(format)) {
    throw new UserError(`--format ${format} is not valid. Use ${LINT_FORMATS.join(", ")}.`);
  }
  const most = textOf(args, "--max-problems") ?? "100";
  if (!/^\d+$/.test(most)) throw new UserError(`--max-problems ${most} is not valid. Use a whole number.`);
  const maxProblems = Number(most);
  const { headers, others } = specHeadersOf(args);
  const own = others.filter((arg) => !/^--(format|max-problems)=/.test(arg));
  const settings = await headerSettings(await withProfile(own, headers), headers);
  const documents = own.filter((arg) => !arg.startsWith("-"));
  const options = ["lint", ...settings.args, "--format=json", "--max-problems=100000"];
  const ran = await runRedocly(options, process.cwd(), settings.env).finally(async () => {
    if (settings.folder !== undefined) await rm(settings.folder, { recursive: true, force: true });
  });
  const reports = lintReports(ran.stdout) ?? (await unreadReports(documents, headers));
  if (reports === undefined || typeof reports === "string") {
    console.error(reports ?? errorOf(ran));
    return reports === undefined ? 2 : 1;
  }
  const shown = await Promise.all(
    reports.map((report, index) => reported(report, documents[index] ?? CONTRACT, headers)),
  );
  await printProblems(shown, format, maxProblems);
  let errors = 0;
  for (const [index, report] of shown.entries()) {
    errors += totalsOf(report).errors;
    closingLine(report, (reports[index]?.problems.length ?? 0) - report.problems.length);
  }
  if (errors > 0 && documents.length === 0) {
    // Loaded on demand: it loads the sandbox.
    const advice = await (await import("../contract-replaced.js")).replacementAdvice();
    if (advice !== undefined) console.error(advice);
  }
  return errors > 0 ? 1 : 0;
}

function textOf(args: readonly string[], name: string): string | undefined {
  return args.findLast((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The problems that a person corrects first, each with its correction. */
async function reported(
  { version, problems }: LintReport,
  document: string,
  headers: ReadOptions["specHeaders"],
): Promise<LintReport> {
  const first = withoutConsequences(problems);
  const corrected = await Promise.all(first.map((each) => withCorrection(each, document, headers)));
  // Parsers begin their messages with a small letter.
  return { version, problems: corrected.map((each) => ({ ...each, message: capitalized(each.message) })) };
}

function closingLine(report: LintReport, hidden: number): void {
  const { errors, warnings } = totalsOf(report);
  const parts = [
    ...(errors > 0 ? [`${errors} error${errors === 1 ? "" : "s"}`] : []),
    ...(warnings > 0 ? [`${warnings} warning${warnings === 1 ? "" : "s"}`] : []),
  ];
  if (parts.length === 0) console.error("The document is valid.");
  else
    console.error(`${errors > 0 ? "Validation failed with" : "The document is valid, with"} ${parts.join(" and ")}.`);
  if (hidden > 0) {
    console.error(`Left out: ${hidden} more, which may follow from ${errors === 1 ? "this error" : "these errors"}.`);
  }
}

/**
 * The reports of documents for which Redocly CLI makes none, because a root is not YAML.
 *
 * @returns the reason in words if it has no place; undefined if all of them can be read
 */
async function unreadReports(
  documents: readonly string[],
  headers: ReadOptions["specHeaders"],
): Promise<LintReport[] | string | undefined> {
  const roots = documents.length === 0 ? [CONTRACT] : documents;
  const errors = await Promise.all(roots.map((document) => loadingError(document, headers)));
  const placed = errors.map((error) => error?.problem);
  if (!placed.some(Boolean)) return errors.find(Boolean)?.message;
  return placed.map((problem) => ({ version: "", problems: problem ? [problem] : [] }));
}

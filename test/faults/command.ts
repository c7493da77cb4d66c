import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import { counted } from "#verify/report/wording.js";
import { failuresOf } from "../verify/failures.js";
import { FAULTS } from "./faults.js";
import { areGrouped, byCauses, isCaught, type Score, score } from "./score.js";
import { VARIANTS } from "./variants.js";

const scoreCommand = command(
  {
    about: "Measures verification: every server with one fault should fail, and no legal variant should.",
    usage: commandLine("score", "[TEXT …]"),
    takesOperands: true,
    options: [],
    notes: `TEXT selects faults and variants by their id. Prints what was missed, which faults show as several causes, and what failed falsely.

Exit code: 0 all right, 1 otherwise, 2 could not run.`,
  },
  async (_, texts) => {
    const isSelected = ({ id }: { id: string }) => texts.length === 0 || texts.some((text) => id.includes(text));
    const contract = new Contract(await loadDocument("openapi/openapi.yaml"));
    const begun = Date.now();
    const faults: Score[] = [];
    for (const change of FAULTS.filter(isSelected)) faults.push(await score(contract, change));
    const variants: Score[] = [];
    for (const change of VARIANTS.filter(isSelected)) variants.push(await score(contract, change));

    const missed = faults.filter((each) => !isCaught(each));
    const alarms = variants.filter(({ verdict }) => verdict !== "passed");
    for (const { change } of missed) {
      console.log(`missed       ${change.id}: ${change.title} (${change.breaks?.join(", ")})`);
    }
    const grouped = byCauses(faults);
    for (const { change, causes } of [...grouped.two, ...grouped.more]) {
      console.log(`${counted(causes.length, "cause").padEnd(13)}${change.id}: ${change.title}`);
      for (const { title, consequences } of causes) {
        console.log(`             ${title} (${counted(consequences.length, "consequence")})`);
      }
    }
    for (const { change, results } of alarms) {
      console.log(`false alarm  ${change.id}: ${change.title} (${change.open})`);
      for (const failure of [...new Set(failuresOf(results))].slice(0, 3)) console.log(`             ${failure}`);
    }
    const all = [...faults, ...variants];
    const [most] = all.toSorted((one, other) => other.requests - one.requests);
    const mean = Math.round(all.reduce((sum, { requests }) => sum + requests, 0) / Math.max(1, all.length));
    console.log(`Faults caught: ${faults.length - missed.length} of ${faults.length}.`);
    console.log(
      `Shown as one cause: ${grouped.one.length}; as two: ${grouped.two.length}; as more: ${grouped.more.length}.`,
    );
    console.log(`False alarms: ${alarms.length} of ${variants.length}.`);
    console.log(
      `Requests per run: ${mean} on average, ${most?.requests ?? 0} at most (${most?.change.id}). ${Math.round((Date.now() - begun) / 1000)} s in total.`,
    );
    return missed.length + alarms.length > 0 || !areGrouped(grouped) ? 1 : 0;
  },
);

process.exitCode = await exitCodeOf(scoreCommand(process.argv.slice(2)));

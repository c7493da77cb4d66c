import { CANNOT_RUN } from "#cli/command.js";
import { requireNew } from "#cli/file-exists.js";
import { contractName, GENERATED_CONTRACT } from "#cli/installation.js";
import { growHeapFor, growHeapSlowlyAfter } from "#cli/small-heap.js";
import { onLines, onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { inDocument } from "#openapi/document/document-error.js";
import { requireExtensions, trustExtensions } from "#openapi/extensions/defects.js";
import { readDocument } from "#openapi/load/load.js";
import { describesWebhooksOnly } from "#openapi/operations/webhooks-only.js";
import { nameMatchNotes, requireMatches } from "../engine/plan/select.js";
import type { Api } from "../model/api.js";
import { shortSecretNotes } from "../report/redaction/short-secrets.js";
import { prepareFolder } from "../reporters/registry.js";
import { settingsLine, withFile } from "../target/file/configuration.js";
import { type ResolvedTarget, resolveTarget } from "../target/resolve-target.js";
import { HarFile } from "../traffic/har-file.js";
import { type HeldRelations, planRun, verify } from "../verify.js";
import { cleanUpCommand, earlierRunNote, ledgerFile } from "./clean-up.js";
import { withLines } from "./contract-lines.js";
import { Interruption } from "./interruption.js";
import { publishJudged, readJudging } from "./judging.js";
import type { VerifyValues } from "./options.js";
import { planTable } from "./plan-table.js";
import { progressLine } from "./progress.js";
import { readReplayFile } from "./replay-file.js";
import { StrayErrors } from "./stray-errors.js";
import { writeSuggestedTarget } from "./suggested-target.js";
import { writeOverlay, writeWorkflows } from "./write-suggestions.js";

/** A run whose settings were read. */
interface Preparation {
  options: Awaited<ReturnType<typeof withFile<VerifyValues>>>;
  contract: OpenApiDocument;
  api: Api;
  replay: Awaited<ReturnType<typeof readReplayFile>> | undefined;
  judging: Awaited<ReturnType<typeof readJudging>>;
  resolved: ResolvedTarget;
  /** The first words of the output: the document, and its target. */
  heading: string;
  begun: number;
}

/**
 * Runs or lists the test cases.
 *
 * @returns the exit code
 * @throws UserError if the contract or the target cannot be used
 */
export async function runCommand(given: VerifyValues, api: Api): Promise<number> {
  const begun = Date.now();
  const { replay: replayed, suggestTarget } = given;
  if (suggestTarget !== undefined) await requireNew(suggestTarget, "Name another file: --suggest-target FILE");
  const options = await withFile(given);
  const contract = await readContract(options);
  const { title, version } = asObject(contract.info);
  const replay = replayed === undefined ? undefined : await readReplayFile(replayed, contract);
  const judging = await readJudging(options, String(title));
  const resolved = await resolveTarget(options, contract, api);
  const heading = onOneLine(`${title} ${version}`);
  const preparation = { options, contract, api, replay, judging, resolved, heading, begun };
  try {
    return await planOrTest(preparation);
  } finally {
    await resolved.close();
  }
}

/** @throws UserError for a document that cannot be tested */
async function readContract(options: Preparation["options"]): Promise<OpenApiDocument> {
  const contract = await readDocument(options, (line) => console.error(onLines(line)));
  growHeapFor(contract);
  if (describesWebhooksOnly(contract)) {
    throw new UserError(`${contractName(options.spec)} has no operations to test: it describes webhooks only.`);
  }
  if (options.spec === GENERATED_CONTRACT && options.overlays.length === 0) trustExtensions(contract);
  else requireExtensions(contract, contractName(options.spec));
  return contract;
}

async function planOrTest(preparation: Preparation): Promise<number> {
  const { options, contract, api, replay, resolved, heading } = preparation;
  const { name, target } = resolved;
  const source = onLines(settingsLine(options.file));
  if (options.only.length > 0) {
    const all = await inDocument(options.spec, () => planRun({ contract, api, target, only: [], replay }));
    requireMatches(all, options.only);
    for (const note of nameMatchNotes(all, options.only)) console.error(onOneLine(note));
  }
  if (options.plan) {
    const plan = await inDocument(options.spec, () => planRun({ ...options, contract, api, target, replay }));
    const table = planTable(plan);
    console.log(`${heading}: the test cases for ${name}${source}\n\n${table}`);
    return 0;
  }
  if (options.cleanUp) return cleanUpCommand(contract, target, options.reports.folder);
  if (options.format === "text") console.log(`${heading} against ${name}${source}\n`);
  return testAndPublish(preparation);
}

/** Runs the test cases, and writes what was asked for. */
async function testAndPublish(preparation: Preparation): Promise<number> {
  const { options, contract, judging, resolved } = preparation;
  const { reports, spec, suggestOverlay, arazzo, suggestTarget } = options;
  const earlier = earlierRunNote(reports.folder, resolved.target);
  if (earlier !== undefined) console.error(earlier);
  for (const note of shortSecretNotes(resolved.target)) console.error(onOneLine(note));
  await prepareFolder(reports.folder, options.replay);
  const { report, held, interruption } = await test(preparation);
  const located = await withLines(report, { ...options, document: contract });
  const code = await publishJudged(located, { ...reports, format: options.format }, judging);
  if (suggestOverlay !== undefined) {
    const ifNone = "no inferred relation held that the contract does not state";
    await writeOverlay(suggestOverlay, await held?.overlay(), { actions: "relation", ifNone });
  }
  if (arazzo !== undefined) await writeWorkflows(arazzo, spec, held);
  if (suggestTarget !== undefined) {
    await writeSuggestedTarget(suggestTarget, { document: contract, options, target: resolved.target, report, held });
    console.log(`Suggested target file: ${suggestTarget}`);
  }
  return interruption.exitCode ?? code;
}

/** Runs the test cases, shows how far they are, and ends early after a signal. */
async function test({ options, contract, api, replay, judging, resolved, begun }: Preparation) {
  const { name, target, parallel } = resolved;
  const har = options.harOut === undefined ? undefined : await HarFile.create(options.harOut);
  const interruption = new Interruption();
  const strayErrors = new StrayErrors(target, () => interruption.interrupt(CANNOT_RUN));
  const progress = progressLine(process.stderr);
  let held: HeldRelations | undefined;
  const settings = { ...options, begun, contract, api, target, name, parallel, replay };
  const report = await inDocument(options.spec, () =>
    verify({
      ...settings,
      known: judging.known?.entries,
      ledgerFile: ledgerFile(options.reports.folder),
      signal: interruption.signal,
      onHeld: (relations) => {
        held = relations;
      },
      onExchange: (exchange) => {
        growHeapSlowlyAfter(exchange.body);
        har?.add(exchange, target);
      },
      onEvent: (event) => {
        if (event.type === "case-ended") progress.show(event.ended, event.cases);
        if (event.type === "waiting") progress.wait(event);
      },
    }),
  ).finally(() => {
    progress.clear();
    interruption.stopListening();
    strayErrors.stopListening();
  });
  await har?.close();
  return { report, held, interruption };
}

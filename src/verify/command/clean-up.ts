import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onLines, onOneLine } from "#cli/unprintable.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { cleanUp } from "../engine/run/clean-up.js";
import { groupBy } from "../model/group-by.js";
import type { Target } from "../model/target/target.js";
import { CLEAN_UP, counted, formatNumber, leftoverText } from "../report/wording.js";
import { LEDGER_FILE, openCreations } from "../resources/ledger/creation-log.js";

/** The file in which a run writes down what it creates. */
export function ledgerFile(reports: string): string {
  return join(reports, LEDGER_FILE);
}

/**
 * Removes what earlier runs left, and prints what remains.
 *
 * @returns the exit code: 1 if something remains
 * @throws UserError if the target cannot be used
 */
export async function cleanUpCommand(document: OpenApiDocument, target: Target, reports: string): Promise<number> {
  const file = ledgerFile(reports);
  if (!existsSync(file)) {
    console.log(`Nothing to remove: ${file} does not exist, so the last run removed or named all that it created.`);
    return 0;
  }
  const { removed, leftovers, elsewhere } = await cleanUp(document, target, file);
  console.log(`Removed ${counted(removed, "resource")} of earlier runs.`);
  for (const [server, creations] of groupBy(elsewhere, ({ baseUrl }) => baseUrl)) {
    const what = counted(creations.length, "creation");
    console.log(`${what} on another server, ${onOneLine(server)}: name it (--base-url, --target).`);
  }
  if (leftovers.length === 0) return 0;
  console.log(`${counted(leftovers.length, "resource remains", "resources remain")} on ${onOneLine(target.baseUrl)}:`);
  for (const leftover of leftovers) console.log(`  ${onLines(leftoverText(leftover))}`);
  console.log(`If ${leftovers.length === 1 ? "it" : "they"} may stay, delete ${file}: each run names what it has.`);
  return 1;
}

/** Says that an earlier run may have left something on a server; undefined if none did. */
export function earlierRunNote(reports: string, { baseUrl }: Pick<Target, "baseUrl">): string | undefined {
  const file = ledgerFile(reports);
  const all = existsSync(file) ? openCreations(readFileSync(file, "utf8")) : [];
  const open = all.filter((creation) => creation.baseUrl === baseUrl);
  const first = open.find(({ creation }) => creation?.address !== undefined) ?? open[0];
  if (first === undefined) return undefined;
  const name = [first.request.operation, first.creation?.address ?? ""].filter((part) => part !== "").join(" ");
  const more = open.length > 1 ? `, and ${formatNumber(open.length - 1)} more` : "";
  const where = onOneLine(`${counted(open.length, "resource")} on ${baseUrl}: ${name}${more}`);
  const what = open.length === 1 ? "it" : "they";
  return `Earlier runs may have left ${where}.\n  ${CLEAN_UP} If ${what} may stay, delete ${file}.`;
}

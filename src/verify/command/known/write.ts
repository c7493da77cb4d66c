import { writeFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import { shownFile } from "#openapi/document/document-error.js";
import { isSameEntry, type KnownCause } from "../../model/known.js";
import type { Report } from "../../report/report.js";
import { counted } from "../../report/wording.js";
import type { KnownFile } from "./read.js";
import { updatedText } from "./text.js";

/**
 * Writes the known causes of a report into their file, and returns the lines that say what has changed. A run that proves
 * nothing changes nothing.
 *
 * @throws UserError if the file cannot be written
 */
export async function writeKnownFile(file: KnownFile, { verdict, known = [] }: Report): Promise<string[]> {
  const name = shownFile(file.path);
  if (verdict === "error") return [`Known causes: ${name} is not changed, because the run proves nothing.`];
  const entries = known.map(({ state: _, ...entry }) => writtenOf(entry, file.entries));
  const { text, isRewritten } = await updatedText(file, entries);
  if (text !== file.text) {
    await writeFile(file.path, text).catch((error: Error) => {
      throw new UserError(`${name} cannot be written: ${error.message}. Name another file: --known FILE`);
    });
  }
  const added = entries.filter((entry) => !file.entries.some((before) => isSameEntry(before, entry))).length;
  const removed = file.entries.filter((before) => !entries.some((entry) => isSameEntry(before, entry))).length;
  return [
    `Known causes: ${name} has ${counted(entries.length, "entry", "entries")} (${added} added, ${removed} removed).`,
    ...(isRewritten
      ? [`  The file was rewritten in another form. Comments are lost: compare it with its last version.`]
      : []),
  ];
}

/** An entry as people wrote it: reports escape some characters. */
function writtenOf(entry: KnownCause, before: readonly KnownCause[]): KnownCause {
  const own = before.find((candidate) => isSameEntry(candidate, entry));
  if (!own) return entry;
  const { untested: _, ...rest } = own;
  return { ...rest, operations: entry.operations, ...(entry.untested ? { untested: entry.untested } : {}) };
}

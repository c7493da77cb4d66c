import { isDeepStrictEqual } from "node:util";
import { KNOWN_SCHEMA_LINK } from "#cli/installation.js";
import { isSameEntry, type KnownCause } from "../../model/known.js";
import { type FileParts, partsOf } from "./parts.js";

/** The text of a file with new entries. */
export interface UpdatedText {
  text: string;
  /** Whether its comments are lost, because its form is not the one that is changed in place. */
  isRewritten: boolean;
}

/** Writes YAML without indentation. */
type Writer = (content: object) => string;

const HEAD = [
  `# yaml-language-server: $schema=${KNOWN_SCHEMA_LINK}`,
  "# Causes of failures that are accepted for now. A new cause fails the run: verify --known FILE",
  "# Write each reason. --update-known adds and removes entries, and keeps the rest.",
];

/**
 * The text of a file of known findings with new entries. Those that have not changed, and the comments above them, stay as they
 * are.
 *
 * @param file its text, undefined for a new file, and the entries in it
 */
export async function updatedText(
  file: { text: string | undefined; entries: readonly KnownCause[] },
  entries: readonly KnownCause[],
): Promise<UpdatedText> {
  const { parseYaml, stringifyYaml } = await import("#openapi/files/yaml.js");
  const write: Writer = (content) => stringifyYaml(content, { lineWidth: -1, noRefs: true });
  const whole = [...HEAD, ...listOf(entries.flatMap((entry) => itemOf(entry, "  ", write))), ""].join("\n");
  if (file.text === undefined) return { text: whole, isRewritten: false };
  const parts = partsOf(file.text, file.entries);
  const changed = parts && changedText(parts, entries, write);
  // A file may have a form that is not known here: an anchor, for example.
  const isRight = changed !== undefined && isDeepStrictEqual(parseYaml(changed), { known: entries });
  return isRight ? { text: changed, isRewritten: false } : { text: whole, isRewritten: true };
}

function changedText({ head, items, tail, indent }: FileParts, entries: readonly KnownCause[], write: Writer): string {
  const lines = entries.flatMap((entry) => {
    const item = items.find((candidate) => isSameEntry(candidate.entry, entry));
    if (item && isDeepStrictEqual(item.entry, entry)) return item.lines;
    if (!item?.around) return itemOf(entry, indent, write);
    const { before, after } = item.around;
    const { operations, untested } = entry;
    const seen = write({ operations, ...(untested ? { untested } : {}) });
    return [...before, ...indented(seen, `${indent}  `), ...after];
  });
  return [...head, ...listOf(lines), ...tail].join("\n");
}

function listOf(lines: readonly string[]): string[] {
  return lines.length === 0 ? ["known: []"] : ["known:", ...lines];
}

function itemOf(entry: KnownCause, indent: string, write: Writer): string[] {
  return indented(write([entry]), indent);
}

function indented(text: string, indent: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => indent + line);
}
